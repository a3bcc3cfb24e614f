import type { ExportProof } from '../src/contracts/export.ts';
import type { RecordKind } from '../src/contracts/verdict.ts';
import { uncoveredWords } from '../src/domain/recordWords.ts';
import { sha256Hex } from '../src/evidence/bytes.ts';
import { lintKeys } from '../src/evidence/keys.ts';
import { MAX_JWKS_BYTES, parseJwks } from '../src/evidence/parse.ts';
import { MAX_PROOF_BYTES, MAX_RECORD_BYTES, parseRecord } from '../src/evidence/parseRecord.ts';
import { checkRecord } from '../src/evidence/records.ts';
import { readBounded, usable } from './verifyInput.ts';
import type { Options } from './verifyOptions.ts';
import { type CommandResult, printable, reasonsOf, tenantWord, word } from './verifyOutput.ts';

/** Most bytes of an exported file that are read. */
const MAX_EXPORT_BYTES = 512 * 1024 * 1024;

/** How a value is signed, for people. */
const coveredBy = { signature: 'the signature', statement: 'a later signed statement', hash: 'a hash that is signed' } as const;

/** The hash of an exported file; null where none was named. */
async function hashOf(path: string | null): Promise<string | null> {
  return path === null ? null : sha256Hex(await readBounded('exported file', path, MAX_EXPORT_BYTES));
}

/** What the record says of the export, for people; believed as far as `signed` says so. */
function exportFacts({ record, metadata, filter }: ExportProof, now: string): Readonly<Record<string, unknown>> {
  const { exportedAt, exportedBy, expiresAt, recordCount } = metadata;
  const expired = Date.parse(expiresAt) < Date.parse(now);
  return { export: { type: record.export_type, filter, recordCount, exportedBy, exportedAt, expiresAt, expired } };
}

/** Checks one signed record (D-33) with nothing but its file, a report's proof file or an exported file, and a key set. Throws `Unusable`. */
export async function verifyRecord(options: Options & { readonly kind: RecordKind }): Promise<CommandResult> {
  const { kind } = options;
  const text = await readBounded(kind, options.record, MAX_RECORD_BYTES);
  const proof = options.proof === null ? null : await readBounded('proof', options.proof, MAX_PROOF_BYTES);
  const parsed = usable(kind, parseRecord(kind, text, proof));
  const record = parsed.kind === 'export' ? { ...parsed, fileHash: await hashOf(options.data) } : parsed;
  const set = lintKeys(usable('key set', parseJwks(await readBounded('key set', options.jwks, MAX_JWKS_BYTES))));
  const verdict = await checkRecord(record, { set, fetchedAt: null }, options.tenant, new Date().toISOString());

  const { recordId, intact, signed, later, covers, notCovered, checkedAt } = verdict;
  const verified = verdict.outcome === 'verified';
  const parts = [intact, signed, later].filter((part) => part !== null);
  const output = {
    kind,
    recordId,
    verified,
    ...(intact === null ? {} : { intact: word(intact) }),
    signed: word(signed),
    ...(later === null ? {} : { signedSince: word(later) }),
    ...(record.kind === 'export' ? exportFacts(record.value, checkedAt) : {}),
    reasons: [...reasonsOf(parts), ...parts.flatMap((part) => (part.state === 'notCheckable' ? [`Not checked: ${part.reason}`] : []))],
    tenant: tenantWord(options.tenant, signed),
    keys: { trusted: [...set.trusted.keys()], refused: set.refused },
    checkedAt,
    covers: covers.map(({ field, value, by }) => ({ field, value, by: coveredBy[by] })),
    notCovered: notCovered.map(({ field, value, why, signed: other }) => ({
      field,
      value,
      why: uncoveredWords[why],
      ...(other === undefined ? {} : { signed: other.value, asOf: other.asOf }),
    })),
    details: { ...(intact === null ? {} : { intact }), signed, ...(later === null ? {} : { later }) },
  };
  return { exitCode: verified ? 0 : 1, output: printable(output) };
}
