import type { ExportFilter, ExportFormat } from '../../contracts/export.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { FreshnessState } from '../freshness/freshness.ts';

/** A file to download. */
export interface ExportFile {
  readonly name: string;
  readonly mimeType: string;
  readonly text: string;
}

/** The result of an export. `refused`: nothing was made, because the person may not or it is not possible now. */
export type ExportOutcome =
  | {
      readonly state: 'signed';
      readonly data: ExportFile;
      readonly proof: ExportFile;
      readonly kid: string;
      readonly expiresAt: string;
      /** When the platform read the rows, ISO 8601. */
      readonly asOf: string;
      /** Number of rows in the file, which may be more than this device holds. */
      readonly count: number;
    }
  /** The platform could not be reached: this device's rows, unsigned (K-9, D-53). */
  | { readonly state: 'unsigned'; readonly data: ExportFile; readonly problem: Problem; readonly count: number }
  | { readonly state: 'refused'; readonly problem: Problem };

/** What a table can export; made by the bridge and offered by the table, which knows neither platform nor role. */
export interface TableExport<Shown> {
  /** 'Verifications': the name of what is exported. */
  readonly title: string;
  readonly filter: ExportFilter;
  /** Number of its rows on this device. */
  readonly count: number;
  readonly freshness: FreshnessState;
  /** What this device lacks of the table, as a sentence; null if it holds all. */
  readonly missing: string | null;
  /** Why this person may not export; null if they may (D-6). */
  readonly disabledReason: string | null;
  /** @param shown the rows in the table's order */
  readonly prepare: (format: ExportFormat, shown: readonly Shown[]) => Promise<ExportOutcome>;
}

/** The name of an exported file, from the moment of its data: 'rbf-payments-20251118T112606Z'. `at` is ISO 8601. */
export function exportFileName(type: string, at: string): string {
  return `${type.replaceAll('_', '-')}-${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/**
 * The name of an unsigned file of this device's own rows, from the moment of the data as for the platform's files: with the time of
 * export, a file made during an outage would look like the platform's of that minute. @param madeAt epoch milliseconds on the server's
 * clock, for rows of unknown age
 */
export function unsignedFileName(type: string, freshness: FreshnessState, madeAt: number, format: ExportFormat): string {
  const at = freshness.kind === 'never' ? madeAt : Math.min(madeAt, freshness.at);
  return `${exportFileName(type, new Date(at).toISOString())}.unsigned.${format}`;
}
