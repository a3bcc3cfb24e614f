import { PROOF_FORMAT, type Proof, proofSchema } from '../../contracts/proof.ts';
import { faultsOf, type Parsed, textWithin } from '../parse.ts';
import { type JsonLimits, parseStrictJson } from '../strictJson.ts';

/**
 * A report of four megabytes, a pack of ten thousand files and a thousand links fit. Larger input is refused before it is read (command
 * line) or parsed.
 */
export const MAX_PROOF_FILE_BYTES = 8 * 1024 * 1024;
const limits: JsonLimits = { maxLength: MAX_PROOF_FILE_BYTES, maxDepth: 12, maxValues: 400_000 };

/**
 * Parses a proof from untrusted text or bytes: checks only the shape, and reports all bad fields by path, starting with the part. Returns
 * the value as it was in the file, not as stripped by the schema, so that additional members of a record are hashed too. Everything but
 * the record is strict, so nothing else could be stripped.
 */
export function parseProof(input: string | Uint8Array): Parsed<Proof> {
  const text = textWithin(input, MAX_PROOF_FILE_BYTES);
  const json = text.ok ? parseStrictJson(text.value, limits) : text;
  if (!json.ok) return json;
  const { value } = json;
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format !== PROOF_FORMAT) return { ok: false, faults: [{ code: 'bad_field', text: `format: not ${PROOF_FORMAT}` }] };
  const shape = proofSchema.safeParse(value);
  if (!shape.success) return { ok: false, faults: faultsOf(shape.error.issues, 'the proof') };
  return { ok: true, value: value as Proof }; // safe: checked with the schema above
}
