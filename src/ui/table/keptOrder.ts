import { type Column, type Sort, sortFrom, sortWord } from './columns.ts';

/** A list's order as its screen keeps it in the address. */
export interface OrderInAddress {
  /** As `sortWord` writes it; null as the list opens. */
  readonly sort: string | null;
  readonly onSort: (sort: string | null) => void;
}

/**
 * What a DataTable is given so that its order stands in the address, and so in links, in saved views and after a reload. How the list opens is
 * never written: neither its usual order, nor, for a list that opens in an order that no column names, a third press on the same head.
 * @param usual the order in which the list opens; null where its rows come in it and no column names it
 */
export function keptOrder<Row>(columns: readonly Column<Row>[], { sort, onSort }: OrderInAddress, usual: Sort | null) {
  const held = sortFrom(sort);
  const opens = (next: Sort): boolean => {
    if (usual !== null) return sortWord(next) === sortWord(usual);
    const descFirst = columns.find(({ id }) => id === next.id)?.descFirst ?? false;
    return held?.id === next.id && held.desc !== descFirst;
  };
  return { sort: held, defaultSort: usual, onSort: (next: Sort) => onSort(opens(next) ? null : sortWord(next)) };
}
