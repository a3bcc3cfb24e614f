import type { Checkpoint } from '../contracts/checkpoint.ts';

/**
 * Signed checkpoints of a chain (D-47): what is signed and when two of them contradict each other. Pure; whose the signatures are is judged in src/evidence.
 */

/** `typ` of a checkpoint's signature. */
export const CHECKPOINT_TYP = 'chain-checkpoint+jws';

/** A checkpoint stands at every so many links. */
export const LINKS_A_CHECKPOINT = 1000;
/** And at the newest link where the one before is this old, milliseconds. */
export const CHECKPOINT_EVERY_MS = 86_400_000;

/** A checkpoint without its signature: what it states. */
export type CheckpointFacts = Omit<Checkpoint, 'jws'>;

/** What is signed: the RFC 8785 form, its members in the order that the RFC sorts them. */
export function canonicalCheckpoint({ at, chain, index, seal, tenantId }: CheckpointFacts): string {
  if (!Number.isSafeInteger(index)) throw new RangeError('the place of a link is a whole number');
  return JSON.stringify({ at, chain, index, seal, tenantId });
}

/** The platform has signed two histories: both of these are its own word. */
export interface Contradiction {
  readonly chain: Checkpoint['chain'];
  readonly index: number;
  /** As held first; as shown now. */
  readonly held: Checkpoint;
  readonly shown: Checkpoint;
}

/** The first two checkpoints of one place with different seals; null where all that was ever shown fits. Only those whose signature holds may be handed in: of others nobody is the author. */
export function contradictionIn(held: readonly Checkpoint[], shown: readonly Checkpoint[]): Contradiction | null {
  const known = new Map(held.map((one) => [placeOf(one), one]));
  for (const one of shown) {
    const before = known.get(placeOf(one));
    if (before === undefined) known.set(placeOf(one), one);
    else if (before.seal !== one.seal) return { chain: one.chain, index: one.index, held: before, shown: one };
  }
  return null;
}

/** What a device keeps of the checkpoints it has checked: one a place, those of the highest places, `most` of each chain. */
export function keptOf(checkpoints: readonly Checkpoint[], most: number): readonly Checkpoint[] {
  const byPlace = new Map<string, Checkpoint>();
  for (const one of checkpoints) {
    const before = byPlace.get(placeOf(one));
    // The first word about a place stays: a later one of another seal is a contradiction, told and not kept.
    if (before === undefined || (before.seal === one.seal && before.at < one.at)) byPlace.set(placeOf(one), one);
  }
  const highest = [...byPlace.values()].sort((a, b) => b.index - a.index);
  return (['verifications', 'record'] as const).flatMap((chain) => highest.filter((one) => one.chain === chain).slice(0, most));
}

function placeOf({ tenantId, chain, index }: Checkpoint): string {
  return `${tenantId} ${chain} ${index}`;
}
