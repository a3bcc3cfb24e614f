import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { Result } from '../../contracts/problem.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { canonicalChainEntry, type Sha256 } from '../../domain/chain.ts';
import { atTheFirst, isWholeDue, onFrom, type Walked, type WalkState, walkOn } from '../../domain/walkedChain.ts';
import type { MetaStore } from '../../store/types.ts';

/**
 * Walks the verification chain that is held here, from the newest checkpoint that this device has walked up to or, once a start and once a day, from the first link
 * (domain/walkedChain.ts). What lies on the disk is trusted for nothing: a kept checkpoint counts only while its signature holds for this tenant and the link at its place still
 * gives its seal. A walk that ends at a link that does not hold takes the mark away, and whoever looks at the chain then looks at all of it, and names the link.
 */
export interface ChainWalkWorld {
  readonly tenantId: string;
  readonly meta: Pick<MetaStore, 'readWalked' | 'writeWalked'>;
  /** Links that are held from a place on, lowest first. */
  readonly links: (from: number, most: number) => Promise<Result<readonly ChainEntry[]>>;
  /** Whether a checkpoint is the platform's own word about this tenant; null where no key is at hand to tell. */
  readonly isSigned: (checkpoint: Checkpoint) => Promise<boolean | null>;
  readonly sha256: Sha256;
  /** Epoch milliseconds on the server's clock. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly publish: (walked: NonNullable<HubStatus['walked']> | null) => void;
}

export interface ChainWalk {
  /** At the start: what was walked before counts again, if it still holds. */
  readonly recall: () => Promise<void>;
  /** Walks on with all checkpoints that are held; none of them where two contradict each other, which ends what was walked. */
  readonly walk: (checkpoints: readonly Checkpoint[] | 'contradicted') => Promise<void>;
}

/** Links that are read at a time. */
export const linksAtATime = 500;

export function createChainWalk({ tenantId, meta, links, isSigned, sha256, now, signal, publish }: ChainWalkWorld): ChainWalk {
  let walked: Walked | null = null;
  let wholeInThisStay = false;

  const stand = async (next: Walked | null): Promise<void> => {
    if (signal.aborted) return;
    walked = next;
    await meta.writeWalked(tenantId, 'verifications', next);
    if (signal.aborted) return;
    publish(next === null ? null : { index: next.checkpoint.index, seal: next.checkpoint.seal, wholeAt: next.wholeAt });
  };
  const sealOf = async (entry: ChainEntry): Promise<string> => sha256(canonicalChainEntry(tenantId, entry));

  /** Null: it cannot be told now. */
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
      // Whose word it is cannot be told without keys: it is kept, and counts for nothing until it can.
      else if (holds !== null) await stand(null);
    },
    async walk(checkpoints) {
      if (checkpoints === 'contradicted') return stand(null);
      const signed = new Map(checkpoints.filter(({ chain }) => chain === 'verifications').map((one) => [one.index, one]));
      const before = walked !== null && (await stillHolds(walked)) === true ? walked : null;
      const whole = !wholeInThisStay || isWholeDue(before, now());
      const begunAt = now();
      const end = await from(whole || before === null ? atTheFirst : onFrom(before.checkpoint), signed);
      if (end === null) return;
      if (end === 'stopped') return stand(null);
      if (whole) wholeInThisStay = true;
      const { passed } = end;
      // Kept as it is: nothing was signed since, or what was signed is not all here yet. A whole walk that did not come as far is another matter: something below is gone.
      if (passed === null) return before === null || whole ? stand(null) : undefined;
      if ((await isSigned(passed)) !== true) return stand(null);
      await stand({ checkpoint: passed, wholeAt: whole || before === null ? begunAt : before.wholeAt });
    },
  };
}
