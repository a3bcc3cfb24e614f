import { type ReactNode, useMemo } from 'react';
import type { Verification } from '../../contracts/verification.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { formatPercent } from '../../domain/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { TableOf, TableOpening } from '../../ui/table/table.ts';
import { Time } from '../../ui/time/Time.tsx';
import { decidedLabels, siteOf, sortOf, tableSortOf } from './model.ts';
import type { DamagedPlace, VerificationSort } from '../../store/types.ts';
import { recordDecided } from '../../domain/claims/records.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';

/** The platform's decision; it says nothing about a check on this device. */
export function VerificationBadge({ about, status }: { readonly about: string; readonly status: Verification['status'] }) {
  return <ClaimBadge claim={recordDecided(about, status)} />;
}

/** Defined outside the component so that the table gets the same array on every render. */
const columns: readonly Column<Verification>[] = [
  { id: 'vrfId', header: 'Verification', width: 124, priority: 1, cell: ({ vrfId }) => <span className="uk-mono">{vrfId}</span> },
  {
    id: 'site',
    header: 'Site',
    width: 200,
    grow: 2,
    priority: 1,
    sortable: true,
    cell: (row) => <span className="uk-clip vh-site">{siteOf(row)}</span>,
  },
  { id: 'siteCode', header: 'Code', width: 108, priority: 5, cell: ({ siteCode }) => <span className="uk-mono uk-fg2">{siteCode}</span> },
  {
    id: 'time',
    header: 'Recorded',
    width: 152,
    align: 'end',
    priority: 2,
    sortable: true,
    descFirst: true,
    cell: ({ recordedAt, timestamp }) => <Time at={recordedAt ?? timestamp} as="when" inRow />,
  },
  {
    id: 'since',
    header: 'Status since',
    width: 152,
    align: 'end',
    priority: 5,
    cell: ({ timestamp }) => <Time at={timestamp} as="when" inRow />,
  },
  {
    id: 'uptime',
    header: 'Uptime',
    width: 88,
    align: 'end',
    priority: 3,
    cell: ({ performanceKpis }) => formatPercent(performanceKpis.uptime, 1),
  },
  {
    id: 'fuelSavings',
    header: 'Fuel savings',
    width: 112,
    align: 'end',
    priority: 3,
    cell: ({ performanceKpis }) => formatPercent(performanceKpis.fuelSavings, 1),
  },
  {
    id: 'confidence',
    header: 'Confidence',
    width: 104,
    align: 'end',
    priority: 3,
    cell: ({ confidenceScore }) => formatPercent(confidenceScore * 100, 0),
  },
  {
    id: 'decided',
    header: 'Decided',
    width: 104,
    priority: 4,
    cell: (row) => <span className="uk-fg2">{decidedLabels(row)}</span>,
  },
  {
    id: 'pack',
    header: 'Evidence',
    width: 96,
    priority: 4,
    cell: ({ evidencePackId }) =>
      evidencePackId === undefined ? <span className="uk-fg3">None</span> : <span className="uk-mono uk-fg2">{evidencePackId}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    width: 120,
    priority: 1,
    sortable: true,
    cell: ({ vrfId, status }) => <VerificationBadge about={vrfId} status={status} />,
  },
];

const table: TableOf<Verification> = {
  label: 'Verifications',
  columns,
  rowId: ({ vrfId }) => vrfId,
  rowName: (row) => `${row.vrfId}, ${siteOf(row)}`,
  card: ({ vrfId, siteName, siteCode, timestamp, recordedAt = timestamp, status }) => ({
    title: siteOf({ siteName, siteCode }),
    meta: (
      <span className="uk-mono">
        {vrfId} · <Time at={recordedAt} as="when" inRow />
      </span>
    ),
    aside: <VerificationBadge about={vrfId} status={status} />,
  }),
};

interface HistoryTableProps {
  readonly rows: readonly Verification[];
  readonly start: number;
  readonly damaged: readonly DamagedPlace[];
  readonly count: number;
  readonly loading: boolean;
  readonly sort: VerificationSort;
  readonly onRange: (first: number, last: number) => void;
  readonly onSort: (sort: VerificationSort) => void;
  readonly opening: TableOpening;
  readonly exports: TableExport<Verification>;
  readonly empty: ReactNode;
}

/** The visible window of all matching records; cards on a phone. */
export function HistoryTable(props: HistoryTableProps) {
  const { rows, start, damaged, count, loading, sort, onRange, onSort, opening, exports, empty } = props;
  const named = useMemo(() => damaged.map(({ place, key }) => ({ place, name: key })), [damaged]);
  return (
    <DataTable
      table={table}
      source={{
        kind: 'window',
        rows,
        start,
        total: count,
        damaged: named,
        onRange,
        sort: tableSortOf(sort),
        onSort: (wish) => onSort(sortOf(wish)),
        loading,
      }}
      opening={{ ...opening, beside: true }}
      exports={exports}
      empty={empty}
    />
  );
}
