import { useMemo } from 'react';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { cutText, formatCount } from '../../domain/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { OrderInAddress } from '../../ui/table/keptOrder.ts';
import type { TableOf, TableOpening } from '../../ui/table/table.ts';
import { Time } from '../../ui/time/Time.tsx';
import { FateBadge } from './GroupedLetters.tsx';
import { messageLength } from './model.ts';

/** A dead letter with the state of its promotion, if there is one. */
interface ListedLetter extends DeadLetter {
  readonly fate: 'pending' | 'sending' | null;
}

/**
 * The document's columns (C-28) and the promotion state. Defined outside the component so that the table gets the same array on every
 * render.
 */
const columns: readonly Column<ListedLetter>[] = [
  {
    id: 'itemId',
    header: 'Item ID',
    width: 120,
    priority: 1,
    sortValue: ({ itemId }) => itemId,
    cell: ({ itemId }) => <span className="uk-mono">{itemId}</span>,
  },
  {
    id: 'errorCode',
    header: 'Error code',
    width: 170,
    priority: 1,
    sortValue: ({ errorCode }) => errorCode,
    cell: ({ errorCode }) => <span className="uk-mono">{errorCode}</span>,
  },
  {
    id: 'errorMessage',
    header: 'Error message',
    width: 242,
    grow: 1,
    priority: 2,
    sortValue: ({ errorMessage }) => errorMessage,
    cell: ({ errorMessage }) => <span title={errorMessage}>{cutText(errorMessage, messageLength)}</span>,
  },
  {
    id: 'retryCount',
    header: 'Retries',
    width: 80,
    align: 'end',
    priority: 3,
    descFirst: true,
    sortValue: ({ retryCount }) => retryCount,
    cell: ({ retryCount }) => formatCount(retryCount),
  },
  {
    id: 'correlationId',
    header: 'Correlation ID',
    width: 180,
    priority: 5,
    sortValue: ({ correlationId }) => correlationId,
    cell: ({ correlationId }) => (
      <span className="uk-mono uk-fg2 uk-clip" title={correlationId}>
        {correlationId}
      </span>
    ),
  },
  {
    id: 'failedAt',
    header: 'Failed',
    width: 148,
    align: 'end',
    priority: 2,
    descFirst: true,
    sortValue: ({ failedAt }) => failedAt,
    cell: ({ failedAt }) => <Time at={failedAt} as="when" inRow />,
  },
  {
    id: 'state',
    header: 'State',
    width: 160,
    priority: 2,
    sortValue: ({ fate }) => fate ?? '',
    cell: ({ fate }) => (fate === null ? <span className="uk-fg3">In the queue</span> : <FateBadge fate={fate} />),
  },
];

/** What the table and the grouped list of dead letters have in common. */
export interface ListProps {
  readonly letters: readonly DeadLetter[];
  /** The item whose payload is open. */
  readonly opening: TableOpening;
  /** Items whose promotion is pending or being sent. */
  readonly busy: ReadonlyMap<string, 'pending' | 'sending'>;
  /** Ticked items; null hides the checkboxes, for users who may not promote. */
  readonly checked: ReadonlySet<string> | null;
  readonly onChecked: (ids: ReadonlySet<string>) => void;
  readonly exports: TableExport<DeadLetter>;
}

const isFree = ({ fate, version }: ListedLetter) => fate === null && version !== undefined;

const table: TableOf<ListedLetter> = {
  label: 'Dead letters',
  columns,
  // Newest failure first.
  usual: { id: 'failedAt', desc: true },
  rowId: ({ itemId }) => itemId,
  rowName: ({ itemId }) => `dead letter ${itemId}`,
  cardHeight: 88,
  card: ({ itemId, errorCode, errorMessage, failedAt, fate }) => ({
    title: cutText(errorMessage, messageLength),
    meta: (
      <span className="uk-mono">
        {itemId} · {errorCode}
      </span>
    ),
    aside: <Time at={failedAt} as="when" inRow />,
    ...(fate === null ? {} : { asideNote: fate === 'sending' ? 'Sending' : 'Waiting' }),
  }),
};

interface LetterTableProps extends ListProps {
  readonly order: OrderInAddress;
}

/** The dead letters in one sortable table; cards on a phone. */
export function LetterTable({ letters, order, opening, busy, checked, onChecked, exports }: LetterTableProps) {
  const rows = useMemo(
    () => letters.map((letter): ListedLetter => ({ ...letter, fate: busy.get(letter.itemId) ?? null })),
    [letters, busy],
  );
  return (
    <DataTable
      table={table}
      source={{ kind: 'whole', rows, order }}
      opening={{ ...opening, beside: true }}
      selection={checked === null ? null : { ids: checked, onChange: onChecked, may: isFree }}
      empty={null}
      exports={exports}
    />
  );
}
