import type { ReactNode } from 'react';
import { rem } from '../theme/units.ts';

/** Sort order of a table. */
export interface Sort {
  readonly id: string;
  readonly desc: boolean;
}

/** One column of a DataTable. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Minimum width in px at the browser's own text size; `grow` shares the remaining space. */
  readonly width: number;
  readonly grow?: number;
  /** For numbers and actions. */
  readonly align?: 'end';
  /** 1 is never hidden; the highest number is hidden first on narrow screens. */
  readonly priority: 1 | 2 | 3 | 4 | 5;
  /** Sort key; without it the column is not sortable (unless the caller sorts: `sortable`). */
  readonly sortValue?: (row: Row) => string | number;
  /** Sortable by the caller (`onSort`), for windowed rows. */
  readonly sortable?: boolean;
  /** The first press sorts descending: times and numbers. */
  readonly descFirst?: boolean;
  /** The header is for screen readers only: a column of buttons or checkboxes. */
  readonly headerHidden?: boolean;
}

/**
 * Ids of the columns that fit into `widthPx` (px at the browser's own text size): those with the highest priority number are hidden first, among equals the last ones.
 * Priority 1 is never hidden. Pure.
 */
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

/** Grid template of the visible columns. If none grows, the last does, so that rows reach the edge. */
export function templateOf<Row>(columns: readonly Column<Row>[]): string {
  const growing = columns.some(({ grow }) => (grow ?? 0) > 0);
  return columns
    .map(({ width, grow = 0 }, index) => {
      const share = grow > 0 ? grow : !growing && index === columns.length - 1 ? 1 : 0;
      return share > 0 ? `minmax(${rem(width)}, ${share}fr)` : rem(width);
    })
    .join(' ');
}

/** Next order when a header is pressed: first order, reversed, first again. Pure. */
export function nextSort(current: Sort | null, id: string, descFirst: boolean): Sort {
  return current?.id === id ? { id, desc: !current.desc } : { id, desc: descFirst };
}

/** A sort order as one word in the address: the column, with a minus for descending. */
export function sortWord({ id, desc }: Sort): string {
  return `${desc ? '-' : ''}${id}`;
}

/** Parses a sort word; null if malformed. The table ignores columns that it does not have. */
export function sortFrom(word: string | null): Sort | null {
  const [, minus, id] = /^(-?)([A-Za-z]{1,32})$/.exec(word ?? '') ?? [];
  return id === undefined ? null : { id, desc: minus === '-' };
}
