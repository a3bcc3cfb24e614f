import type { ExportFilter, ExportFormat } from '../../contracts/export.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { FreshnessState } from '../freshness.ts';

/** A file to take away. */
export interface ExportFile {
  readonly name: string;
  readonly mimeType: string;
  readonly text: string;
}

/** What became of an export. `refused`: nothing was made, since this person or this moment may not. */
export type ExportOutcome =
  | {
      readonly state: 'signed';
      readonly data: ExportFile;
      readonly proof: ExportFile;
      readonly kid: string;
      readonly expiresAt: string;
      /** When the platform read the rows, ISO 8601. */
      readonly asOf: string;
      /** How many rows the platform has put into it, which may be more than this device held. */
      readonly count: number;
    }
  /** The platform could not be reached: the rows of this device, which nobody signs (K-9, D-53). */
  | { readonly state: 'unsigned'; readonly data: ExportFile; readonly problem: Problem; readonly count: number }
  | { readonly state: 'refused'; readonly problem: Problem };

/** What a table gives away, and how: made by the bridge, offered by the table, which knows neither platform nor role. */
export interface TableExport<Shown> {
  /** 'Verifications': what is taken, in words. */
  readonly title: string;
  readonly filter: ExportFilter;
  /** How many rows this device holds of it. */
  readonly count: number;
  readonly freshness: FreshnessState;
  /** What this device does not hold although the table has it, as a sentence; null when it holds all. */
  readonly missing: string | null;
  /** Why this person may not; null for those who may (D-6). */
  readonly barred: string | null;
  /** @param shown the rows as the table has them, in its order */
  readonly prepare: (format: ExportFormat, shown: readonly Shown[]) => Promise<ExportOutcome>;
}

/** The name of an exported file, from the moment as of which its rows are: 'rbf-payments-20251118T112606Z'. `at` is ISO 8601. */
export function exportFileName(type: string, at: string): string {
  return `${type.replaceAll('_', '-')}-${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/**
 * The name of a file of this device's own rows, which nobody has signed: by the moment as of which the rows are, as the platform's files are. By when it was made, a file of an hour
 * into an outage would look like the platform's of that minute. @param madeAt epoch milliseconds on the server's clock, for rows of no known age
 */
export function unsignedFileName(type: string, freshness: FreshnessState, madeAt: number, format: ExportFormat): string {
  const at = freshness.kind === 'never' ? madeAt : Math.min(madeAt, freshness.at);
  return `${exportFileName(type, new Date(at).toISOString())}.unsigned.${format}`;
}
