import { countSchema, idSchema, isoTimeSchema, sha256Schema } from './primitives.ts';
import { z } from './zod.ts';

/** Every table that the console can export (D-28). */
export const exportTypes = [
  'verifications',
  'evidence_packs',
  'dead_letters',
  'stage_changes',
  'refinance_portfolios',
  'rbf_payments',
  'rbf_milestones',
  'compliance_reports',
  'ai_overrides',
  'ai_trail',
  'component_latency',
  'incidents',
  'incident_services',
  'audit_records',
  'users',
] as const;
export const exportTypeSchema = z.enum(exportTypes);
export type ExportType = z.infer<typeof exportTypeSchema>;

/** Forms of an exported file. */
export const exportFormats = ['csv', 'json'] as const;
export const exportFormatSchema = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** Filter and sort order of the table, under the console's names. Empty object: no filter. */
export const exportFilterSchema = z
  .record(z.string().check(z.regex(/^[a-z][A-Za-z]{0,31}$/)), z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean()]))
  .check(z.refine((filter) => Object.keys(filter).length <= 20));
export type ExportFilter = Readonly<z.infer<typeof exportFilterSchema>>;

/**
 * POST /api/exports: which rows, filtered and sorted how (D-53). The platform produces the file. `seenAsOf` is the age of the rows that
 * the user saw; it is recorded but not signed, because only the device knows it.
 */
export const exportRequestSchema = z.object({
  exportType: exportTypeSchema,
  format: exportFormatSchema,
  filter: exportFilterSchema,
  seenAsOf: z.optional(z.nullable(isoTimeSchema)),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

/** The signed export record (C-50). `filter_hash` is the SHA-256 of the filter's RFC 8785 form; `covenant_hash` as in reports; `signature` a compact
 * JWS whose payload is in `src/evidence/README.md`. */
export const exportRecordSchema = z.object({
  tenant_id: idSchema,
  export_type: exportTypeSchema,
  filter_hash: sha256Schema,
  covenant_hash: z.optional(sha256Schema),
  fx_snapshot_id: z.optional(z.string()),
  signer_kid: z.string(),
  sign_ts: isoTimeSchema,
  signature: z.string(),
});

/** Export metadata (C-50). After `expiresAt` the figures should be exported again; the signature stays valid. */
export const exportMetadataSchema = z.object({
  exportedAt: isoTimeSchema,
  exportedBy: z.string(),
  /** Account id of `exportedBy` (D-60); absent in records older than that signed field. */
  exportedById: z.optional(idSchema),
  filterHash: sha256Schema,
  expiresAt: isoTimeSchema,
  recordCount: countSchema,
});

/** The exported file: name, format, size and hash. */
export const exportedFileSchema = z.object({ name: z.string(), format: exportFormatSchema, sizeBytes: countSchema, sha256: sha256Schema });

/** Sequence number of the platform's log when it read the rows, and the time. */
export const exportAsOfSchema = z.object({ seq: countSchema, at: isoTimeSchema });

/** Answer of POST /api/exports: the file and its signed record. `content` is the file's text, `filter` the filter that was applied. */
export const exportAnswerSchema = z.object({
  record: exportRecordSchema,
  metadata: exportMetadataSchema,
  filter: exportFilterSchema,
  file: exportedFileSchema,
  asOf: exportAsOfSchema,
  content: z.string(),
});
export type ExportAnswer = z.infer<typeof exportAnswerSchema>;

/**
 * The file beside an exported one: all that `npm run verify -- --kind export` needs besides the keys. Records from before the platform
 * produced the rows itself (D-53) have no `asOf`; their `dataAsOf` is the console's unsigned statement of the rows' age.
 */
export const exportProofSchema = z.object({
  record: exportRecordSchema,
  metadata: exportMetadataSchema,
  filter: exportFilterSchema,
  file: exportedFileSchema,
  asOf: z.optional(exportAsOfSchema),
  dataAsOf: z.optional(z.nullable(isoTimeSchema)),
});
export type ExportProof = z.infer<typeof exportProofSchema>;
