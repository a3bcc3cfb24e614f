import type { Checkpoint } from '../../../contracts/checkpoint.ts';
import type { Result } from '../../../contracts/problem.ts';
import type { HubStatus } from '../../../contracts/rpc.ts';
import type { ChainEntry } from '../../../contracts/verification.ts';
import { canonicalChainEntry, type Sha256 } from '../../../domain/records/chain.ts';
import { atTheFirst, isWholeDue, onFrom, type Walked, type WalkState, walkOn } from '../../../domain/records/walkedChain.ts';
import type { MetaStore } from '../../../store/types.ts';

/**
 * Walks the locally stored verification chain from the newest checkpoint this device has walked to or, once per start and once a day,
 * from the first link (domain/records/walkedChain.ts). The disk is not trusted: a stored checkpoint counts only while its signature is valid for
 * this tenant and the link at its index still yields its seal. A walk that ends at a broken link clears the mark; pages then check the
 * whole chain and name the link.
 */
export interface ChainWalkDeps {
  readonly tenantId: string;
  readonly meta: Pick<MetaStore, 'readWalked' | 'writeWalked'>;
  /** Stored links from an index on, lowest first. */
  readonly links: (from: number, most: number) => Promise<Result<readonly ChainEntry[]>>;
  /** Whether the platform signed this checkpoint for this tenant; null if no key is available to tell. */
  readonly isSigned: (checkpoint: Checkpoint) => Promise<boolean | null>;
  readonly sha256: Sha256;
  /** Server clock, epoch milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly publish: (walked: NonNullable<HubStatus['walked']> | null) => void;
}

/** The walk of one session context; its result is published, and null once it no longer holds. */
export interface ChainWalk {
  /** At the start: restores the earlier result if it still holds. */
  readonly recall: () => Promise<void>;
  /** Continues the walk with all stored checkpoints. `contradicted`: two of them contradict each other, which clears the result. */
  readonly walk: (checkpoints: readonly Checkpoint[] | 'contradicted') => Promise<void>;
}

/** Links read at a time. */
export const linksAtATime = 500;

/** Holds no result until `recall` or `walk`. */
export function createChainWalk({ tenantId, meta, links, isSigned, sha256, now, signal, publish }: ChainWalkDeps): ChainWalk {
  let walked: Walked | null = null;
  let wholeInThisSession = false;

  const stand = async (next: Walked | null): Promise<void> => {
    if (signal.aborted) return;
    walked = next;
    await meta.writeWalked(tenantId, 'verifications', next);
    if (signal.aborted) return;
    publish(next === null ? null : { index: next.checkpoint.index, seal: next.checkpoint.seal, wholeAt: next.wholeAt });
  };
  const sealOf = async (entry: ChainEntry): Promise<string> => sha256(canonicalChainEntry(tenantId, entry));

  /** Null: cannot be determined now. */
  const stillHolds = async ({ checkpoint }: Walked): Promise<boolean | null> => {
    if (checkpoint.tenantId !== tenantId || checkpoint.chain !== 'verifications') return false;
    const signed = await isSigned(checkpoint);
    if (signed !== true) return signed;
    const held = await links(checkpoint.index, 1);
    if (!held.ok) return null;
    const [entry] = held.value;
    return entry?.chainIndex === checkpoint.index && (await sealOf(entry)) === checkpoint.seal;
  };

  const from = async (begin: WalkState, signed: ReadonlyMap<number, Checkpoint>): Promise<WalkState | 'stopped' | null> => {
    const top = Math.max(-1, ...signed.keys());
    let state = begin;
    while (state.place < top) {
      const page = await links(state.place + 1, linksAtATime);
      if (!page.ok || signal.aborted) return null;
      if (page.value.length === 0) break;
      for (const entry of page.value) {
        const next = walkOn(state, { entry, computedSeal: await sealOf(entry) }, signed);
        if (next === 'notHeld') return state;
        if (typeof next === 'string') return 'stopped';
        state = next;
      }
    }
    return state;
  };

  return {
    async recall() {
      const kept = await meta.readWalked(tenantId, 'verifications');
      if (!kept.ok || kept.value === null) return;
      const holds = await stillHolds(kept.value);
      if (holds === true && kept.value.wholeAt <= now()) await stand(kept.value);
      // Without keys the signature cannot be checked: the mark is kept but not used until it can be.
      else if (holds !== null) await stand(null);
    },
    async walk(checkpoints) {
      if (checkpoints === 'contradicted') return stand(null);
      const signed = new Map(checkpoints.filter(({ chain }) => chain === 'verifications').map((one) => [one.index, one]));
      const before = walked !== null && (await stillHolds(walked)) === true ? walked : null;
      const whole = !wholeInThisSession || isWholeDue(before, now());
      const begunAt = now();
      const end = await from(whole || before === null ? atTheFirst : onFrom(before.checkpoint), signed);
      if (end === null) return;
      if (end === 'stopped') return stand(null);
      if (whole) wholeInThisSession = true;
      const { passed } = end;
      // Keep the mark: nothing was signed since, or the signed links are not all here yet. But a whole walk that did not get as far means
      // that an earlier link is missing.
      if (passed === null) return before === null || whole ? stand(null) : undefined;
      if ((await isSigned(passed)) !== true) return stand(null);
      await stand({ checkpoint: passed, wholeAt: whole || before === null ? begunAt : before.wholeAt });
    },
  };
}
