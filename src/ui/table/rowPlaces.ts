import { useMemo, useState } from 'react';

/** Where the loaded rows of a table stand among all of them. */
export interface Places<Row> {
  /** The loaded rows in their order, and their ids. */
  readonly rows: readonly Row[];
  readonly ids: readonly string[];
  /** Undefined for rows that are not loaded, and for damaged ones. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly idAt: (index: number) => string | null;
  /** Null for a row that is not loaded. */
  readonly indexOf: (id: string) => number | null;
}

/**
 * @param model the loaded rows. The same array while they stay the same
 * @param start index of the first of them
 * @param damaged indices without a row
 * @param bare nothing is loaded yet, and skeletons stand in the rows' places
 */
export function usePlaces<Row>(
  model: readonly { readonly original: Row }[],
  rowId: (row: Row) => string,
  start: number,
  damaged: readonly { readonly place: number }[],
  bare: boolean,
): Places<Row> {
  const rows = useMemo(() => model.map(({ original }) => original), [model]);
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  return useMemo(() => {
    const without = new Set(damaged.map(({ place }) => place));
    let next = start;
    const indices = new Map<string, number>();
    const byIndex = new Map<number, Row>();
    rows.forEach((row, place) => {
      while (without.has(next)) next += 1;
      indices.set(ids[place] ?? '', next);
      byIndex.set(next, row);
      next += 1;
    });
    const rowAt = (index: number): Row | undefined => (bare ? undefined : byIndex.get(index));
    return {
      rows,
      ids,
      rowAt,
      idAt: (index) => {
        const row = rowAt(index);
        return row === undefined ? null : rowId(row);
      },
      indexOf: (id) => indices.get(id) ?? null,
    };
  }, [rows, ids, rowId, start, damaged, bare]);
}

/** The row at this index as it was last loaded: of a long list only the rows in sight are, and the one with the focus stays. */
export function useKept<Row>(index: number, row: Row | undefined): Row | undefined {
  const [kept, setKept] = useState<{ readonly index: number; readonly row: Row | undefined }>({ index, row });
  // Set while rendering, once per change, as React's documentation has it for what is remembered from earlier renders.
  if (row !== undefined && (kept.index !== index || kept.row !== row)) setKept({ index, row });
  return row ?? (kept.index === index ? kept.row : undefined);
}
