import { useCallback } from 'react';
import type { TableOf, TableSelection } from './table.ts';

const everyRow = () => true;

/** The boxes of a table; null if its rows are not ticked. @param rows the loaded rows */
export function useTicks<Row>(
  { rowId }: TableOf<Row>,
  rows: readonly Row[],
  rowAt: (index: number) => Row | undefined,
  selection: TableSelection<Row> | null,
) {
  const { ids, onChange, may = everyRow } = selection ?? {};
  const tick = useCallback(
    (index: number, on: boolean) => {
      const row = rowAt(index);
      if (row === undefined || ids === undefined || !may(row)) return;
      const next = new Set(ids);
      if (on) next.add(rowId(row));
      else next.delete(rowId(row));
      onChange?.(next);
    },
    [rowAt, ids, rowId, onChange, may],
  );
  if (ids === undefined || onChange === undefined) return { tick, boxes: null };
  const tickable = rows.filter(may).map(rowId);
  const here = new Set(rows.map(rowId));
  // Rows on other pages, or hidden by a filter, keep their ticks.
  const elsewhere = [...ids].filter((id) => !here.has(id));
  return {
    tick,
    boxes: {
      ids,
      may,
      all: tickable.length > 0 && tickable.every((id) => ids.has(id)),
      some: elsewhere.length < ids.size,
      onAll: (on: boolean) => onChange(new Set(on ? [...elsewhere, ...tickable] : elsewhere)),
      toggle: (index: number) => {
        const row = rowAt(index);
        if (row !== undefined) tick(index, !ids.has(rowId(row)));
      },
    },
  };
}
