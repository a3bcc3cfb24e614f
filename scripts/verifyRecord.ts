import type { ExportProof } from '../src/contracts/export.ts';
import type { RecordKind, RecordVerdict, VerdictPart } from '../src/contracts/verdict.ts';
import { uncoveredLabels } from '../src/domain/records/recordLabels.ts';
import { sha256Hex } from '../src/evidence/bytes.ts';
import { lintKeys } from '../src/evidence/keys.ts';
import { MAX_JWKS_BYTES, parseJwks } from '../src/evidence/parse.ts';
import { MAX_PROOF_BYTES, MAX_RECORD_BYTES, parseRecord } from '../src/evidence/parseRecord.ts';
import { checkRecord } from '../src/evidence/records.ts';
import { checkReportProof } from '../src/evidence/reportProof.ts';
import { readBounded, Unusable, usable } from './verifyInput.ts';
import type { Options } from './verifyOptions.ts';
import { answered, type CommandResult, type NamedPart, printable, reasonsOf, tenantWord, unmetOf, word } from '../src/evidence/answer.ts';

/** Maximum bytes read of an exported file. */
const MAX_EXPORT_BYTES = 512 * 1024 * 1024;

/** How a value is covered, as text. */
const coveredBy = { signature: 'the signature', statement: 'a later signed statement', hash: 'a hash that is signed' } as const;

/** The hash of an exported file; null if none was given. */
async function hashOf(path: string | null): Promise<string | null> {
  return path === null ? null : sha256Hex(await readBounded('exported file', path, MAX_EXPORT_BYTES));
}

/** What the record states about the export, as text; only as trustworthy as `signed` says. */
function exportFacts({ record, metadata, filter, file, asOf }: ExportProof, now: string): Readonly<Record<string, unknown>> {
  const { exportedAt, exportedBy, exportedById, expiresAt, recordCount } = metadata;
  const expired = Date.parse(expiresAt) < Date.parse(now);
  const content = {
    type: record.export_type,
    filter,
    recordCount,
    file: file.name,
    sizeBytes: file.sizeBytes,
    asOf: asOf?.at,
    asOfSeq: asOf?.seq,
  };
  return { export: { ...content, exportedBy, exportedById, exportedAt, expiresAt, expired } };
}

/** Checks one signed record (D-33) from its file, a report's proof file or an exported file, and a key set. Throws `Unusable`. */
export async function verifyRecord(options: Options & { readonly kind: RecordKind }): Promise<CommandResult> {
  const { kind } = options;
  if (options.record === null) return verifyReportProof(options);
  const text = await readBounded(kind, options.record, MAX_RECORD_BYTES);
  const proof = options.proof === null ? null : await readBounded('proof', options.proof, MAX_PROOF_BYTES);
  const parsed = usable(kind, parseRecord(kind, text, proof));
  const record = parsed.kind === 'export' ? { ...parsed, fileHash: await hashOf(options.data) } : parsed;
  const set = lintKeys(usable('key set', parseJwks(await readBounded('key set', options.jwks, MAX_JWKS_BYTES))));
  const verdict = await checkRecord(record, { set, fetchedAt: null }, options.tenant, new Date().toISOString());

  const { recordId, intact, signed, later, covers, notCovered, checkedAt } = verdict;
  const parts = partsOf(options, verdict);
  const { exitCode, checked, notChecked } = answered(parts);
  const verified = verdict.outcome === 'verified' && exitCode === 0;
  const output = {
    kind,
    recordId,
    verified,
    signatureValid: signed.state === 'passed',
    checked,
    notChecked,
    ...(intact === null ? {} : { intact: word(intact) }),
    signed: word(signed),
    ...(later === null ? {} : { signedSince: word(later) }),
    ...(record.kind === 'export' ? exportFacts(record.value, checkedAt) : {}),
    reasons: reasonsOf([intact, signed, later].filter((part) => part !== null)),
    ...(verdict.lacks === undefined ? {} : { lacks: verdict.lacks }),
    notes: unmetOf(parts),
    tenant: tenantWord(options.tenant, signed),
    keys: { trusted: [...set.trusted.keys()], refused: set.refused },
    checkedAt,
    covers: covers.map(({ field, value, by }) => ({ field, value, by: coveredBy[by] })),
    notCovered: notCovered.map(({ field, value, why, signed: other }) => ({
      field,
      value,
      why: uncoveredLabels[why],
      ...(other === undefined ? {} : { signed: other.value, asOf: other.asOf }),
    })),
    details: { ...(intact === null ? {} : { intact }), signed, ...(later === null ? {} : { later }) },
  };
  return { exitCode, output: printable(output) };
}

