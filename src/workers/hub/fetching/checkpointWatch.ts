import type { Checkpoint } from '../../../contracts/checkpoint.ts';
import type { Result } from '../../../contracts/problem.ts';
import type { HubStatus } from '../../../contracts/rpc.ts';
import type { Call } from '../../../domain/api/client.ts';
import { contradictionIn, keptOf } from '../../../domain/records/checkpoints.ts';
import { judgeCheckpoint } from '../../../evidence/checkpoint.ts';
import { lintKeys } from '../../../evidence/keys.ts';
import type { MetaStore } from '../../../store/types.ts';

/**
 * Compares the platform's signed checkpoints with each other (D-47). The attacker controls the platform's database and can have its key
 * sign. Signed checkpoints stay on this device across log-outs; two different seals for one index, both validly signed, are reported. So
 * is a stored link that differs from the checkpoint of its index, old or new, so that a device that was emptied meanwhile notices a
 * rewritten past. Checkpoints without a valid signature are ignored: otherwise anyone who can answer a call could raise the alarm.
 */
export interface CheckpointDeps {
  readonly call: Call<AbortSignal>;
  readonly meta: Pick<MetaStore, 'readCheckpoints' | 'keepCheckpoints'>;
  readonly tenantId: string;
  /** Server clock, epoch milliseconds. */
  readonly now: () => number;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Aborted when the session context ends. */
  readonly signal: AbortSignal;
  /** The locally computed seal of the stored verification link at an index; null if none is stored. */
  readonly sealAt: (chainIndex: number) => Promise<Result<string | null>>;
  /** Continues the chain walk with all checkpoints of this tenant (`chainWalk.ts`). */
  readonly walk: (checkpoints: readonly Checkpoint[] | 'contradicted') => Promise<void>;
  readonly raise: (found: HubStatus['twoHistories']) => void;
  readonly rewritten: (found: HubStatus['historyFound']) => void;
}

/** The comparison of one session context; it ends with the context. */
export interface CheckpointWatch {
  /** The link is up: checks after a delay, once the screens have their data, and every hour from then on. */
  readonly lookSoon: () => void;
}

/** Delay after everything a screen waits for, milliseconds. */
export const LOOK_AFTER_MS = 45_000;
/** Interval of the checks after that, milliseconds. */
export const LOOK_EVERY_MS = 3_600_000;

/** Asks nothing until the link is up. */
export function createCheckpointWatch(deps: CheckpointDeps): CheckpointWatch {
  const { call, meta, tenantId, signal } = deps;
  let cancel = () => {};
  signal.addEventListener('abort', () => cancel(), { once: true });

  /** Those of the platform; null if that cannot be determined now. Checkpoints checked earlier are not checked again. */
  const checked = async (fresh: readonly Checkpoint[]): Promise<readonly Checkpoint[] | null> => {
    if (fresh.length === 0) return [];
    const set = await call('jwks', { signal });
    if (!set.ok || set.value.cachedAt !== null || signal.aborted) return null;
    const keys = lintKeys(set.value.value.keys);
    const at = new Date(deps.now()).toISOString();
    const own: Checkpoint[] = [];
    for (const one of fresh) if ((await judgeCheckpoint(one, keys, tenantId, at)).ok) own.push(one);
    return own;
  };

  const look = async (): Promise<void> => {
    const answer = await call('checkpoints', { signal });
    const held = await meta.readCheckpoints(tenantId);
    // A cached copy does not show the platform's current state.
    if (!answer.ok || answer.value.cachedAt !== null || !held.ok || signal.aborted) return;
    const known = new Set(held.value.map(({ jws }) => jws));
    const fresh = answer.value.value.checkpoints.filter(({ jws }) => !known.has(jws));
    const shown = await checked(fresh);
    if (shown === null) return;
    const found = contradictionIn(held.value, shown);
    if (found !== null) deps.raise({ chain: found.chain, index: found.index, heldSeal: found.held.seal, shownSeal: found.shown.seal });
    await meta.keepCheckpoints(tenantId, shown);
    for (const { chain, index, seal } of [...held.value, ...shown]) {
      const here = chain === 'verifications' ? await deps.sealAt(index) : null;
      if (signal.aborted) return;
      if (here?.ok === true && here.value !== null && here.value !== seal)
        return void (await told({ kind: 'rewritten', chainIndex: index, expectedSeal: seal, foundSeal: here.value }));
    }
    await deps.walk(found === null ? keptOf([...held.value, ...shown], Number.POSITIVE_INFINITY) : 'contradicted');
  };

  /** A walk along a history that differs from the signed one no longer counts. */
  const told = (found: NonNullable<HubStatus['historyFound']>): Promise<void> => {
    deps.rewritten(found);
    return deps.walk('contradicted');
  };

  const schedule = (delayMs: number): void => {
    cancel();
    cancel = deps.setTimer(delayMs, () => {
      if (signal.aborted) return;
      schedule(LOOK_EVERY_MS);
      void look();
    });
  };
  return { lookSoon: () => (signal.aborted ? undefined : schedule(LOOK_AFTER_MS)) };
}
