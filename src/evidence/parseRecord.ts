import { exportProofSchema } from '../contracts/export.ts';
import { portfolioSchema } from '../contracts/portfolio.ts';
import { rbfPaymentSchema } from '../contracts/rbf.ts';
import { issbReportSchema, pcafReportSchema } from '../contracts/report.ts';
import type { RecordKind, SignedRecord } from '../contracts/verdict.ts';
import { MAX_JWS_LENGTH } from './jws.ts';
import { faultsOf, type Parsed, textWithin } from './parse.ts';
import { type JsonLimits, parseStrictJson } from './strictJson.ts';

/** A report of a thousand asset classes is below a megabyte; the others are a few kilobytes. */
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;
export const MAX_PROOF_BYTES = MAX_JWS_LENGTH + 2;
const limits: JsonLimits = { maxLength: MAX_RECORD_BYTES, maxDepth: 8, maxValues: 200_000 };

const schemas = { portfolio: portfolioSchema, payment: rbfPaymentSchema, export: exportProofSchema } as const;

/** A report's by what it reports, so that what is wrong with it is told of its own kind. */
function schemaOf(kind: RecordKind, value: unknown) {
  if (kind !== 'report') return schemas[kind];
  return typeof value === 'object' && value !== null && 'emissionReductions' in value ? issbReportSchema : pcafReportSchema;
}

/**
 * A signed record from untrusted text or bytes: shape only, all bad fields. The value is what stood in the file and not what the schema
 * leaves of it: a member more must not escape the hash.
 * @param proof the content of a report's second file; null where the report holds it itself
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
  // Of the kind's schema, which was just asked. Whoever holds an export's file hashes it.
  return { ok: true, value: (kind === 'export' ? { kind, value, fileHash: null } : { kind, value }) as SignedRecord };
}

/** The report with its proof in the place where the platform has it. Two different proofs for one report are nobody's to choose between. */
function withProof(report: unknown, proof: string | Uint8Array): Parsed<unknown> {
  const text = textWithin(proof, MAX_PROOF_BYTES);
  if (!text.ok) return { ok: false, faults: text.faults.map((fault) => ({ ...fault, text: `proof: ${fault.text}` })) };
  const jws = text.value.trim();
  if (typeof report !== 'object' || report === null || Array.isArray(report)) return { ok: true, value: report };
  if ('proofFile' in report && report.proofFile !== jws)
    return { ok: false, faults: [{ code: 'bad_field', text: 'proofFile: another proof than the one given beside the report' }] };
  return { ok: true, value: { ...report, proofFile: jws } };
}
