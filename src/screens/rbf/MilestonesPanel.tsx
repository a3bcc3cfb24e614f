import { href } from '../../domain/screens/address.ts';
import { Link } from '../../bridge/address/Link.tsx';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { formatCount } from '../../domain/format.ts';
import { Panel } from '../../ui/panel/Panel.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import type { MilestoneView } from './model.ts';

const heads = [
  { id: 'milestone', label: 'Milestone' },
  { id: 'each', label: 'Each', align: 'end' },
  { id: 'paid', label: 'Paid', align: 'end' },
  { id: 'pending', label: 'Pending', align: 'end' },
  { id: 'failed', label: 'Failed', align: 'end' },
  { id: 'sum', label: 'Paid so far', align: 'end' },
] as const;

/** The paying milestones and the amounts paid for each (C-49), linked to their payments. */
export function MilestonesPanel({
  views,
  freshness,
  exports,
}: {
  readonly views: readonly MilestoneView[];
  readonly freshness: FreshnessState;
  readonly exports: TableExport<never>;
}) {
  return (
    <Panel title="Milestones" note="that have payments" freshness={freshness}>
      <PlainTable
        label="Milestones"
        edgeless
        stacksUnder="milestone"
        heads={heads}
        exports={exports}
        rows={views.map(({ id, description, condition, each, paid, pending, failed, paidSum }) => ({
          id,
          cells: [
            <span key="milestone" className="rbf-milestone">
              <Link className="uk-link" href={href('rbf', { milestone: id })}>
                {description}
              </Link>
              <span className="uk-caption uk-fg3">{condition}</span>
            </span>,
            each ?? '–',
            formatCount(paid),
            formatCount(pending),
            formatCount(failed),
            paidSum.join(', '),
          ],
        }))}
      />
    </Panel>
  );
}
