import type { LockAct } from '../../../contracts/lock.ts';
import { noTries } from '../../../domain/lock/tries.ts';
import type { LockEffect } from '../../../domain/lock/types.ts';
import type { StoredLock } from '../../../store/storedLock.ts';
import { newDataKey, openDataKey, rewrapDataKey } from './keyWrap.ts';
import type { LockRunner } from './lockEffects.ts';
import type { LockDeps } from './lockFace.ts';
import { judgedPin, strengthened } from './lockStrength.ts';

/** Work with the secret of the act under way: it stays with the act and never enters the lock's machine. */
export interface SecretWork {
  readonly make: () => Promise<void>;
  readonly tryIt: (effect: Extract<LockEffect, { readonly type: 'try' }>) => Promise<void>;
  readonly strengthen: (lock: StoredLock) => Promise<void>;
}

/** Derives keys from secrets; reports to the machine what came of it. */
export function createSecretWork(
  { session, newId, now, pinIterations }: Pick<LockDeps, 'session' | 'newId' | 'now' | 'pinIterations'>,
  { send, act, owner }: Pick<LockRunner, 'send' | 'act' | 'owner'>,
): SecretWork {
  /** The act under way, which is of one of these kinds. */
  const actOf = <Kind extends LockAct['act']>(...kinds: readonly Kind[]): Extract<LockAct, { readonly act: Kind }> => {
    const held = act();
    if (held === null || !(kinds as readonly string[]).includes(held.act)) throw new Error('no act brings a secret');
    return held as Extract<LockAct, { readonly act: Kind }>; // just checked
  };
  return {
    make: async () => {
      const { secret, passkey, escrow } = actOf('setUp');
      const state = session().state();
      if (state.name !== 'signedIn') throw new Error('nobody is signed in');
      const { user } = state;
      const made = await newDataKey(secret, passkey?.salt ?? null, pinIterations, escrow);
      const lock: StoredLock = {
        id: newId(),
        userId: user.id,
        kind: secret.kind,
        ...made.wrapping,
        ...(made.escrow !== null && { escrow: made.escrow }),
        credentialId: passkey?.credentialId ?? null,
        ...judgedPin(secret, user),
        rows: 'sealing',
        tries: { ...noTries, seenAt: now() },
      };
      await send({ type: 'made', lock, key: made.key });
    },
    tryIt: async ({ lock, rewraps }) => {
      if (!rewraps) {
        const key = await openDataKey(actOf('open', 'takeOff').secret, lock);
        return send({ type: 'tried', opened: key === null ? null : { key } });
      }
      const { from, to } = actOf('change');
      const next = { kind: 'pin', pin: to } as const;
      const wrapped = await rewrapDataKey({ kind: 'pin', pin: from }, next, lock, pinIterations);
      return send({ type: 'tried', opened: wrapped === null ? null : { change: { ...wrapped, ...judgedPin(next, owner()) } } });
    },
    strengthen: async (lock) => {
      const stronger = await strengthened(lock, actOf('open').secret, owner(), pinIterations);
      if (stronger !== null) await send({ type: 'strengthened', from: lock, change: stronger(lock) });
    },
  };
}
