import { type Column, type Sort, sortFrom, sortWord } from './columns.ts';

/** A list's order as its screen keeps it in the address. */
export interface OrderInAddress {
  /** As `sortWord` writes it; null for the default order. */
  readonly sort: string | null;
  readonly onSort: (sort: string | null) => void;
}

/**
 * A table's order, kept in the address, so that it survives links, saved views and reloads. The default order is never
 * written: neither `usual` nor, for a list whose default order no column names, a third press on the same header.
 * @param usual the default order; null if no column names it
 */
export function keptOrder<Row>(
  columns: readonly Column<Row>[],
  { sort, onSort }: OrderInAddress,
  usual: Sort | null,
): { readonly sort: Sort | null; readonly onSort: (next: Sort) => void } {
  const held = sortFrom(sort);
  const opens = (next: Sort): boolean => {
    if (usual !== null) return sortWord(next) === sortWord(usual);
    const descFirst = columns.find(({ id }) => id === next.id)?.descFirst ?? false;
    return held?.id === next.id && held.desc !== descFirst;
  };
  return { sort: held, onSort: (next: Sort) => onSort(opens(next) ? null : sortWord(next)) };
}
