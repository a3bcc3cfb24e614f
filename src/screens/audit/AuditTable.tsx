import { type ReactNode, useMemo } from 'react';
import type { AuditRecord } from '../../contracts/audit.ts';
import { actDone } from '../../domain/claims/deeds.ts';
import { auditLineLabels, auditSumOf } from '../../domain/auditLabels.ts';
import type { DamagedPlace } from '../../store/types.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { TableOf, TableOpening } from '../../ui/table/table.ts';
import { Time } from '../../ui/time/Time.tsx';
import { whoLabels } from '../../domain/accounts/who.ts';
import { Account } from '../../ui/text/Who.tsx';

/** Whether the act of a line was done, refused or failed, as the record has it. */
export function OutcomeBadge({ chainIndex, outcome }: Pick<AuditRecord, 'chainIndex' | 'outcome'>) {
  return <ClaimBadge claim={actDone(String(chainIndex), outcome)} />;
}

/** Defined outside the component so that the table gets the same array on every render. */
const columns: readonly Column<AuditRecord>[] = [
  {
    id: 'line',
    header: 'Line',
    width: 80,
    align: 'end',
    priority: 3,
    cell: ({ chainIndex }) => <span className="uk-mono uk-fg2">{chainIndex}</span>,
  },
  {
    id: 'time',
    header: 'Time',
    width: 172,
    priority: 1,
    sortable: true,
    descFirst: true,
    cell: ({ at }) => <Time at={at} as="when" beside="server" inRow />,
  },
  {
    id: 'who',
    header: 'Who',
    width: 148,
    grow: 1,
    priority: 1,
    // Unknown actors and the platform itself have no account to name.
    cell: ({ actorName, actorId }) =>
      actorId === null ? (
        <span className="uk-clip uk-fg3">{actorName}</span>
      ) : (
        <span className="uk-clip audit-who" title={whoLabels(actorName, actorId)}>
          {actorName}
          <Account id={actorId} />
        </span>
      ),
  },
  {
    id: 'what',
    header: 'What',
    width: 208,
    grow: 1,
    priority: 1,
    cell: (line) => <span title={line.action}>{auditLineLabels(line)}</span>,
  },
  {
    id: 'target',
    header: 'Target',
    width: 200,
    grow: 2,
    priority: 2,
    cell: ({ target }) => (
      <span className="uk-mono uk-fg2 uk-clip" title={target}>
        {target}
      </span>
    ),
  },
  {
    id: 'from',
    header: 'From',
    width: 124,
    priority: 4,
    cell: (line) => <span className="uk-mono uk-fg2">{line.ip ?? (auditSumOf(line) === null ? '–' : 'several')}</span>,
  },
  {
    id: 'correlationId',
    header: 'Correlation ID',
    width: 160,
    priority: 5,
    cell: ({ correlationId }) => (
      <span className="uk-mono uk-fg2 uk-clip" title={correlationId}>
        {correlationId}
      </span>
    ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 112,
    priority: 1,
    cell: ({ chainIndex, outcome }) => <OutcomeBadge chainIndex={chainIndex} outcome={outcome} />,
  },
];

const table: TableOf<AuditRecord> = {
  label: 'Audit record',
  columns,
  rowId: ({ chainIndex }) => String(chainIndex),
  rowName: (line) => `line ${line.chainIndex}, ${auditLineLabels(line)}, ${line.actorName}`,
  card: ({ chainIndex, actorName, action, at, outcome, details }) => ({
    title: auditLineLabels({ action, details }),
    meta: (
      <>
        {actorName} · <Time at={at} as="when" beside="server" inRow />
      </>
    ),
    aside: <OutcomeBadge chainIndex={chainIndex} outcome={outcome} />,
  }),
};

interface AuditTableProps {
  readonly rows: readonly AuditRecord[];
  readonly start: number;
  readonly damaged: readonly DamagedPlace[];
  readonly count: number;
  readonly loading: boolean;
  readonly exports: TableExport<AuditRecord>;
  readonly sort: 'newest' | 'oldest';
  /** Total number of lines, shown if the device holds fewer. */
  readonly note?: string;
  readonly onRange: (first: number, last: number) => void;
  readonly onSort: (sort: 'newest' | 'oldest') => void;
  readonly opening: TableOpening;
  readonly empty: ReactNode;
}

/** The visible window of all matching lines; cards on a phone. */
export function AuditTable({
  rows,
  start,
  damaged,
  count,
  loading,
  sort,
  note,
  onRange,
  onSort,
  opening,
  exports,
  empty,
}: AuditTableProps) {
  const named = useMemo(() => damaged.map(({ place, key }) => ({ place, name: `Line ${Number(key)}` })), [damaged]);
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
        sort: { id: 'time', desc: sort === 'newest' },
        onSort: ({ desc }) => onSort(desc ? 'newest' : 'oldest'),
        loading,
      }}
      opening={{ ...opening, beside: true }}
      exports={exports}
      empty={empty}
      {...(note === undefined ? {} : { note })}
    />
  );
}
