import { exportProofSchema } from '../contracts/export.ts';
import { portfolioSchema } from '../contracts/portfolio.ts';
import { rbfPaymentSchema } from '../contracts/rbf.ts';
import { issbReportSchema, pcafReportSchema } from '../contracts/report.ts';
import type { RecordKind, SignedRecord } from '../contracts/verdict.ts';
import { MAX_JWS_LENGTH } from './jws.ts';
import { faultsOf, type Parsed, textWithin } from './parse.ts';
import { type JsonLimits, parseStrictJson } from './strictJson.ts';

/** A report of a thousand asset classes is below one megabyte; other records are a few kilobytes. */
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;
/** Maximum size of a signature kept in a file of its own, bytes: it may end with a line break. */
export const MAX_PROOF_BYTES = MAX_JWS_LENGTH + 2;
const limits: JsonLimits = { maxLength: MAX_RECORD_BYTES, maxDepth: 8, maxValues: 200_000 };

const schemas = { portfolio: portfolioSchema, payment: rbfPaymentSchema, export: exportProofSchema } as const;

/** A report's schema is chosen by its members, so that faults are reported for its own kind. */
function schemaOf(kind: RecordKind, value: unknown) {
  if (kind !== 'report') return schemas[kind];
  return typeof value === 'object' && value !== null && 'emissionReductions' in value ? issbReportSchema : pcafReportSchema;
}

/**
 * Parses a signed record from untrusted text or bytes: checks only the shape, and reports all bad fields. Returns the value as it was in
 * the file, not as stripped by the schema, so that additional members are hashed too.
 * @param proof the content of a report's second file; null if the report contains it
 */
export function parseRecord(kind: RecordKind, input: string | Uint8Array, proof: string | Uint8Array | null = null): Parsed<SignedRecord> {
  const text = textWithin(input, MAX_RECORD_BYTES);
  const json = text.ok ? parseStrictJson(text.value, limits) : text;
  if (!json.ok) return json;
  let { value } = json;
  if (kind === 'report' && proof !== null) {
    const proven = withProof(value, proof);
    if (!proven.ok) return proven;
    value = proven.value;
  }
  const shape = schemaOf(kind, value).safeParse(value);
  if (!shape.success) return { ok: false, faults: faultsOf(shape.error.issues, `the ${kind}`) };
  // Safe: checked with the schema of this kind above. The caller that has an export's file hashes it.
  return { ok: true, value: (kind === 'export' ? { kind, value, fileHash: null } : { kind, value }) as SignedRecord };
}

/** The report with its proof in the platform's place for it. Two different proofs for one report are refused. */
function withProof(report: unknown, proof: string | Uint8Array): Parsed<unknown> {
  const text = textWithin(proof, MAX_PROOF_BYTES);
  if (!text.ok) return { ok: false, faults: text.faults.map((fault) => ({ ...fault, text: `proof: ${fault.text}` })) };
  const jws = text.value.trim();
  if (typeof report !== 'object' || report === null || Array.isArray(report)) return { ok: true, value: report };
  if ('proofFile' in report && report.proofFile !== jws)
    return { ok: false, faults: [{ code: 'bad_field', text: 'proofFile: another proof than the one given beside the report' }] };
  return { ok: true, value: { ...report, proofFile: jws } };
}
