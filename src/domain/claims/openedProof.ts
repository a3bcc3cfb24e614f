import type { KnownFinding } from '../../contracts/proofOpening.ts';
import type { ProofVerdict } from '../../contracts/proofVerdict.ts';
import type { Claim } from './claim.ts';
import { decides, no, unknown } from './judgement.ts';
import { proofVerified } from './savedProof.ts';

/** An opened proof, with what this device knows of the same chain besides the file; null if it knows nothing. */
export interface OpenedEvidence {
  readonly verdict: ProofVerdict;
  readonly known: KnownFinding | null;
}

const tellsAnother = decides('verified', ({ verdict, known }: OpenedEvidence) =>
  no('Another history than this device has seen', 'bad', {
    since: Date.parse(verdict.checkedAt),
    why:
      known === null || known.differing[0] === undefined
        ? null
        : `Link ${known.differing[0].chainIndex} has another seal here than in the file`,
  }),
);

const decidedSince = decides('verified', ({ verdict, known }: OpenedEvidence) =>
  unknown('Signature valid. Decision changed since', 'pending', {
    since: Date.parse(verdict.checkedAt),
    why:
      known?.since == null
        ? null
        : `Link ${known.since.chainIndex} of the chain, which this device holds, has ${known.since.vrfId} as ${known.since.status}`,
  }),
);

const notCompared = decides('verified', ({ verdict }: OpenedEvidence) =>
  unknown('Signature valid. Not compared with this device', 'pending', {
    since: Date.parse(verdict.checkedAt),
    why: 'The chain data on this device cannot be read right now',
  }),
);

/**
 * A proof opened in a console (issue 15, point 10): as `proofVerified` judges the file, with three limits. Not verified if this device
 * has seen another seal at one of its positions: a signer with two histories signs both, so each verifies by itself. Not if this device
 * holds a later, different entry of the verification, since the bearer chooses when a proof was saved. Not while the device's own chain
 * cannot be read.
 */
export function openedProofVerified(about: string, opened: OpenedEvidence): Claim<'verified'> {
  const { verdict, known } = opened;
  const own = proofVerified(about, verdict);
  if (own.answer !== 'no' && known !== null && known.differing.length > 0) return tellsAnother(about, opened);
  if (own.answer !== 'yes' || known === null) return own;
  if (known.since != null) return decidedSince(about, opened);
  return known.unread === true ? notCompared(about, opened) : own;
}
