import { href } from '../../domain/screens/address.ts';
import { ArrowRight } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
import { useExport } from '../../bridge/useExport.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import type { CameDamaged } from '../../domain/freshness/cameDamaged.ts';
import { formatCount } from '../../domain/format.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { PanelState } from '../../domain/freshness/panelState.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { UnreadLine } from '../../ui/page/UnreadLine.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Time } from '../../ui/time/Time.tsx';

interface ErrorsPanelProps {
  readonly state: PanelState;
  readonly errors: readonly DeadLetter[];
  readonly freshness: FreshnessState;
  /** Number of damaged dead letters on this device (F-25). */
  readonly unread: number;
  /** Those of them that the platform sent in an unusable form. */
  readonly cameDamaged: readonly CameDamaged[];
}

/** The newest dead letters, each linked to the queue. */
export function ErrorsPanel({ state, errors, freshness, unread, cameDamaged }: ErrorsPanelProps) {
  const exports = useExport({
    type: 'dead_letters',
    title: 'Latest errors',
    filter: { newest: errors.length },
    count: errors.length,
    freshness,
    unread,
    rows: () => errors,
  });
  return (
    <Panel
      className="pipeline-errors"
      title="Latest errors"
      freshness={freshness}
      busy={state === 'loading'}
      aside={
        <Link href={href('dlq')} className="uk-link">
          Open queue <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
        </Link>
      }
    >
      {state === 'loading' && (
        <div className="pipeline-note">
          <Skeleton w="100%" h={14} block />
          <Skeleton w="80%" h={14} />
        </div>
      )}
      {state === 'empty' && <p className="pipeline-note">No failed items</p>}
      {state === 'failed' && <p className="pipeline-note">The dead letters could not be loaded. Open their page to see more.</p>}
      {state === 'ready' && (
        <PlainTable
          edgeless
          stacksUnder="code"
          label="Latest errors"
          exports={exports}
          heads={[
            { id: 'time', label: 'Time' },
            { id: 'code', label: 'Code' },
            { id: 'correlation', label: 'Correlation' },
            { id: 'retries', label: 'Retries', align: 'end' },
          ]}
          rows={errors.map(({ itemId, failedAt, errorCode, correlationId, retryCount }) => ({
            id: itemId,
            cells: [
              <Time key="time" at={failedAt} as="when" inRow />,
              <Link key="code" href={href('dlq', { open: itemId })} className="uk-link uk-mono">
                {errorCode}
              </Link>,
              <span key="correlation" className="uk-mono uk-fg2">
                {correlationId.slice(0, 18)}
              </span>,
              formatCount(retryCount),
            ],
          }))}
        />
      )}
      {state === 'ready' && unread > 0 && (
        <div className="pipeline-note">
          <UnreadLine unread={unread} cameDamaged={cameDamaged} what="dead letter" />
        </div>
      )}
    </Panel>
  );
}
