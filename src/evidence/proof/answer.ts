import { type ProofCheck, type ProofPart, proofPartNames, type ProofVerdict } from '../../contracts/proofVerdict.ts';
import { proofVerified } from '../../domain/claims/savedProof.ts';
import { proofCoveredLabels, proofUncoveredLabels } from '../../domain/records/proofLabels.ts';
import { answered, type CommandResult, type NamedPart, printable, reasonsOf, unmetOf, word } from '../answer.ts';
import { clip } from '../messages.ts';
import { parseJwks } from '../parse.ts';
import { remarksOn } from '../remarks.ts';
import type { InputFault } from '../strictJson.ts';
import { checkProof } from './check.ts';
import { parseProof } from './parse.ts';

/** Inputs from the person who checks a proof, and what they asked for. */
export interface ProofAsked extends Pick<ProofCheck, 'at' | 'tenantId' | 'files' | 'requireFiles'> {
  /** An independent key set as read; null: none. */
  readonly jwks: string | Uint8Array | null;
  /** True if it suffices that all signatures hold under the keys in the file; otherwise an independent key set is required. */
  readonly keysInFile?: boolean;
  /** Notes on the given files, besides the results of hashing them. */
  readonly fileNotes?: readonly string[];
}

/** The output and its verdict; null if an input is unusable. */
export interface ProofAnswer extends CommandResult {
  readonly verdict: ProofVerdict | null;
  /** Remarks that are not faults: file names in the pack that look alike. They are also among the output's notes. */
  readonly remarks: readonly string[];
}

/**
 * Checks a proof from its bytes and builds the answer: one JSON document, identical in the command, the single-file command and on the
 * page. Exit code as everywhere: 0 if everything requested passed, 1 if something failed or could not be checked, 2 if an input is
 * unusable.
 */
export async function answerProof(input: string | Uint8Array, asked: ProofAsked): Promise<ProofAnswer> {
  const parsed = parseProof(input);
  if (!parsed.ok) return unusable('proof', parsed.faults);
  const keys = asked.jwks === null ? null : parseJwks(asked.jwks);
  if (keys !== null && !keys.ok) return unusable('key set', keys.faults);
  const trusted = keys === null ? null : ({ held: { keys: keys.value, fetchedAt: null }, from: 'given' } as const);
  const { at, files = null, requireFiles = false, tenantId = null } = asked;
  const verdict = await checkProof(parsed.value, { at, files, requireFiles, tenantId, trusted });
  const remarks = parsed.value.pack === null ? [] : remarksOn(parsed.value.pack);
  return { ...answerOf(verdict, { ...asked, fileNotes: [...(asked.fileNotes ?? []), ...remarks] }), verdict, remarks };
}

/** Answer for an unusable input: its faults, each with its path. */
function unusable(what: string, faults: readonly InputFault[]): ProofAnswer {
  const message = clip(`The ${what} cannot be used: ${faults.map(({ text }) => text).join('; ')}`, 20_000);
  return { exitCode: 2, output: { kind: 'proof', verified: false, unusable: true, message }, verdict: null, remarks: [] };
}

/** Formats a verdict as the printed answer. */
export function answerOf(verdict: ProofVerdict, asked: Omit<ProofAsked, 'at' | 'jwks'> = {}): CommandResult {
  const { files = null, keysInFile = false, requireFiles = false, fileNotes = [] } = asked;
  const parts = proofPartNames.flatMap((name): NamedPart[] => {
    const part = verdict.parts[name];
    if (part === null) return [];
    return [{ name, part, asked: name === 'files' ? files !== null || requireFiles : name === 'keys' ? !keysInFile : true }];
  });
  const { exitCode, checked, notChecked } = answered(parts);
  const claim = proofVerified(verdict.recordId, verdict);
  const { keysFrom, keysFetchedAt, record, pack } = verdict;
  const output = {
    kind: 'proof',
    of: verdict.of,
    recordId: verdict.recordId,
    tenantId: verdict.tenantId,
    verified: claim.answer === 'yes' && exitCode === 0,
    head: claim.word,
    signatureValid: signaturesHold(verdict),
    checked,
    notChecked,
    parts: Object.fromEntries(parts.map(({ name, part }) => [name, word(part)])),
    reasons: reasonsOf(parts.map(({ part }) => part)),
    notes: [...unmetOf(parts), ...fileNotes],
    ...(record?.lacks === undefined ? {} : { lacks: record.lacks }),
    keysFrom,
    keysFetchedAt,
    keys: verdict.keys,
    lineage: verdict.lineage,
    savedAt: verdict.savedAt,
    savedBy: verdict.savedBy,
    covers: verdict.covers.map(({ field, value, by }) => ({ field, value, by: proofCoveredLabels(by, keysFrom) })),
    notCovered: verdict.notCovered.map(({ field, value, why, signed }) => ({
      field,
      value,
      why: proofUncoveredLabels[why],
      ...(signed === undefined ? {} : { signed: signed.value, asOf: signed.asOf }),
    })),
    checkedAt: verdict.checkedAt,
    details: {
      ...(record === null ? {} : { record: { intact: record.intact, signed: record.signed, later: record.later } }),
      ...(pack === null ? {} : { pack: { intact: pack.intact, signed: pack.signed, sealedIn: pack.sealedIn } }),
      ...Object.fromEntries(
        parts.flatMap(({ name, part }) => (name in verdictsOwn ? [] : [[name, name === 'files' ? ofFiles(part) : part]])),
      ),
    },
  };
  return { exitCode, output: printable(output) };
}

/** Parts that are printed in full by the record's and the pack's own verdicts. */
const verdictsOwn: Readonly<Record<string, true>> = { record: true, later: true, pack: true, sealedIn: true };

/** True if every signature in the file holds, under whichever keys. */
function signaturesHold({ parts }: ProofVerdict): boolean {
  const signed = [parts.record, parts.later, parts.pack, parts.checkpoints].filter((part) => part !== null);
  return (
    signed.some(({ state }) => state === 'passed') && signed.every(({ state }) => state !== 'failed') && parts.keys?.state !== 'failed'
  );
}

/** Keeps only files that do not match: thousands of matching ones add no information. */
function ofFiles(part: ProofPart): unknown {
  if (part.state === 'notCheckable' || typeof part.evidence !== 'object' || part.evidence === null || !('files' in part.evidence))
    return part;
  const { files } = part.evidence;
  const shown = Array.isArray(files) ? files.filter((file: { readonly state: string }) => file.state !== 'match') : files;
  return { ...part, evidence: { ...part.evidence, files: shown } };
}
