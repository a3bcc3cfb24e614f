import type { Checkpoint } from '../contracts/checkpoint.ts';
import { type ChainVerdict, type ComputedLink, GENESIS, judgeChain } from './chain.ts';

/**
 * How far this device has walked the verification chain itself (D-47): the newest signed checkpoint whose signature holds and up to whose place it has computed every seal and
 * tie, from the first link on. What comes after is judged from there, so a list of 100,000 links costs what is new of it. Nobody vouches for rows below that are changed on the
 * disk afterwards: the whole is walked again at each start of the hub, and once a day while it runs.
 */
export interface Walked {
  readonly checkpoint: Checkpoint;
  /** When every link from the first on was last computed, epoch milliseconds on the server's clock. */
  readonly wholeAt: number;
}

/** The whole is walked again after so long, milliseconds. */
export const WHOLE_EVERY_MS = 86_400_000;

/** Whether the next walk begins at the first link. A time ahead of the clock is no time that anything was walked at. */
export function isWholeDue(walked: Walked | null, now: number): boolean {
  return walked === null || walked.wholeAt > now || now - walked.wholeAt >= WHOLE_EVERY_MS;
}

/** Where a walk stands: the place of the last link that held, its seal, and the newest checkpoint on the way that states that very seal. */
export interface WalkState {
  readonly place: number;
  readonly seal: string;
  readonly passed: Checkpoint | null;
}
export const atTheFirst: WalkState = { place: -1, seal: GENESIS, passed: null };

/** A walk that goes on from a checkpoint that was walked up to. */
export const onFrom = ({ index, seal }: Checkpoint): WalkState => ({ place: index, seal, passed: null });

/** Why a walk does not go on: the link is not held, its content or its tie is not that of its seal, or another seal was signed for its place. */
export type WalkStop = 'notHeld' | 'broken' | 'otherThanSigned';

/** One link further, or why not. `signed` are the checkpoints of this tenant and chain by their place. */
export function walkOn(
  state: WalkState,
  { entry, computedSeal }: ComputedLink,
  signed: ReadonlyMap<number, Checkpoint>,
): WalkState | WalkStop {
  if (entry.chainIndex !== state.place + 1) return 'notHeld';
  if (computedSeal !== entry.seal || entry.prevHash !== state.seal) return 'broken';
  const checkpoint = signed.get(entry.chainIndex);
  if (checkpoint !== undefined && checkpoint.seal !== computedSeal) return 'otherThanSigned';
  return { place: entry.chainIndex, seal: computedSeal, passed: checkpoint ?? state.passed };
}

/**
 * Judges the links from a walked place on; those below count as walked. Null where that cannot be said from here, and the whole has to be looked at: the link at that place is not held,
 * or its content does not give the seal that was signed.
 */
export function judgeFrom(
  { index, seal }: { readonly index: number; readonly seal: string },
  links: readonly ComputedLink[],
): ChainVerdict | null {
  const first = links.find(({ entry }) => entry.chainIndex === index);
  if (first?.computedSeal !== seal) return null;
  const verdict = judgeChain(
    links.filter(({ entry }) => entry.chainIndex >= index),
    null,
  );
  if (verdict.state === 'broken') return { ...verdict, entries: verdict.entries + index };
  if (verdict.state !== 'gap') return verdict;
  const notHeld = verdict.notHeld.filter(({ from }) => from >= index);
  const entries = verdict.entries + index;
  if (notHeld.length > 0) return { ...verdict, entries, notHeld };
  const top = links.reduce((newest, link) => (link.entry.chainIndex > newest.entry.chainIndex ? link : newest), first);
  return { state: 'whole', entries, headIndex: top.entry.chainIndex, headSeal: top.entry.seal };
}
