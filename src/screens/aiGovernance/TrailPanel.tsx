import { Lock, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useExport } from '../../bridge/useExport.ts';
import { formatCount, plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NothingHeld } from '../../ui/page/NothingHeld.tsx';
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
  { id: 'act', label: 'Act' },
  { id: 'agent', label: 'Agent' },
  { id: 'by', label: 'By' },
  { id: 'change', label: 'From, to, and why' },
] as const;
/** Lines shown of the trail before the rest is asked for. */
const firstLines = 20;

/** Who changed what about the agents and why, the newest first; for holders of view:ai_audit (D-6). */
export function TrailPanel({ onRetry, busy }: { readonly onRetry: () => void; readonly busy: boolean }) {
  const { state, problem, freshness, unread, trail, barred } = useTrail();
  const [all, setAll] = useState(false);
  const acts = trail?.acts ?? [];
  const exports = useExport({
    type: 'ai_trail',
    title: 'Trail',
    filter: {},
    count: acts.length,
    freshness,
    unread,
    missing: trail !== null && trail.totalCount > acts.length ? `The newest ${formatCount(acts.length)} acts are on this device.` : null,
    rows: () => acts,
  });
  if (barred !== null)
    return (
      <Panel title="Trail">
        <EmptyState icon={Lock} title="Not for your role">
          The trail says who asked for, approved and changed what. {barred}
        </EmptyState>
      </Panel>
    );
  const shown = all ? acts : acts.slice(0, firstLines);
  const note = trail === null || trail.totalCount === 0 ? undefined : `${formatCount(shown.length)} of ${plural(trail.totalCount, 'act')}`;
  const more = acts.length - shown.length;
  const foot =
    more > 0 ? (
      <Button size="sm" onClick={() => setAll(true)}>
        Show {formatCount(more)} more
      </Button>
    ) : trail !== null && trail.totalCount > acts.length ? (
      'Older ones stand in the audit trail.'
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
        <ProblemPanel problem={problem} onRetry={onRetry} busy={busy} stillWorks="What else this device holds of this page is shown." />
      )}
      {state === 'empty' && (
        <NothingHeld freshness={freshness} icon={ScrollText} title="Nothing done yet">
          Requests, decisions and changes of mode are listed here from the first on.
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
