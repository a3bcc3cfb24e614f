import type { Checkpoint } from '../../contracts/checkpoint.ts';
import { type ChainVerdict, type ComputedLink, GENESIS, judgeChain } from './chain.ts';

/**
 * How far this device has verified the chain itself (D-47): the newest checkpoint with a valid signature up to which it has computed
 * every seal and tie from the first link. Later links are judged from there, so a list of 100,000 links costs only its new part. Rows
 * below it could be changed on disk afterwards, so the whole chain is verified again at each start of the hub, and daily while it runs.
 */
export interface Walked {
  readonly checkpoint: Checkpoint;
  /** When every link from the first was last computed, epoch milliseconds on the server's clock. */
  readonly wholeAt: number;
}

/** Interval of full verification, milliseconds. */
export const WHOLE_EVERY_MS = 86_400_000;

/** True if the next verification must start at the first link. A time in the future is invalid. */
export function isWholeDue(walked: Walked | null, now: number): boolean {
  return walked === null || walked.wholeAt > now || now - walked.wholeAt >= WHOLE_EVERY_MS;
}

/** Progress of a verification: place and seal of the last valid link, and the newest checkpoint passed that states that seal. */
export interface WalkState {
  readonly place: number;
  readonly seal: string;
  readonly passed: Checkpoint | null;
}
/** Before the first link. */
export const atTheFirst: WalkState = { place: -1, seal: GENESIS, passed: null };

/** Continues from a verified checkpoint. */
export const onFrom = ({ index, seal }: Checkpoint): WalkState => ({ place: index, seal, passed: null });

/** Why a verification stops: the link is not held, its content or tie does not match its seal, or another seal was signed for its place. */
export type WalkStop = 'notHeld' | 'broken' | 'otherThanSigned';

/** Verifies one more link, or returns why not. `signed`: the checkpoints of this tenant and chain by place. */
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
 * Judges the links from a verified place on; those below count as verified. Null if the whole chain must be checked instead: the link at
 * that place is not held, or its content does not give the signed seal.
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
