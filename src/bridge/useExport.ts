import type { ExportFilter, ExportType } from '../contracts/export.ts';
import { platformFilter } from '../domain/exports/rules.ts';
import type { ExportRow } from '../domain/exports/sheets.ts';
import type { TableExport } from '../domain/exports/tableExport.ts';
import { plural } from '../domain/format.ts';
import type { FreshnessState } from '../domain/freshness.ts';
import { useBarred } from './useMay.ts';

/** What a screen says of its table, so that it can be taken away. */
export interface ExportWish<Type extends ExportType, Shown> {
  readonly type: Type;
  readonly title: string;
  /** What narrows and orders the table now; what is as it opens is null or '' and left out. */
  readonly filter: Readonly<Record<string, string | number | boolean | null>>;
  readonly count: number;
  readonly freshness: FreshnessState;
  readonly missing?: string | null;
  /** Rows of the table that are damaged on this device (F-25), and so in no file. */
  readonly unread: number;
  /** All rows of this device that the filter leaves, for where the platform is out of reach; `shown` are those that the table holds, in its order. */
  readonly rows: (shown: readonly Shown[]) => readonly ExportRow<Type>[] | Promise<readonly ExportRow<Type>[]>;
}

/**
 * An export of a table (C-50, D-28): CSV or JSON of what is filtered, with the platform's signed record. The work is in code of its own,
 * fetched when somebody asks.
 */
export function useExport<Type extends ExportType, Shown>(wish: ExportWish<Type, Shown>): TableExport<Shown> {
  const barred = useBarred('export:data');
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
    barred,
    prepare: async (format, shown) => {
      const { prepareExport } = await import('./prepareExport.ts');
      return prepareExport({ type, format, filter, freshness, rows: () => rows(shown) });
    },
  };
}

/** The filter without what does not narrow, cut to what the contract takes. */
function exportFilterOf(wished: ExportWish<ExportType, unknown>['filter']): ExportFilter {
  return Object.fromEntries(
    Object.entries(wished).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, typeof value === 'string' ? value.slice(0, 200) : value]],
    ),
  );
}
