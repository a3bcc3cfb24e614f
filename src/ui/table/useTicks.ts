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
  return {
    tick,
    boxes: {
      ids,
      may,
      all: tickable.length > 0 && tickable.every((id) => ids.has(id)),
      some: ids.size > 0,
      onAll: (on: boolean) => onChange(on ? new Set(tickable) : new Set()),
      toggle: (index: number) => {
        const row = rowAt(index);
        if (row !== undefined) tick(index, !ids.has(rowId(row)));
      },
    },
  };
}
