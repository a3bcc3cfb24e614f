import { FlaskConical } from 'lucide-react';
import { formatCount } from '../../domain/format.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import type { TableOf } from '../../ui/table/table.ts';
import { type SampleReading, sampleReadings } from './sample.ts';
import { Section, Specimen } from './Section.tsx';
import { sampleYes } from '../../domain/claims/sample.ts';

const looks = {
  verified: [sampleYes('sample', 'Verified'), 'Verified'],
  pending: ['pending', 'Pending'],
  disputed: ['disputed', 'Disputed'],
} as const;

function State({ state }: Pick<SampleReading, 'state'>) {
  const [status, word] = looks[state];
  return <StatusBadge status={status}>{word}</StatusBadge>;
}

const columns: readonly Column<SampleReading>[] = [
  {
    id: 'id',
    header: 'Reading',
    width: 110,
    priority: 1,
    sortValue: ({ id }) => id,
    cell: ({ id }) => <span className="uk-mono">{id}</span>,
  },
  { id: 'site', header: 'Site', width: 180, grow: 1, priority: 2, sortValue: ({ site }) => site, cell: ({ site }) => site },
  { id: 'state', header: 'Status', width: 120, priority: 1, sortValue: ({ state }) => state, cell: ({ state }) => <State state={state} /> },
  {
    id: 'savedKwh',
    header: 'Saved, kWh',
    width: 120,
    align: 'end',
    priority: 3,
    descFirst: true,
    sortValue: ({ savedKwh }) => savedKwh,
    cell: ({ savedKwh }) => formatCount(savedKwh),
  },
];
const none: readonly SampleReading[] = [];
/** @param look what differs between these tables */
const tableOf = (label: string, look: Partial<TableOf<SampleReading>>): TableOf<SampleReading> => ({
  label,
  columns,
  rowId: ({ id }: SampleReading) => id,
  rowName: ({ id }: SampleReading) => `reading ${id}`,
  card: ({ id, site, savedKwh, state }: SampleReading) => ({
    title: site,
    meta: <span className="uk-mono">{id}</span>,
    aside: `${formatCount(savedKwh)} kWh`,
    asideNote: <State state={state} />,
  }),
  ...look,
});
const readings = tableOf('Sample readings', { usual: { id: 'id', desc: false } });
const loads = tableOf('Sample readings that load', { skeletonRows: 3, cardsBelowPx: 480 });
const isEmpty = tableOf('Sample readings, none', { cardsBelowPx: 480 });

/** The console's table, with pagination. */
export function TableSection() {
  return (
    <Section
      id="table"
      aside={<Tag icon={<FlaskConical size={12} strokeWidth={1.75} aria-hidden="true" />}>Sample data</Tag>}
      lead="Heads sort and stay in sight, columns leave by priority when it gets narrow, and on a phone rows are cards. Arrow keys move, Home and End go to the ends."
    >
      <PagedTable table={readings} rows={sampleReadings} />
      <div className="ds-grid" data-tables="">
        <Specimen name="Loading">
          <PagedTable table={loads} rows={none} loading />
        </Specimen>
        <Specimen name="Empty">
          <PagedTable table={isEmpty} rows={none} />
        </Specimen>
      </div>
    </Section>
  );
}
