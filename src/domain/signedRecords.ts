import type { ExportFormat, ExportType } from '../contracts/export.ts';
import type { ReportKind } from '../contracts/report.ts';
import { canonicalJson } from './canonicalJson.ts';

/**
 * What is signed of a portfolio, of a payment, of a report and of an export (D-33): the RFC 8785 form of the fields that matter, under a JWS `typ` of
 * its own so that no signature passes for another kind. The members stand in the order the RFC sorts them; for these flat
 * shapes of texts and finite numbers JSON.stringify IS that form (a test holds it against the canonicalize library).
 *
 * Of a portfolio and of a payment all facts known when signing are signed (D-52); which ones, and where they stand in the record, is in `recordFields.ts`.
 * What happens later is a statement of its own, which names the first by the SHA-256 of its payload.
 */
export const PORTFOLIO_FACTS_TYP = 'portfolio-facts+jws';
export const PAYMENT_FACTS_TYP = 'rbf-payment-facts+jws';
export const PORTFOLIO_MOVED_TYP = 'portfolio-moved+jws';
export const PAYMENT_MOVED_TYP = 'rbf-payment-moved+jws';
/** Signed until the facts were: read for good, and what they lack is said. */
export const PORTFOLIO_TYP = 'portfolio-covenant+jws';
export const PAYMENT_TYP = 'rbf-payment+jws';
export const REPORT_TYP = 'compliance-report+jws';
/** An export whose hash and count the console sent: read, and never signed any more (D-53). */
export const OLD_EXPORT_TYP = 'export-record+jws';
/** An export that the platform made. */
export const EXPORT_TYP = 'export-file+jws';

/** The RFC 8785 form of the flat payloads of portfolios and payments, in whichever form. Throws RangeError for what is no number. */
export const canonicalFacts = (facts: Readonly<Record<string, string | number>>): string => canonicalJson(facts);
/** The text whose SHA-256 is signed for the sites of a portfolio, in whatever order they are listed. */
export const siteCodesText = (siteCodes: readonly string[]): string => JSON.stringify(siteCodes.toSorted());

/**
 * A report is bound whole: `reportHash` is the SHA-256 of the RFC 8785 form of the report without its `proofFile`. The others say at a
 * glance what was signed. `covenantHash` is that of the covenants in the report's basis (`covenantsBinding`).
 */
export interface ReportPayload {
  readonly covenantHash: string;
  /** ISO 8601, verbatim. */
  readonly generatedAt: string;
  readonly kind: ReportKind;
  readonly reportHash: string;
  readonly reportId: string;
  readonly tenantId: string;
}

/**
 * What an old export was bound to: a hash and a count that a console sent, so that it says nothing of the rows. `signTs` and the other times are
 * ISO 8601, verbatim.
 */
export interface OldExportPayload {
  readonly contentHash: string;
  readonly covenantHash?: string;
  readonly expiresAt: string;
  readonly exportType: ExportType;
  readonly exportedAt: string;
  readonly exportedBy: string;
  readonly filterHash: string;
  readonly format: ExportFormat;
  readonly fxSnapshotId?: string;
  readonly recordCount: number;
  readonly signTs: string;
  readonly tenantId: string;
}

/**
 * An export is bound to the very file that the platform made of its own rows (`contentHash`, SHA-256 of its bytes; name; size in bytes), to what narrowed
 * them, to where its log stood when it read them, and to who took it when.
 */
export interface ExportPayload extends OldExportPayload {
  readonly asOf: string;
  readonly asOfSeq: number;
  readonly exportedById: string;
  readonly fileName: string;
  readonly sizeBytes: number;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError('a signed record holds only finite numbers');
  return value;
}

export function canonicalReportPayload({ covenantHash, generatedAt, kind, reportHash, reportId, tenantId }: ReportPayload): string {
  return JSON.stringify({ covenantHash, generatedAt, kind, reportHash, reportId, tenantId });
}

export function canonicalOldExportPayload(payload: OldExportPayload): string {
  const { contentHash, covenantHash, expiresAt, exportType, exportedAt, exportedBy, filterHash, format, fxSnapshotId, signTs } = payload;
  // JSON.stringify leaves out what is undefined; 'exportT' sorts before 'exported', as capitals do.
  return JSON.stringify({
    contentHash,
    covenantHash,
    expiresAt,
    exportType,
    exportedAt,
    exportedBy,
    filterHash,
    format,
    fxSnapshotId,
    recordCount: finite(payload.recordCount),
    signTs,
    tenantId: payload.tenantId,
  });
}

export function canonicalExportPayload(payload: ExportPayload): string {
  const { asOf, contentHash, covenantHash, expiresAt, exportType, exportedAt, exportedBy, exportedById, fileName, filterHash, format } =
    payload;
  return JSON.stringify({
    asOf,
    asOfSeq: finite(payload.asOfSeq),
    contentHash,
    covenantHash,
    expiresAt,
    exportType,
    exportedAt,
    exportedBy,
    exportedById,
    fileName,
    filterHash,
    format,
    fxSnapshotId: payload.fxSnapshotId,
    recordCount: finite(payload.recordCount),
    signTs: payload.signTs,
    sizeBytes: finite(payload.sizeBytes),
    tenantId: payload.tenantId,
  });
}

/** The one hash that stands for the covenants of a report: a single one's own, else the text whose SHA-256 it is, the RFC 8785 form of the hashes in ascending order. */
export function covenantsBinding(covenants: readonly string[]): { readonly hash: string } | { readonly text: string } {
  const [only] = covenants;
  return covenants.length === 1 && only !== undefined ? { hash: only } : { text: JSON.stringify(covenants.toSorted()) };
}
