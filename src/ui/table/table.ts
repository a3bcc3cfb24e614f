import type { ReactNode } from 'react';
import type { Href } from '../../domain/screens/link.ts';
import type { Column, Sort } from './columns.ts';
import type { OrderInAddress } from './keptOrder.ts';

/** Content of a row as a two-line card on a phone. */
export interface CardParts {
  readonly title: ReactNode;
  /** Second line, left side: ids. */
  readonly meta?: ReactNode;
  /** Right side: state or main number. */
  readonly aside?: ReactNode;
  /** Below `aside`. */
  readonly asideNote?: ReactNode;
  readonly actions?: ReactNode;
}

/** What the rows of a table are and how they look. Made once, outside the component or memoised: its identity matters. */
export interface TableOf<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  /** Name of a row for screen readers. */
  readonly rowName: (row: Row) => string;
  /** Card content of a row, on a phone. */
  readonly card: (row: Row) => CardParts;
  /** 68, or 88 if a card's title may need a second line. */
  readonly cardHeight?: 68 | 88;
  /** Container width below which rows become cards, px; 600 by default. */
  readonly cardsBelowPx?: number;
  /** 36, or 48 with avatars; at least 44 on touch screens. */
  readonly rowHeight?: 36 | 48;
  /** Order of whole rows that nobody has chosen another for; none, if no column names it. */
  readonly usual?: Sort;
  readonly skeletonRows?: number;
  /** Footer text while loading. */
  readonly loadingLabel?: string;
}

/** All rows; the table sorts them. */
interface WholeRows<Row> {
  readonly kind: 'whole';
  readonly rows: readonly Row[];
  readonly order: OrderInAddress;
  readonly loading?: boolean;
}

interface SortedByCaller<Row> {
  readonly rows: readonly Row[];
  /** By columns that are `sortable`. */
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort) => void;
  readonly loading?: boolean;
}

/** The visible window of more rows. */
interface RowWindow<Row> extends SortedByCaller<Row> {
  readonly kind: 'window';
  readonly total: number;
  /** Index of `rows[0]` among all. */
  readonly start: number;
  /** Indices of damaged rows, with their names: `rows` does not contain them, but they keep their place. */
  readonly damaged: readonly { readonly place: number; readonly name: string }[];
  /** Called with the visible indices (inclusive, with overscan). */
  readonly onRange: (first: number, last: number) => void;
}

/** One page of more rows. */
interface RowPage<Row> extends SortedByCaller<Row> {
  readonly kind: 'page';
  /** The page that `rows` are, counted from 1. */
  readonly loaded: { readonly page: number; readonly limit: number; readonly total: number; readonly totalPages: number };
  /** The page asked for. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Where a table's rows come from. */
export type TableSource<Row> = WholeRows<Row> | RowWindow<Row> | RowPage<Row>;

/** The records that rows open, by the ids of `TableOf.rowId`. */
export interface TableOpening {
  /** Id of the open row. */
  readonly id: string | null;
  readonly onOpen: (id: string) => void;
  /** Where a row's own link leads: it can be opened in another tab, copied and bookmarked. */
  readonly href: (id: string) => Href;
  /** It opens beside the table and takes columns from it. */
  readonly beside?: boolean;
}

/** Ticked rows. */
export interface TableSelection<Row> {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  /** False for rows that cannot be ticked now. */
  readonly may?: (row: Row) => boolean;
}
