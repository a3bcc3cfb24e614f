import type { ProofKeysFrom, ProofPart, ProofVerdict } from '../../contracts/proofVerdict.ts';
import { decides, no, unknown, yes } from './judgement.ts';

/**
 * A proof in one file (issue 15, point 10): yes only if every part passed, by keys that did not come with it. With the file's own keys
 * anybody could have signed, and an invented proof verifies as well as a real one: that is stated, and is not success.
 */
export const proofVerified = decides('verified', ({ outcome, parts, keysFrom, open, checkedAt }: ProofVerdict) => {
  const since = Date.parse(checkedAt);
  const all = Object.values(parts);
  const failed = all.find((part) => part?.state === 'failed');
  if (failed?.state === 'failed') return no('Verification Failed', 'bad', { since, why: failed.reasons[0] ?? failed.message });
  const why = open[0] ?? null;
  const { record, pack, checkpoints, chain, keys } = parts;
  const isSigned = [record, pack, checkpoints].some((part) => part?.state === 'passed');
  if (!isSigned) return unknown('Could not be checked', 'pending', { since, why });
  const isOpen = all.some((part) => part?.state === 'notCheckable' && part !== keys && part !== parts.files);
  if (outcome === 'verified' && !isOpen && keys?.state === 'passed') {
    if (keysFrom === 'platform') return yes('Verified', { since });
    if (keysFrom === 'given') return yes('Verified by the keys you gave', { since });
  }
  const lead = keysFrom === 'file' || keys?.state !== 'passed' ? 'Signature valid by the key in the file' : 'Signature valid';
  const rest =
    chain?.state === 'notCheckable' || checkpoints?.state === 'notCheckable'
      ? 'Not yet under a checkpoint'
      : isOpen
        ? 'Not all of it could be checked'
        : keys?.state === 'passed'
          ? 'The evidence files could not be compared'
          : 'Whose key it is, nothing here says';
  return unknown(`${lead}. ${rest}`, 'pending', { since, why });
});

interface PartOfProof {
  /** Null: this kind of proof has no such part. */
  readonly part: ProofPart | null;
  readonly keysFrom: ProofKeysFrom;
}

/** One part of a proof. By the keys in the file every part of an invented proof fits too, so that is not success. */
export const proofPartHolds = decides('holds', ({ part, keysFrom }: PartOfProof) => {
  if (part === null) return unknown('Not checked', 'pending');
  if (part.state === 'notCheckable') return unknown('Not checked', 'pending', { why: part.reason });
  const since = Date.parse(part.at);
  if (part.state === 'failed') return no('Failed', 'bad', { since, why: part.reasons[0] ?? part.message });
  return keysFrom === 'file' ? unknown('Fits by the key in the file', 'pending', { since }) : yes('Passed', { since });
});
