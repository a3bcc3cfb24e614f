import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { cutText, formatCount } from '../../domain/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { messageLength } from './model.ts';

/** The document's columns (C-28). Outside the component: their identity matters to the table. */
const columns: readonly Column<DeadLetter>[] = [
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
    width: 260,
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
    width: 130,
    align: 'end',
    priority: 2,
    descFirst: true,
    sortValue: ({ failedAt }) => failedAt,
    cell: ({ failedAt }) => <Time at={failedAt} as="when" inRow />,
  },
];

interface LetterTableProps {
  readonly letters: readonly DeadLetter[];
  readonly selected: string | null;
  readonly onOpen: (itemId: string) => void;
}

/** The dead letters in one sortable table; cards on a phone. */
export function LetterTable({ letters, selected, onOpen }: LetterTableProps) {
  return (
    <DataTable
      label="Dead letters"
      columns={columns}
      rows={letters}
      rowId={({ itemId }) => itemId}
      rowName={({ itemId }) => `dead letter ${itemId}`}
      card={({ itemId, errorCode, errorMessage, failedAt }) => ({
        title: cutText(errorMessage, messageLength),
        meta: (
          <span className="uk-mono">
            {itemId} · {errorCode}
          </span>
        ),
        aside: <Time at={failedAt} as="when" inRow />,
      })}
      onOpen={({ itemId }) => onOpen(itemId)}
      selectedId={selected}
      defaultSort={{ id: 'failedAt', desc: true }}
      empty={null}
    />
  );
}
