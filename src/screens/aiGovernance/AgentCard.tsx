import type { FreshnessState } from '../../domain/freshness.ts';
import { DetailCard, DetailFigures } from '../../ui/panel/DetailCard.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Meter } from '../../ui/panel/Meter.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { AgentView } from './model.ts';

/** One agent: what it may do, how sure and how right it is, and what it said last (C-36). */
export function AgentCard({ view, freshness }: { readonly view: AgentView; readonly freshness: FreshnessState }) {
  const isStale = freshness.kind === 'stale';
  const said = (word: string) => (isStale ? `Was ${word.toLowerCase()}` : word);
  return (
    <DetailCard
      title={view.name}
      sub={<span className="uk-mono">{view.agentId}</span>}
      badge={
        <StatusBadge status={view.mode.look} was={isStale}>
          {said(view.mode.word)}
        </StatusBadge>
      }
      freshness={freshness}
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
      <KeyValueList
        items={[
          {
            key: 'State',
            value: (
              <StatusBadge status={view.enabled ? 'ok' : 'idle'} was={isStale}>
                {said(view.enabled ? 'Enabled' : 'Disabled')}
              </StatusBadge>
            ),
          },
          { key: 'Last prediction', value: view.lastPrediction ?? <span className="uk-fg3">none yet</span> },
        ]}
      />
    </DetailCard>
  );
}
