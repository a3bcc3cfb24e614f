import type { ExportFilter, ExportType } from '../contracts/export.ts';
import { platformFilter } from '../domain/exports/rules.ts';
import type { ExportRow } from '../domain/exports/sheets.ts';
import type { TableExport } from '../domain/exports/tableExport.ts';
import { plural } from '../domain/format.ts';
import type { FreshnessState } from '../domain/freshness/freshness.ts';
import { useDisabledReason } from './acts/useMay.ts';

/** A screen's description of its table for an export. */
export interface ExportWish<Type extends ExportType, Shown> {
  readonly type: Type;
  readonly title: string;
  /** The table's current filter and order; default values are null or '' and left out. */
  readonly filter: Readonly<Record<string, string | number | boolean | null>>;
  readonly count: number;
  readonly freshness: FreshnessState;
  readonly missing?: string | null;
  /** Rows of the table that are damaged on this device (F-25) and so missing in the file. */
  readonly unread: number;
  /** All stored rows that match the filter, for use when the platform is out of reach; `shown` are the table's rows, in its order. */
  readonly rows: (shown: readonly Shown[]) => readonly ExportRow<Type>[] | Promise<readonly ExportRow<Type>[]>;
}

/** An export of a table (C-50, D-28): CSV or JSON of the filtered rows, with the platform's signed record. The code is loaded on demand. */
export function useExport<Type extends ExportType, Shown>(wish: ExportWish<Type, Shown>): TableExport<Shown> {
  const disabledReason = useDisabledReason('export:data');
  const { type, title, count, freshness, missing = null, unread, rows } = wish;
  const filter = platformFilter(type, exportFilterOf(wish.filter));
  return {
    title,
    filter,
    count,
    freshness,
    missing:
      unread === 0
        ? missing
        : [missing, `${plural(unread, 'row')} on this device could not be read and ${unread === 1 ? 'is' : 'are'} not in the file.`]
            .filter(Boolean)
            .join(' '),
    disabledReason,
    prepare: async (format, shown) => {
      const { prepareExport } = await import('./prepareExport.ts');
      return prepareExport({ type, format, filter, freshness, rows: () => rows(shown) });
    },
  };
}

/** The filter without empty values, cut to the contract's lengths. */
function exportFilterOf(wished: ExportWish<ExportType, unknown>['filter']): ExportFilter {
  return Object.fromEntries(
    Object.entries(wished).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, typeof value === 'string' ? value.slice(0, 200) : value]],
    ),
  );
}
