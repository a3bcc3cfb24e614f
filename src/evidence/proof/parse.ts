import { PROOF_FORMAT, type Proof, proofSchema } from '../../contracts/proof.ts';
import { faultsOf, type Parsed, textWithin } from '../parse.ts';
import { type JsonLimits, parseStrictJson } from '../strictJson.ts';

/** A report of four megabytes, a pack of ten thousand files and a thousand links are below it; this is refused before a byte is read (command line) or parsed. */
export const MAX_PROOF_FILE_BYTES = 8 * 1024 * 1024;
const limits: JsonLimits = { maxLength: MAX_PROOF_FILE_BYTES, maxDepth: 12, maxValues: 400_000 };

/**
 * A proof from untrusted text or bytes: shape only, all bad fields, each by its path, whose first step is the part that it stands in. The value is what stood in the file and
 * not what the schema leaves of it: a member more of a record must not escape its hash. Everything but the record is strict, so there is nothing else to leave.
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
  return { ok: true, value: value as Proof }; // of the schema, which was just asked
}
