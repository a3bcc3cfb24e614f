import { useExport } from '../../bridge/useExport.ts';
import { formatCount, formatNumber } from '../../domain/format.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { PanelState } from '../../domain/freshness/panelState.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { quietLabels, type StageChange } from '../../domain/operations/stageChanges.ts';

/** Maximum number of changes in the panel, newest first; its export has all. */
const shown = 5;

interface ChangesPanelProps {
  readonly state: PanelState;
  readonly changes: readonly StageChange[];
  /** Titles of stages without data for this hour. */
  readonly unknown: readonly string[];
  readonly freshness: FreshnessState;
}

/** Stages that crossed their limit, or stopped being measured, in the last hour. */
export function ChangesPanel({ state, changes, unknown, freshness }: ChangesPanelProps) {
  const exports = useExport({
    type: 'stage_changes',
    title: 'Stage changes',
    filter: { window: '1h' },
    count: changes.length,
    freshness,
    unread: 0,
    rows: () => changes,
  });
  return (
    <Panel
      className="pipeline-changes"
      title="What changed in the last hour"
      note={changes.length > shown ? `the ${formatCount(shown)} newest of ${formatCount(changes.length)}` : undefined}
      freshness={freshness}
      busy={state === 'loading'}
    >
      {state === 'loading' && (
        <div className="pipeline-note">
          <Skeleton w="100%" h={14} block />
          <Skeleton w="80%" h={14} />
        </div>
      )}
      {state === 'failed' && <p className="pipeline-note">The history could not be loaded.</p>}
      {state !== 'loading' && state !== 'failed' && quietLabels(changes, unknown) !== null && (
        <p className="pipeline-note">{quietLabels(changes, unknown)}</p>
      )}
      {state === 'ready' && changes.length > 0 && (
        <PlainTable
          edgeless
          stacksUnder="change"
          label="What changed in the last hour"
          exports={exports}
          heads={[
            { id: 'time', label: 'Time' },
            { id: 'stage', label: 'Stage' },
            { id: 'change', label: 'Change' },
            { id: 'lag', label: 'Lag', align: 'end' },
          ]}
          rows={changes.slice(0, shown).map(({ id, at, stage, words, claim, lagMinutes, limitMinutes }) => ({
            id,
            cells: [
              <Time key="time" at={at} as="when" inRow />,
              stage,
              <ClaimBadge key="change" claim={claim} filled={false}>
                {words}
              </ClaimBadge>,
              lagMinutes === null ? (
                <span key="lag" className="uk-fg3">
                  none
                </span>
              ) : (
                `${formatNumber(lagMinutes, 1, [{ direction: 'atMost', limit: limitMinutes }])} min`
              ),
            ],
          }))}
        />
      )}
    </Panel>
  );
}
