import type { ExportFormat, ExportType } from '../../contracts/export.ts';
import type { ReportKind } from '../../contracts/report.ts';
import { canonicalJson } from '../encoding/canonicalJson.ts';

/**
 * The signed parts of a portfolio, payment, report and export (D-33): the RFC 8785 form of their fields under a JWS `typ` of its own, so
 * that a signature is valid for one kind only. Members are in the RFC's order; for these flat shapes of texts and finite numbers
 * JSON.stringify IS that form (a test compares it with the canonicalize library).
 *
 * Portfolios and payments are signed with all facts known at signing (D-52); `recordFields.ts` lists them and their place in the record.
 * Later events are separate statements that name the first by the SHA-256 of its payload.
 */
export const PORTFOLIO_FACTS_TYP = 'portfolio-facts+jws';
export const PAYMENT_FACTS_TYP = 'rbf-payment-facts+jws';
export const PORTFOLIO_MOVED_TYP = 'portfolio-moved+jws';
export const PAYMENT_MOVED_TYP = 'rbf-payment-moved+jws';
/** The older form, used before all facts were signed: still read, and what it lacks is stated. */
export const PORTFOLIO_TYP = 'portfolio-covenant+jws';
export const PAYMENT_TYP = 'rbf-payment+jws';
export const REPORT_TYP = 'compliance-report+jws';
/** An export whose hash and count the console sent: still read, no longer signed (D-53). */
export const OLD_EXPORT_TYP = 'export-record+jws';
/** An export made by the platform. */
export const EXPORT_TYP = 'export-file+jws';

/** The RFC 8785 form of the flat payloads of portfolios and payments, in either form. @throws RangeError for non-finite numbers */
export const canonicalFacts = (facts: Readonly<Record<string, string | number>>): string => canonicalJson(facts);
/** The text whose SHA-256 is signed for a portfolio's sites; independent of their order. */
export const siteCodesText = (siteCodes: readonly string[]): string => JSON.stringify(siteCodes.toSorted());

/**
 * The signed payload of a report. `reportHash` covers the whole report: the SHA-256 of the RFC 8785 form without its `proofFile`; the
 * other members show at a glance what was signed. `covenantHash` is that of the covenants in the report's basis (`covenantsBinding`).
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
 * The signed payload of an old export: a hash and count sent by a console, so it proves nothing about the rows. `signTs` and the other
 * times are ISO 8601, verbatim.
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
 * The signed payload of an export: the file that the platform made of its own rows (`contentHash`: SHA-256 of its bytes; name; size in
 * bytes), its filter, the position of the log when it was read, and who took it and when.
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

/** The text that is signed for a report. */
export function canonicalReportPayload({ covenantHash, generatedAt, kind, reportHash, reportId, tenantId }: ReportPayload): string {
  return JSON.stringify({ covenantHash, generatedAt, kind, reportHash, reportId, tenantId });
}

/** The text that was signed for an old export; absent members are left out. @throws RangeError if `recordCount` is not finite */
export function canonicalOldExportPayload(payload: OldExportPayload): string {
  const { contentHash, covenantHash, expiresAt, exportType, exportedAt, exportedBy, filterHash, format, fxSnapshotId, signTs } = payload;
  // JSON.stringify omits undefined members; 'exportT' sorts before 'exported', since capitals come first.
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

/** The text that is signed for an export; absent members are left out. @throws RangeError if a number is not finite */
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

/**
 * The single hash for a report's covenants: the hash of a single covenant, else the SHA-256 of the returned text, the RFC 8785 form of
 * the hashes in ascending order.
 */
export function covenantsBinding(covenants: readonly string[]): { readonly hash: string } | { readonly text: string } {
  const [only] = covenants;
  return covenants.length === 1 && only !== undefined ? { hash: only } : { text: JSON.stringify(covenants.toSorted()) };
}
