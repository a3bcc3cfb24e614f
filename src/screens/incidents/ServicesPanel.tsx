import { Link } from '../../bridge/address/Link.tsx';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Panel } from '../../ui/panel/Panel.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { Time } from '../../ui/time/Time.tsx';
import type { ServiceRow } from '../../domain/operations/incidentServices.ts';
import type { IncidentView } from './model.ts';

const heads = [
  { id: 'service', label: 'Service' },
  { id: 'state', label: 'State now' },
  { id: 'active', label: 'Active incidents' },
  { id: 'last', label: 'Last resolved' },
] as const;

interface ServicesPanelProps {
  readonly rows: readonly ServiceRow<IncidentView>[];
  readonly freshness: FreshnessState;
  /** Number of damaged incident rows on this device (F-25); the services they affect are unknown. */
  readonly unread: number;
  /** True if all incidents ever are stored on this device. */
  readonly allHeld: boolean;
  readonly onOpen: (id: string) => void;
  readonly exports: TableExport<never>;
}

/** Every service with its state, a link to its screen, and the incidents that affect it. */
export function ServicesPanel({ rows, freshness, unread, allHeld, onOpen, exports }: ServicesPanelProps) {
  return (
    <Panel title="Services" note="what incidents touch" freshness={freshness} className="incident-services-panel">
      <PlainTable
        label="Services"
        edgeless
        stacksUnder="service"
        heads={heads}
        exports={exports}
        rows={rows.map(({ name, title, href, state, active, last }) => ({
          id: name,
          cells: [
            href === null ? (
              title
            ) : (
              <Link key="service" className="uk-link" href={href}>
                {title}
              </Link>
            ),
            state === null ? (
              <span key="state" className="uk-fg3">
                not known
              </span>
            ) : (
              <ClaimBadge key="state" claim={state} filled={false} />
            ),
            active.length === 0 ? (
              <span key="active" className="uk-fg3">
                {unread === 0 ? 'none' : 'not known'}
              </span>
            ) : (
              <span key="active" className="incident-ids">
                {active.map(({ id }) => (
                  <button key={id} type="button" className="uk-link uk-mono" onClick={() => onOpen(id)}>
                    {id}
                  </button>
                ))}
              </span>
            ),
            last === null ? (
              <span key="last" className="uk-fg3">
                {unread === 0 && allHeld ? 'none' : 'none held'}
              </span>
            ) : (
              <span key="last">
                {last.title}, <Time at={last.resolvedAt} as="when" inRow />
              </span>
            ),
          ],
        }))}
      />
    </Panel>
  );
}