/**
 * The parts of a record that can be checked, and which were requested. Without its file, an export's record suffices only with
 * --record-only.
 */
function partsOf({ kind, recordOnly }: Options, { intact, signed, later, lacks, notCovered }: RecordVerdict): readonly NamedPart[] {
  const signature = { name: 'signature', part: signed, asked: true };
  if (kind !== 'export') {
    const name = kind === 'report' ? 'report' : 'terms';
    const unsigned = notCovered.filter(({ why }) => why === 'olderForm').map(({ field }) => field);
    const facts: VerdictPart<unknown> = { state: 'notCheckable', reason: `not in the older form of the signature: ${unsigned.join(', ')}` };
    return [
      ...(intact === null ? [] : [{ name, part: intact, asked: true }]),
      signature,
      ...(later === null ? [] : [{ name: 'signedSince', part: later, asked: true }]),
      ...(unsigned.length === 0 ? [] : [{ name: 'facts', part: facts, asked: true }]),
    ];
  }
  const file: VerdictPart<unknown> =
    intact === null || intact.state === 'notCheckable'
      ? { state: 'notCheckable', reason: 'the exported file was not given (--data FILE); --record-only asks for the record alone' }
      : intact;
  // For old records it is unknown whether the platform ever had the rows.
  const [lacking] = lacks ?? [];
  const rows: VerdictPart<unknown> =
    lacking === undefined ? signed : { state: 'notCheckable', reason: `the record does not say ${lacking}` };
  return [{ name: 'file', part: file, asked: !recordOnly }, signature, { name: 'rows', part: rows, asked: !recordOnly }];
}

/** Checks a report's proof without the report: what it names, and whether the platform signed it. */
async function verifyReportProof(options: Options): Promise<CommandResult> {
  if (options.proof === null) throw new Unusable('Neither the report nor its proof was given');
  const proof = new TextDecoder().decode(await readBounded('proof', options.proof, MAX_PROOF_BYTES)).trim();
  const set = lintKeys(usable('key set', parseJwks(await readBounded('key set', options.jwks, MAX_JWKS_BYTES))));
  const checkedAt = new Date().toISOString();
  const { named, signed } = await checkReportProof(proof, { set, fetchedAt: null }, options.tenant, checkedAt);
  const report: VerdictPart<unknown> = {
    state: 'notCheckable',
    reason: 'the report itself was not given (--record FILE); --record-only asks for its proof alone',
  };
  const parts: readonly NamedPart[] = [
    { name: 'report', part: report, asked: !options.recordOnly },
    { name: 'signature', part: signed, asked: true },
  ];
  const { exitCode, checked, notChecked } = answered(parts);
  const output = {
    kind: 'report',
    recordId: named?.reportId ?? null,
    verified: false,
    signatureValid: signed.state === 'passed',
    checked,
    notChecked,
    signed: word(signed),
    named,
    reasons: reasonsOf([signed]),
    notes: unmetOf(parts),
    tenant: tenantWord(options.tenant, signed),
    keys: { trusted: [...set.trusted.keys()], refused: set.refused },
    checkedAt,
    details: { signed },
  };
  return { exitCode, output: printable(output) };
}
