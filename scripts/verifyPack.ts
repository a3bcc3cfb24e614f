import type { EvidenceManifest } from '../src/contracts/evidence.ts';
import type { FilesPart, SignedPart, Verdict } from '../src/contracts/verdict.ts';
import { checkFiles } from '../src/evidence/files.ts';
import { type KeySet, lintKeys } from '../src/evidence/keys.ts';
import { clip } from '../src/evidence/messages.ts';
import { MAX_JWKS_BYTES, MAX_MANIFEST_BYTES, parseJwks, parseManifest } from '../src/evidence/parse.ts';
import { MAX_CHAIN_BYTES, parseChain } from '../src/evidence/parseChain.ts';
import { packCoverage } from '../src/evidence/packCoverage.ts';
import { remarksOn } from '../src/evidence/remarks.ts';
import { checkSealedIn } from '../src/evidence/sealedIn.ts';
import { heldUnderCheckpoint } from '../src/evidence/underCheckpoint.ts';
import { checkIntact, checkSigned, verdictOf } from '../src/evidence/verify.ts';
import { hashFolder } from './verifyFiles.ts';
import { readBounded, Unusable, usable } from './verifyInput.ts';
import type { Options } from './verifyOptions.ts';
import { answered, type CommandResult, type NamedPart, printable, reasonsOf, tenantWord, unmetOf, word } from '../src/evidence/answer.ts';

async function filesPart(
  options: Options,
  manifest: EvidenceManifest,
  at: string,
  signal: AbortSignal,
): Promise<{ part: FilesPart; notes: readonly string[] }> {
  if (options.files === undefined) return { part: { state: 'notCheckable', reason: 'No files were given (--files DIR)' }, notes: [] };
  try {
    const { digests, notes } = await hashFolder(options.files, manifest, signal);
    return { part: checkFiles(manifest, digests, at, 'missing'), notes };
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new Unusable(`The folder ${clip(options.files, 200)} cannot be read`);
  }
}

/**
 * The part *Sealed in*, from the given entries under the checkpoint they lead to. Without the platform's list, the verification is named
 * by the signature, or by the chain alone.
 */
async function sealedInPart(
  options: Options,
  manifest: EvidenceManifest,
  signed: SignedPart,
  set: KeySet,
  at: string,
): ReturnType<typeof heldUnderCheckpoint> {
  if (options.chain === null)
    return { part: { state: 'notCheckable', reason: 'No entries of the chain were given (--chain FILE)' }, until: null };
  const { entries, checkpoints } = usable('chain', parseChain(await readBounded('chain', options.chain, MAX_CHAIN_BYTES)));
  const evidence = signed.state === 'passed' ? signed.evidence : null;
  const tenantId = options.tenant ?? evidence?.tenantId ?? null;
  const { manifestHash } = manifest;
  const part = await checkSealedIn({ manifestHash, signedFor: evidence?.signedFor ?? null, told: null, entries, tenantId }, at);
  return tenantId === null ? { part, until: null } : heldUnderCheckpoint(part, { entries, checkpoints, tenantId }, set, at);
}

/** The printed output: the four parts in one word each, then their details; only files that differ are listed. */
function report(verdict: Verdict, verified: boolean, more: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { intact, signed, sealedIn, files } = verdict;
  const shownFiles =
    files.state === 'notCheckable'
      ? files
      : { ...files, evidence: { ...files.evidence, files: files.evidence.files.filter(({ state }) => state !== 'match') } };
  return {
    kind: verdict.kind,
    packId: verdict.packId,
    verified,
    signatureValid: signed.state === 'passed',
    intact: word(intact),
    signed: word(signed),
    sealedIn: word(sealedIn),
    files: word(files),
    reasons: reasonsOf([intact, signed, sealedIn, files]),
    ...more,
    checkedAt: verdict.checkedAt,
    details: { intact, signed, sealedIn, files: shownFiles },
  };
}

/** Checks one evidence pack from its manifest, a key set and, if given, its files. Throws `Unusable`. */
export async function verifyPack(options: Options, signal: AbortSignal): Promise<CommandResult> {
  const manifest = usable('manifest', parseManifest(await readBounded('manifest', options.record ?? '', MAX_MANIFEST_BYTES)));
  const set = lintKeys(usable('key set', parseJwks(await readBounded('key set', options.jwks, MAX_JWKS_BYTES))));
  const at = new Date().toISOString();
  const intact = await checkIntact(manifest, at);
  const signed = await checkSigned(manifest, { set, fetchedAt: null }, options.tenant, at);
  const { part: files, notes: seen } = await filesPart(options, manifest, at, signal);
  const { part: sealedIn, until } = await sealedInPart(options, manifest, signed, set, at);
  const verdict = verdictOf(manifest.packId, { intact, signed, sealedIn, files }, at);
  const parts: readonly NamedPart[] = [
    { name: 'manifest', part: intact, asked: true },
    { name: 'signature', part: signed, asked: true },
    { name: 'files', part: files, asked: options.requireFiles || options.files !== undefined },
    { name: 'sealedIn', part: sealedIn, asked: options.chain !== null },
  ];
  const { exitCode, checked, notChecked } = answered(parts);
  // A valid signature over a list does not say whose evidence it is.
  const verified = exitCode === 0 && verdict.outcome === 'verified';
  const keys = { trusted: [...set.trusted.keys()], refused: set.refused };
  const notes = [...unmetOf(parts), ...seen, ...remarksOn(manifest)];
  const { covers, notCovered } = packCoverage(manifest, verdict);
  const later = until === null ? [] : [{ field: `sealedIn, decided after link ${until}`, value: null, why: 'notAtHand' }];
  const more = {
    checked,
    notChecked,
    covers,
    notCovered: [...later, ...notCovered],
    tenant: tenantWord(options.tenant, signed),
    notes,
    keys,
  };
  return { exitCode, output: printable(report(verdict, verified, more)) };
}
