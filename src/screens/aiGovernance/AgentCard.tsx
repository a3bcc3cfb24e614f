import { SlidersHorizontal } from 'lucide-react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { HistoryState } from '../../domain/freshness/panelState.ts';
import { formatDay } from '../../domain/formatTime.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { DetailCard, DetailFigures } from '../../ui/panel/DetailCard.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Meter } from '../../ui/panel/Meter.tsx';
import { agentDecides, agentEnabled } from '../../domain/claims/programme.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { useZone } from '../../ui/time/clock.tsx';
import { agreementLabels, rollingDays } from './agreement.ts';
import type { AgentView } from './model.ts';

const withoutAgreement = { ready: 'nothing decided yet', failed: 'not known', loading: '' } as const;

interface AgentCardProps {
  readonly view: AgentView;
  readonly freshness: FreshnessState;
  /** Load state of the agreement history. */
  readonly history: HistoryState;
  /** The agreement data is stale: the chart ends at its last point. */
  readonly agreementStale: boolean;
  /** Why this person may not change the agent's mode; null if they may. */
  readonly disabledReason: string | null;
  readonly onChange: () => void;
}

/** One agent (C-36): its mode, confidence, accuracy, how often people agreed with it, and its last prediction. */
export function AgentCard({ view, freshness, history, agreementStale, disabledReason, onChange }: AgentCardProps) {
  const zone = useZone();
  const day = (at: number) => formatDay(at, zone);
  return (
    <DetailCard
      title={view.name}
      sub={<span className="uk-mono">{view.agentId}</span>}
      badge={<ClaimBadge claim={agentDecides(view.agentId, { mode: view.modeId, freshness })} />}
      freshness={freshness}
      note={
        <Button size="sm" icon={SlidersHorizontal} onClick={onChange} {...(disabledReason !== null && { disabledReason: disabledReason })}>
          Change mode
        </Button>
      }
    >
      <DetailFigures
        items={[
          {
            label: 'Confidence',
            value: view.confidence,
            children: <Meter value={view.confidenceShare} max={1} label={`Confidence ${view.confidence}`} />,
          },
          {
            label: 'Prediction accuracy',
            value: view.accuracy,
            children: <Meter value={view.accuracyShare} max={1} label={`Prediction accuracy ${view.accuracy}`} />,
          },
        ]}
      />
      <div className="agent-agreement">
        <p>
          <b>Agreement with people</b> <span className="uk-fg3">{rollingDays}-day share</span>
          <span className="uk-sp" />
          <span className="uk-fg2 uk-num">{view.agreement?.words ?? withoutAgreement[history]}</span>
        </p>
        <Chart
          title={`${view.name}: share of its predictions that people agreed with, ${rollingDays} days at a time`}
          points={view.agreement?.points ?? []}
          state={history}
          format={agreementLabels}
          height={116}
          named
          yAxis
          within={[0, 100]}
          lost={agreementStale}
          time={day}
        />
      </div>
      <KeyValueList
        items={[
          { key: 'Mode', value: `${view.mode.meaning}. ${view.mode.follows}.` },
          {
            key: 'State',
            value: <ClaimBadge claim={agentEnabled(view.agentId, { enabled: view.enabled, freshness })} />,
          },
          { key: 'Last prediction', value: view.lastPrediction ?? <span className="uk-fg3">none yet</span> },
        ]}
      />
    </DetailCard>
  );
}
