import { Copy } from 'lucide-react';
import { useCallback } from 'react';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { formatCount, formatNumber } from '../../domain/format.ts';
import { axisTime } from '../../domain/series/seriesWindows.ts';
import { type FreshnessState, type Halt, isLost } from '../../domain/freshness/freshness.ts';
import type { HistoryState } from '../../domain/freshness/panelState.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { AsyncButton } from '../../ui/controls/AsyncButton.tsx';
import { useTall } from '../../ui/overlay/useMedia.ts';
import { StageCard, StageVerdict } from '../../ui/panel/StageCard.tsx';
import { HaltedLabels } from '../../ui/status/HaltedLabels.tsx';
import { stageHealthy, withinSlo } from '../../domain/claims/states.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { useNow, useZone } from '../../ui/time/clock.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { lostVerdict, stageChartTone, type StageView } from './model.ts';

interface StageProps {
  readonly stage: StageView;
  readonly freshness: FreshnessState;
  readonly history: HistoryState;
  readonly lost: boolean;
  readonly halt: Halt | null;
  readonly window: SeriesWindow;
}

/** One stage of the flow as a card (C-27). */
export function Stage({ stage, freshness, history, lost, halt, window }: StageProps) {
  const zone = useZone();
  const tall = useTall();
  const businessNow = businessNowOf(useHubStatus().simulation, useNow(60_000));
  const halted = freshness.kind === 'halted';
  const breach = stage.breach && !isLost(freshness);
  const verdict = isLost(freshness) && !halted ? lostVerdict(stage.verdict) : stage.verdict;
  return (
    <StageCard
      title={stage.title}
      code={stage.name}
      badge={<ClaimBadge claim={stageHealthy(stage.name, { state: stage.status, freshness })} />}
      lag={stage.lag}
      lagUnit={halted ? 'min lag when halted' : 'min lag'}
      share={stage.share}
      breach={breach}
      chart={
        <Chart
          title={`${stage.title} lag`}
          points={stage.lagPoints}
          state={history}
          format={(value) => `${formatNumber(value, 1, [{ direction: 'atMost', limit: stage.limitMinutes }])} min`}
          tone={stageChartTone(stage, freshness)}
          limit={{ value: stage.limitMinutes, label: stage.limitLabel }}
          lost={lost}
          halt={halt}
          until={businessNow}
          height={tall ? 260 : 148}
          fromZero
          time={(at) => axisTime(window, at, zone)}
        />
      }
      numbers={[
        { label: 'Queue depth', value: formatCount(stage.queueDepth), zero: stage.queueDepth === 0 },
        { label: 'Rate / min', value: halted ? '–' : stage.rate, zero: halted || stage.rate === '0' },
        { label: 'Errors', value: formatCount(stage.errorCount), zero: stage.errorCount === 0 },
      ]}
      verdict={
        halted ? (
          <StageVerdict status="halted" title={<HaltedLabels halt={freshness} />}>
            Nothing is processed until the kill switch is released. When it was halted: {stage.verdict.title}.
          </StageVerdict>
        ) : (
          <StageVerdict
            status={
              verdict.status === 'within'
                ? withinSlo(stage.name, { breaches: 0, near: stage.near ? 1 : 0, unread: 0, freshness })
                : verdict.status
            }
            title={verdict.title}
            actions={verdict.copy === null ? undefined : <CopySuggestion text={verdict.copy} />}
          >
            {verdict.lead !== '' && <b>{verdict.lead} </b>}
            {verdict.text}
          </StageVerdict>
        )
      }
      last={
        <>
          Last processed <Time at={stage.lastProcessedAt} as="whenSeconds" />
        </>
      }
      freshness={freshness}
    />
  );
}

const copyLabels = { idle: 'Copy suggestion', loading: 'Copying...', success: 'Copied', error: 'Copying was refused' };

function CopySuggestion({ text }: { readonly text: string }) {
  const copy = useCallback(
    async () =>
      navigator.clipboard.writeText(text).then(
        () => ({ ok: true }),
        // The browser refuses without permission, or while the window is in the background.
        () => ({ ok: false }),
      ),
    [text],
  );
  return <AsyncButton size="sm" icon={Copy} words={copyLabels} act={copy} told={{ success: 'Suggestion copied' }} />;
}
