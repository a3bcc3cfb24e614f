import type { Checkpoint } from '../../contracts/checkpoint.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { Call } from '../../domain/api/client.ts';
import { contradictionIn } from '../../domain/checkpoints.ts';
import { judgeCheckpoint } from '../../evidence/checkpoint.ts';
import { lintKeys } from '../../evidence/keys.ts';
import type { MetaStore } from '../../store/types.ts';

/**
 * Holds the platform to its signed checkpoints (D-47). The attacker is whoever runs the platform's database and has its key sign: what was signed once is kept on this device,
 * beyond every log-out, and two seals of one place, both under the platform's own signature, are told. What nobody's signature holds for says nothing and is not kept:
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
  readonly raise: (found: HubStatus['twoHistories']) => void;
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

  const look = async (): Promise<void> => {
    const [answer, set] = await Promise.all([call('checkpoints', { signal }), call('jwks', { signal })]);
    // A copy that was kept on the way is not the platform's word of now.
    if (!answer.ok || !set.ok || answer.value.cachedAt !== null || set.value.cachedAt !== null) return;
    const keys = lintKeys(set.value.value.keys);
    const at = new Date(world.now()).toISOString();
    const shown: Checkpoint[] = [];
    for (const one of answer.value.value.checkpoints) if ((await judgeCheckpoint(one, keys, tenantId, at)).ok) shown.push(one);
    const held = await meta.readCheckpoints(tenantId);
    if (!held.ok || signal.aborted) return;
    const found = contradictionIn(held.value, shown);
    if (found !== null) world.raise({ chain: found.chain, index: found.index, heldSeal: found.held.seal, shownSeal: found.shown.seal });
    await meta.keepCheckpoints(tenantId, shown);
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
