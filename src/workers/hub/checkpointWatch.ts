import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { Result } from '../../contracts/problem.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { Call } from '../../domain/api/client.ts';
import { contradictionIn, keptOf } from '../../domain/checkpoints.ts';
import { judgeCheckpoint } from '../../evidence/checkpoint.ts';
import { lintKeys } from '../../evidence/keys.ts';
import type { MetaStore } from '../../store/types.ts';

/**
 * Holds the platform to its signed checkpoints (D-47). The attacker is whoever runs the platform's database and has its key sign: what was signed once is kept on this device,
 * beyond every log-out, and two seals of one place, both under the platform's own signature, are told. So is a link of the verification chain that is held here and is another
 * one than was signed for its place, whether it was signed now or long ago: a device that was emptied meanwhile notices a rewritten past by it. What nobody's signature holds for says nothing and is not kept:
 * otherwise anybody who can answer a call could raise the alarm.
 */
export interface CheckpointWorld {
  readonly call: Call<AbortSignal>;
  readonly meta: Pick<MetaStore, 'readCheckpoints' | 'keepCheckpoints'>;
  readonly tenantId: string;
  /** Epoch milliseconds on the server's clock. */
  readonly now: () => number;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Aborted at the end of the stay. */
  readonly signal: AbortSignal;
  /** The seal, computed here, of the link of the verification chain that this device holds at a place; null where it holds none. */
  readonly sealAt: (chainIndex: number) => Promise<Result<string | null>>;
  /** Goes on walking the chain with all checkpoints of this tenant (`chainWalk.ts`). */
  readonly walk: (checkpoints: readonly Checkpoint[] | 'contradicted') => Promise<void>;
  readonly raise: (found: HubStatus['twoHistories']) => void;
  readonly rewritten: (found: HubStatus['historyFound']) => void;
}

export interface CheckpointWatch {
  /** The link is there: asks in a while, when what the screens show has come, and from then on every hour. */
  readonly lookSoon: () => void;
}

/** Behind everything that a screen waits for, milliseconds. */
export const LOOK_AFTER_MS = 45_000;
export const LOOK_EVERY_MS = 3_600_000;

export function createCheckpointWatch(world: CheckpointWorld): CheckpointWatch {
  const { call, meta, tenantId, signal } = world;
  let cancel = () => {};
  signal.addEventListener('abort', () => cancel(), { once: true });

  /** Those that are the platform's; null where that cannot be told now. What was checked once is not checked again. */
  const checked = async (fresh: readonly Checkpoint[]): Promise<readonly Checkpoint[] | null> => {
    if (fresh.length === 0) return [];
    const set = await call('jwks', { signal });
    if (!set.ok || set.value.cachedAt !== null || signal.aborted) return null;
    const keys = lintKeys(set.value.value.keys);
    const at = new Date(world.now()).toISOString();
    const own: Checkpoint[] = [];
    for (const one of fresh) if ((await judgeCheckpoint(one, keys, tenantId, at)).ok) own.push(one);
    return own;
  };

  const look = async (): Promise<void> => {
    const answer = await call('checkpoints', { signal });
    const held = await meta.readCheckpoints(tenantId);
    // A copy that was kept on the way is not the platform's word of now.
    if (!answer.ok || answer.value.cachedAt !== null || !held.ok || signal.aborted) return;
    const known = new Set(held.value.map(({ jws }) => jws));
    const fresh = answer.value.value.checkpoints.filter(({ jws }) => !known.has(jws));
    const shown = await checked(fresh);
    if (shown === null) return;
    const found = contradictionIn(held.value, shown);
    if (found !== null) world.raise({ chain: found.chain, index: found.index, heldSeal: found.held.seal, shownSeal: found.shown.seal });
    await meta.keepCheckpoints(tenantId, shown);
    for (const { chain, index, seal } of [...held.value, ...shown]) {
      const here = chain === 'verifications' ? await world.sealAt(index) : null;
      if (signal.aborted) return;
      if (here?.ok === true && here.value !== null && here.value !== seal)
        return void (await told({ kind: 'rewritten', chainIndex: index, expectedSeal: seal, foundSeal: here.value }));
    }
    await world.walk(found === null ? keptOf([...held.value, ...shown], Number.POSITIVE_INFINITY) : 'contradicted');
  };

  /** What was walked up to a history that is not the signed one counts no more. */
  const told = (found: NonNullable<HubStatus['historyFound']>): Promise<void> => {
    world.rewritten(found);
    return world.walk('contradicted');
  };

  const schedule = (delayMs: number): void => {
    cancel();
    cancel = world.setTimer(delayMs, () => {
      if (signal.aborted) return;
      schedule(LOOK_EVERY_MS);
      void look();
    });
  };
  return { lookSoon: () => (signal.aborted ? undefined : schedule(LOOK_AFTER_MS)) };
}
