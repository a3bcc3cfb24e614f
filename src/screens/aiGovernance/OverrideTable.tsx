import type { Override } from '../../contracts/agent.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { overrideApproved } from '../../domain/claims/records.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { OrderInAddress } from '../../ui/table/keptOrder.ts';
import type { TableOf, TableOpening } from '../../ui/table/table.ts';
import { Time } from '../../ui/time/Time.tsx';
import { aboutOf, askedByOf } from './overrides.ts';
import { Who } from '../../ui/text/Who.tsx';

/** Status badge of a request. */
export function OverrideBadge({ about, status }: { readonly about: string; readonly status: Override['status'] }) {
  return <ClaimBadge claim={overrideApproved(about, status)} />;
}

/** Defined outside the component so that the table gets the same array on every render. */
const columns: readonly Column<Override>[] = [
  {
    id: 'overrideId',
    header: 'Request',
    width: 96,
    priority: 1,
    sortValue: ({ overrideId }) => overrideId,
    cell: ({ overrideId }) => <span className="uk-mono">{overrideId}</span>,
  },
  { id: 'agent', header: 'Agent', width: 136, priority: 2, sortValue: ({ agentName }) => agentName, cell: ({ agentName }) => agentName },
  {
    id: 'subject',
    header: 'Subject',
    width: 110,
    priority: 4,
    sortValue: aboutOf,
    cell: (row) => <span className={row.subject === undefined ? 'uk-fg3' : 'uk-mono'}>{aboutOf(row)}</span>,
  },
  {
    id: 'change',
    header: 'Prediction → override',
    width: 190,
    grow: 1,
    priority: 1,
    sortValue: ({ originalPrediction }) => originalPrediction,
    cell: ({ originalPrediction, overrideValue }) => (
      <span className="uk-clip">
        {originalPrediction} <span className="uk-fg3">to</span> <b>{overrideValue}</b>
      </span>
    ),
  },
  {
    id: 'justification',
    header: 'Justification',
    width: 200,
    grow: 2,
    priority: 5,
    cell: ({ justification }) => (
      <span className="uk-clip uk-fg2" title={justification}>
        {justification}
      </span>
    ),
  },
  {
    id: 'by',
    header: 'Requested by',
    width: 180,
    priority: 4,
    sortValue: askedByOf,
    cell: (row) => <Who name={askedByOf(row)} id={row.requestedBy} inRow />,
  },
  {
    id: 'asked',
    header: 'Requested',
    width: 148,
    align: 'end',
    priority: 3,
    descFirst: true,
    sortValue: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time at={createdAt} as="when" inRow />,
  },
  {
    id: 'state',
    header: 'State',
    width: 112,
    priority: 1,
    sortValue: ({ status }) => status,
    cell: ({ overrideId, status }) => <OverrideBadge about={overrideId} status={status} />,
  },
];

const table: TableOf<Override> = {
  label: 'Override requests',
  columns,
  rowId: ({ overrideId }) => overrideId,
  rowName: ({ overrideId }) => `request ${overrideId}`,
  cardHeight: 88,
  card: (row) => ({
    title: `${row.agentName}: ${row.originalPrediction} to ${row.overrideValue}`,
    meta: (
      <span className="uk-mono">
        {row.overrideId} · {aboutOf(row)}
      </span>
    ),
    aside: <OverrideBadge about={row.overrideId} status={row.status} />,
  }),
};

interface OverrideTableProps {
  readonly overrides: readonly Override[];
  readonly loading: boolean;
  readonly order: OrderInAddress;
  readonly opening: TableOpening;
  readonly exports: TableExport<Override>;
  /** What the list lacks. */
  readonly note: string | null;
}

/** The requests, pending first unless the user chose another order; cards on a phone. */
export function OverrideTable({ overrides, loading, order, opening, exports, note }: OverrideTableProps) {
  return (
    <DataTable
      table={table}
      source={{ kind: 'whole', rows: overrides, order, loading }}
      opening={{ ...opening, beside: true }}
      empty={null}
      exports={exports}
      note={note}
    />
  );
}
