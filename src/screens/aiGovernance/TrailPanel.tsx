import { Lock, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useExport } from '../../bridge/useExport.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NothingHeld } from '../../ui/page/NothingHeld.tsx';
import type { Refreshing } from '../../ui/page/PageAge.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Moments } from '../../ui/time/Moments.tsx';
import { actChange, actName } from './overrides.ts';
import { useTrail } from './queries.ts';
import { Who } from '../../ui/text/Who.tsx';

const heads = [
  { id: 'when', label: 'When' },
  { id: 'act', label: 'Action' },
  { id: 'agent', label: 'Agent' },
  { id: 'by', label: 'By' },
  { id: 'change', label: 'Change and reason' },
] as const;
/** Lines of the trail shown before the user asks for the rest. */
const firstLines = 20;

/** Changes to the agents, newest first: who, what and why. Only for holders of view:ai_audit (D-6). */
export function TrailPanel({ refreshing }: { readonly refreshing: Refreshing }) {
  const { state, problem, freshness, unread, trail, disabledReason } = useTrail();
  const [all, setAll] = useState(false);
  const acts = trail?.acts ?? [];
  const exports = useExport({
    type: 'ai_trail',
    title: 'Trail',
    filter: {},
    count: acts.length,
    freshness,
    unread,
    missing: trail !== null && trail.totalCount > acts.length ? `The newest ${formatCount(acts.length)} actions are on this device.` : null,
    rows: () => acts,
  });
  if (disabledReason !== null)
    return (
      <Panel title="Trail">
        <EmptyState icon={Lock} title="Not available to your role">
          The trail shows who requested, approved and changed what. {disabledReason}
        </EmptyState>
      </Panel>
    );
  const shown = all ? acts : acts.slice(0, firstLines);
  const note =
    trail === null || trail.totalCount === 0 ? undefined : `${formatCount(shown.length)} of ${plural(trail.totalCount, 'action')}`;
  const more = acts.length - shown.length;
  const foot =
    more > 0 ? (
      <Button size="sm" onClick={() => setAll(true)}>
        Show {formatCount(more)} more
      </Button>
    ) : trail !== null && trail.totalCount > acts.length ? (
      'Older entries are in the audit trail.'
    ) : undefined;
  return (
    <Panel title="Trail" note={note} freshness={freshness} busy={state === 'loading'} footer={foot} className="governance-trail">
      {state === 'loading' && (
        <div className="governance-loading">
          {[0, 1, 2, 3].map((line) => (
            <Skeleton key={line} w="100%" h={20} block />
          ))}
        </div>
      )}
      {state === 'failed' && (
        <ProblemPanel
          problem={problem}
          onRetry={refreshing.refresh}
          busy={refreshing.busy}
          stillWorks="The rest of this page is shown as stored on this device."
        />
      )}
      {state === 'empty' && (
        <NothingHeld freshness={freshness} icon={ScrollText} title="No entries yet">
          Requests, decisions and mode changes are listed here.
        </NothingHeld>
      )}
      {state === 'ready' && (
        <PlainTable
          label="Trail"
          edgeless
          stacksUnder="act"
          heads={heads}
          exports={exports}
          rows={shown.map((act) => ({
            id: act.actId,
            cells: [
              <span key="when" className="governance-when">
                <Moments at={act.at} decidedAt={act.decidedAt} as="when" inRow />
              </span>,
              <span key="act" className="governance-act">
                <StatusBadge status={actName(act.kind).look} filled={false}>
                  {actName(act.kind).word}
                </StatusBadge>
                {act.overrideId !== undefined && <span className="uk-mono uk-fg3">{act.overrideId}</span>}
              </span>,
              act.agentName,
              <Who key="by" name={act.by} id={act.byId} />,
              <span key="change" className="governance-change">
                {actChange(act)}
                {act.reason !== '' && <span>{act.reason}</span>}
              </span>,
            ],
          }))}
        />
      )}
    </Panel>
  );
}
