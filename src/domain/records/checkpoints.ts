import type { Checkpoint } from '../../contracts/checkpoint.ts';

/**
 * Signed checkpoints of a chain (D-47): what is signed, and when two contradict each other. Pure; signatures are verified in
 * src/evidence.
 */

/** `typ` of a checkpoint's signature. */
export const CHECKPOINT_TYP = 'chain-checkpoint+jws';

/** A checkpoint is made after this many links. */
export const LINKS_A_CHECKPOINT = 1000;
/** Also made at the newest link if the previous checkpoint is this old, milliseconds. */
export const CHECKPOINT_EVERY_MS = 86_400_000;

/** A checkpoint without its signature. */
export type CheckpointFacts = Omit<Checkpoint, 'jws'>;

/** The signed text: the RFC 8785 form, members in the RFC's order. @throws RangeError if the index is not a safe integer */
export function canonicalCheckpoint({ at, chain, index, seal, tenantId }: CheckpointFacts): string {
  if (!Number.isSafeInteger(index)) throw new RangeError('the place of a link is a whole number');
  return JSON.stringify({ at, chain, index, seal, tenantId });
}

/** Two checkpoints signed by the platform that state different histories. */
export interface Contradiction {
  readonly chain: Checkpoint['chain'];
  readonly index: number;
  /** The one held first, and the one shown now. */
  readonly held: Checkpoint;
  readonly shown: Checkpoint;
}

/**
 * The first two checkpoints of one place with different seals; null if all agree. Pass only checkpoints with a valid signature, since
 * others prove nothing.
 */
export function contradictionIn(held: readonly Checkpoint[], shown: readonly Checkpoint[]): Contradiction | null {
  const known = new Map(held.map((one) => [placeOf(one), one]));
  for (const one of shown) {
    const before = known.get(placeOf(one));
    if (before === undefined) known.set(placeOf(one), one);
    else if (before.seal !== one.seal) return { chain: one.chain, index: one.index, held: before, shown: one };
  }
  return null;
}

/** The checked checkpoints that a device stores: one per place, at the highest places, at most `most` per chain. */
export function keptOf(checkpoints: readonly Checkpoint[], most: number): readonly Checkpoint[] {
  const byPlace = new Map<string, Checkpoint>();
  for (const one of checkpoints) {
    const before = byPlace.get(placeOf(one));
    // The first seal seen for a place stays: a later different one is a contradiction, reported and not stored.
    if (before === undefined || (before.seal === one.seal && before.at < one.at)) byPlace.set(placeOf(one), one);
  }
  const highest = [...byPlace.values()].sort((a, b) => b.index - a.index);
  return (['verifications', 'record'] as const).flatMap((chain) => highest.filter((one) => one.chain === chain).slice(0, most));
}

function placeOf({ tenantId, chain, index }: Checkpoint): string {
  return `${tenantId} ${chain} ${index}`;
}
