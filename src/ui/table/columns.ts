import type { ReactNode } from 'react';

/** How a column is sorted now. */
export interface Sort {
  readonly id: string;
  readonly desc: boolean;
}

/** One column of a DataTable. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Least width in px; `grow` shares what is left over. */
  readonly width: number;
  readonly grow?: number;
  /** Numbers and actions stand right. */
  readonly align?: 'end';
  /** 1 stays always; the highest number leaves first when the table gets narrow. */
  readonly priority: 1 | 2 | 3 | 4 | 5;
  /** What it is sorted by; without it the column is not sortable (unless the caller sorts: `sortable`). */
  readonly sortValue?: (row: Row) => string | number;
  /** Sortable by the caller (`onSort`), for windowed rows. */
  readonly sortable?: boolean;
  /** First press sorts downwards: times and numbers. */
  readonly descFirst?: boolean;
  /** No words in the head, only for readers: a column of buttons or boxes. */
  readonly headerHidden?: boolean;
}

/** Which columns fit into `widthPx`: those of the highest priority number leave first, of these the last ones first.
 * Columns of priority 1 never leave. Pure. */
export function fittingColumns<Row>(columns: readonly Column<Row>[], widthPx: number): ReadonlySet<string> {
  const kept = new Map(columns.map((column, index) => [column.id, { column, index }]));
  const total = () => [...kept.values()].reduce((sum, { column }) => sum + column.width, 0);
  while (total() > widthPx) {
    const leaving = [...kept.values()]
      .filter(({ column }) => column.priority > 1)
      .sort((a, b) => b.column.priority - a.column.priority || b.index - a.index)[0];
    if (leaving === undefined) break;
    kept.delete(leaving.column.id);
  }
  return new Set(kept.keys());
}

/** The grid template of the columns in sight. If none of them grows, the last does, so that rows reach the edge. */
export function templateOf<Row>(columns: readonly Column<Row>[]): string {
  const growing = columns.some(({ grow }) => (grow ?? 0) > 0);
  return columns
    .map(({ width, grow = 0 }, index) => {
      const share = grow > 0 ? grow : !growing && index === columns.length - 1 ? 1 : 0;
      return share > 0 ? `minmax(${width}px, ${share}fr)` : `${width}px`;
    })
    .join(' ');
}

/** The next order when a head is pressed: first press, then the other way, then the first again. Pure. */
export function nextSort(current: Sort | null, id: string, descFirst: boolean): Sort {
  return current?.id === id ? { id, desc: !current.desc } : { id, desc: descFirst };
}

/** An order as one word of an address: the column, after a minus where it is downwards. */
export function sortWord({ id, desc }: Sort): string {
  return `${desc ? '-' : ''}${id}`;
}

/** The order that a word of an address means; null where there is none. A column that a table does not have is left to the table. */
export function sortFrom(word: string | null): Sort | null {
  const [, minus, id] = /^(-?)([A-Za-z]{1,32})$/.exec(word ?? '') ?? [];
  return id === undefined ? null : { id, desc: minus === '-' };
}
