import { useMemo } from 'react';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { formatAge } from '../../domain/formatTime.ts';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { OrderInAddress } from '../../ui/table/keptOrder.ts';
import type { TableOf, TableOpening } from '../../ui/table/table.ts';
import { Time } from '../../ui/time/Time.tsx';
import { IncidentState, SeverityBadge } from './IncidentBadges.tsx';
import { type IncidentView, untakenLabels } from './model.ts';
import { Who } from '../../ui/text/Who.tsx';

/** A row of the table: the incident, and whether its state may be out of date. */
interface Line {
  readonly view: IncidentView;
  readonly stale: boolean;
}

/** Defined outside the component so that the table gets the same array on every render. */
const columns: readonly Column<Line>[] = [
  {
    id: 'id',
    header: 'Incident',
    width: 92,
    priority: 1,
    sortValue: ({ view }) => view.id,
    cell: ({ view }) => <span className="uk-mono">{view.id}</span>,
  },
  {
    id: 'severity',
    header: 'Severity',
    width: 90,
    priority: 2,
    sortValue: ({ view }) => view.severity.word,
    cell: ({ view, stale }) => <SeverityBadge view={view} stale={stale} />,
  },
  {
    id: 'title',
    header: 'Title',
    width: 210,
    grow: 2,
    priority: 1,
    sortValue: ({ view }) => view.title,
    cell: ({ view }) => (
      <span className="uk-clip" title={view.title}>
        {view.title}
      </span>
    ),
  },
  {
    id: 'services',
    header: 'Affected services',
    width: 150,
    grow: 1,
    priority: 4,
    sortValue: ({ view }) => view.services.map(({ title }) => title).join(', '),
    cell: ({ view }) => <span className="uk-clip">{view.services.map(({ title }) => title).join(', ') || '–'}</span>,
  },
  {
    id: 'by',
    header: 'Acknowledged by',
    width: 140,
    priority: 5,
    sortValue: ({ view }) => view.acknowledged?.by ?? '',
    cell: ({ view, stale }) =>
      view.acknowledged === null ? (
        <span className="uk-fg3">{untakenLabels(view, stale)}</span>
      ) : (
        <Who name={view.acknowledged.by} id={view.acknowledged.byId} inRow />
      ),
  },
  {
    id: 'opened',
    header: 'Opened',
    width: 148,
    align: 'end',
    priority: 3,
    descFirst: true,
    sortValue: ({ view }) => view.createdAt,
    cell: ({ view }) => <Time at={view.createdAt} as="when" inRow />,
  },
  {
    id: 'lasted',
    header: 'Lasted',
    width: 92,
    align: 'end',
    priority: 4,
    descFirst: true,
    sortValue: ({ view }) => view.lastedMs,
    cell: ({ view }) => formatAge(view.lastedMs),
  },
  {
    id: 'state',
    header: 'State',
    width: 108,
    priority: 1,
    sortValue: ({ view }) => view.state,
    cell: ({ view, stale }) => <IncidentState view={view} stale={stale} />,
  },
];

const table: TableOf<Line> = {
  label: 'Incidents',
  columns,
  rowId: ({ view }) => view.id,
  rowName: ({ view }) => `incident ${view.id}`,
  cardHeight: 88,
  card: ({ view, stale }) => ({
    title: view.title,
    meta: (
      <>
        <span className="uk-mono">{view.id}</span> · {view.severity.word} · <Time at={view.createdAt} as="when" inRow />
      </>
    ),
    aside: <IncidentState view={view} stale={stale} />,
  }),
};

interface IncidentTableProps {
  readonly views: readonly IncidentView[];
  readonly stale: boolean;
  readonly loading: boolean;
  readonly order: OrderInAddress;
  readonly opening: TableOpening;
  readonly exports: TableExport<{ readonly view: IncidentView }>;
}

/** The incidents, active ones first unless the user chose another order; cards on a phone. */
export function IncidentTable({ views, stale, loading, order, opening, exports }: IncidentTableProps) {
  const rows = useMemo(() => views.map((view): Line => ({ view, stale })), [views, stale]);
  return (
    <DataTable
      table={table}
      source={{ kind: 'whole', rows, order, loading }}
      opening={{ ...opening, beside: true }}
      empty={null}
      exports={exports}
    />
  );
}
