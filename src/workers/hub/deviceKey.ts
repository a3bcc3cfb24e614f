import { deviceKeyHeaders } from '../../contracts/deviceKey.ts';
import type { AnswerOf } from '../../contracts/endpoints.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { signInEndpoints } from '../../contracts/signInEndpoints.ts';
import type { Answered } from '../../domain/api/answer.ts';
import type { Call } from '../../domain/api/client.ts';
import { isRefusal } from '../../domain/session/refusal.ts';
import {
  type DeviceKey as StoredKey,
  type DeviceKeyStore,
  type KeptKey,
  makeKeyPair,
  proofBy,
  publicText,
  thumbprintOf,
} from '../../store/deviceKeys.ts';
import { boundedKeys } from './boundedKeys.ts';
import { createKeyForms } from './keyForms.ts';

/**
 * The key of whoever is in (D-55): made for each sign-in, and the only thing by which their session is refreshed. Without an app lock nobody can take it out of this browser; under one it lies sealed
 * under the lock's key, and is in memory while the lock is open. What the platform is told last, and whose answer was lost, is asked for again.
 */
export interface DeviceKey {
  /** The headers of a sign-in: a new key, which is kept before it is given. Empty where the device can keep none; the session is not bound then. */
  readonly introduce: () => Promise<Readonly<Record<string, string>>>;
  /** The platform has opened a session with it; `nonce` is null where it binds none. */
  readonly begun: (nonce: string | null) => Promise<void>;
  /** Has the session refreshed: by the key, where it is bound to one. `locked` while the lock is closed, which asks nobody. */
  readonly refresh: () => Promise<Result<Refreshed>>;
  /** Parks the session at the platform, as the lock closes: it opens nothing until that is open again. `over`: there is none to be parked. */
  readonly park: () => Promise<'parked' | 'over' | 'unreached'>;
  /** Whether the session is bound to a key, as far as this device knows. */
  readonly isBound: () => Promise<boolean>;
  /** The lock was set up, or opened, under this key. */
  readonly opened: (dataKey: CryptoKey) => void;
  /** The lock is closed: what was in memory is gone. */
  readonly closed: () => void;
  /** There is no lock; what only waited for it to be opened is kept like any other. */
  readonly unlockedForGood: () => Promise<void>;
  /** Another key takes the place of the one that is held: after the lock was set up or changed, and, with `bare`, before it is taken off. Needs the platform. */
  readonly replace: (options?: { readonly bare: boolean }) => Promise<Result<null>>;
  /** Whoever was in has left, in this hub or in one that ended between the mark of that and the key: nobody refreshes their session any more, whatever the platform has been told. False where the disk does not let go of the key: it is taken as soon as it does, or at the next start. */
  readonly forget: () => Promise<boolean>;
}

export type Refreshed = Answered<AnswerOf<'refresh'>>;

export interface DeviceKeyWorld {
  readonly store: DeviceKeyStore;
  readonly call: Call<AbortSignal>;
  /** The device’s storage failed; the session goes on as long as it lasts. */
  readonly storage: (problem: Problem) => void;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

const noRoom: Problem = { code: 'storage', message: 'The key of this device could not be kept.', retry: true };
/** What stands between takes the nonce away, or the platform knows nothing of keys just now: no other key takes the place of one, and no lock goes that the one lies under. */
const notTold: Result<never> = {
  ok: false,
  problem: { code: 'unavailable', message: 'The platform could not be told of another key of this device. Try again later.', retry: true },
};
const isLocked: Result<never> = { ok: false, problem: { code: 'locked', message: 'This device is locked.', retry: false } };

export function createDeviceKey({ store: keys, call, storage, setTimer }: DeviceKeyWorld): DeviceKey {
  const store = boundedKeys(keys, setTimer);
  const forms = createKeyForms();
  /** The key of a sign-in under way, or of one behind a closed lock: in memory alone, until it can be kept. */
  let made: CryptoKeyPair | null = null;
  /** Of that one, once its session has begun behind a closed lock. */
  let waiting: { readonly pair: CryptoKeyPair; readonly nonce: string } | null = null;
  /** Whether the session is bound to a key; null while the disk has not said. */
  let bound: boolean | null = null;
  /** The newest refresh that was sent, and how many were answered. */
  let sent: Promise<unknown> = Promise.resolve();
  let answered = 0;

  const publicOf = (key: KeptKey): CryptoKey => ('pair' in key ? key.pair.publicKey : key.publicKey);

  const lockedHeader = (): Readonly<Record<string, string>> => (forms.seals() ? { [deviceKeyHeaders.locked]: '1' } : {});

  const introductionOf = async (publicKey: CryptoKey, privateKey: CryptoKey): Promise<Readonly<Record<string, string>>> => ({
    [deviceKeyHeaders.key]: await publicText(publicKey),
    [deviceKeyHeaders.proof]: await proofBy(privateKey, await thumbprintOf(publicKey)),
    ...lockedHeader(),
  });

  /** The headers by which a key asks for a refresh; null where it cannot sign. */
  const proofOf = async (key: StoredKey): Promise<Readonly<Record<string, string>> | null> => {
    const privateKey = await forms.privateOf(key);
    if (privateKey === null) return null;
    if (key.nonce === null) return introductionOf(publicOf(key), privateKey);
    return { [deviceKeyHeaders.proof]: await proofBy(privateKey, key.nonce) };
  };

  /** Behind a closed lock nothing is sent: what is signed already opens nothing any more. */
  const send = async (headers: Readonly<Record<string, string>>): Promise<Result<Refreshed>> => {
    if (forms.isClosed()) return isLocked;
    const sending = call('refresh', { headers });
    sent = sending;
    const answer = await sending;
    answered += 1;
    return answer;
  };
  const nonceIn = (answer: Refreshed): string | null => answer.header(deviceKeyHeaders.nonce);
  const isRefused = (answer: Result<Refreshed>): boolean => !answer.ok && answer.problem.code === 'unauthenticated';

  /** By the key that is held, and where the platform knows another by now, by that. Within `alone`. */
  const refreshByKey = async (isLast = false): Promise<Result<Refreshed> | 'unbound'> => {
    const { held, next } = await store.read();
    bound = held !== null || next !== null;
    let refusal: Result<Refreshed> | 'unbound' = 'unbound';
    // Of two sign-ins at once the first nonce that is held may be the other's: the platform gives the right one again to the key alone.
    for (const key of [held, next, held === null ? null : { ...formOf(held), nonce: null }]) {
      if (key === null) continue;
      const headers = await proofOf(key);
      if (forms.isClosed()) return isLocked;
      // Sealed under a lock that is gone: nobody signs by it any more.
      if (headers === null) continue;
      const answer = await send(headers);
      if (isRefused(answer)) {
        refusal = answer;
        continue;
      }
      if (!answer.ok) return answer;
      const nonce = nonceIn(answer.value);
      // A platform that was replaced by one of before it knows nothing of keys: the next one does again.
      if (nonce === null) return answer;
      await store.write({ held: { ...formOf(key), nonce }, next: null });
      // Its first answer was lost: cookie and nonce may be old by now. Once: whoever says so again is no platform that keeps what it gives.
      return answer.value.header(deviceKeyHeaders.again) === null || isLast ? answer : refreshByKey(true);
    }
    return refusal;
  };

  const formOf = (key: KeptKey): KeptKey => ('pair' in key ? { pair: key.pair } : { publicKey: key.publicKey, sealed: key.sealed });
  /** Within `alone`. */
  const replaceHeld = async (): Promise<Result<null>> => {
    // What was lost before is found out first: only one key takes the place of one.
    const before = await refreshByKey();
    if (before === 'unbound') return { ok: true, value: null };
    if (!before.ok) return before;
    if (nonceIn(before.value) === null) return notTold;
    const { held } = await store.read();
    const signs = held === null ? null : await forms.privateOf(held);
    if (held === null || held.nonce === null || signs === null) return isLocked;
    const pair = await makeKeyPair(true);
    const form = await forms.kept(pair);
    if (form === null) return isLocked;
    // Kept before it is given. Of the answer that is lost it asks by the nonce that was signed for it.
    await store.write({ held, next: { ...form, nonce: held.nonce } });
    const answer = await send({
      [deviceKeyHeaders.key]: await publicText(pair.publicKey),
      [deviceKeyHeaders.proof]: await proofBy(signs, held.nonce, await thumbprintOf(pair.publicKey)),
      [deviceKeyHeaders.locked]: forms.seals() ? '1' : '0',
    });
    if (!answer.ok) return answer;
    const nonce = nonceIn(answer.value);
    if (nonce === null) return notTold;
    await store.write({ held: { ...form, nonce }, next: null });
    return { ok: true, value: null };
  };

  const guarded = async <T>(work: () => Promise<T>, failed: T): Promise<T> => {
    try {
      return await store.alone(work);
    } catch {
      storage(noRoom);
      return failed;
    }
  };

  /** Keeps the key of a session that has begun; within `alone`. */
  const keep = async (pair: CryptoKeyPair, nonce: string): Promise<void> => {
    const form = await forms.kept(pair);
    if (form === null) waiting = { pair, nonce };
    else await store.write({ held: { ...form, nonce }, next: null });
  };
  const keepWaiting = async (): Promise<void> => {
    const late = waiting;
    if (late === null || forms.isClosed()) return;
    waiting = null;
    await keep(late.pair, late.nonce);
  };

  const park: DeviceKey['park'] = async () => {
    // From here on nothing more is signed: the lock closes, once what takes its time is done.
    forms.closed();
    const before = answered;
    const answer = await call(signInEndpoints.parkSession);
    await sent;
    // A refresh that was on its way as the lock closed has the session go on, whichever of the two came first.
    if (answered !== before && forms.isClosed()) return park();
    if (answer.ok) return 'parked';
    return isRefusal(answer.problem.code) || answer.problem.code === 'conflict' ? 'over' : 'unreached';
  };

  /** Within `alone`, behind a closed lock: a key that the lock does not seal, since the platform went away as it was set up, has whoever sits there refresh the session. Whoever opens the lock signs in anew. */
  const dropBare = async (): Promise<void> => {
    const { held, next } = await store.read();
    const sealed = (key: StoredKey | null): StoredKey | null => (key !== null && 'sealed' in key ? key : null);
    if (sealed(held) !== held || sealed(next) !== next) await store.write({ held: sealed(held), next: sealed(next) });
  };

  return {
    introduce: () =>
      guarded<Readonly<Record<string, string>>>(async () => {
        // One that another tab has given and whose session has not begun: whichever of them it is, its key is the one that is held.
        const pair = made ?? (await makeKeyPair(true));
        const form = await forms.kept(pair);
        // Behind a closed lock nothing can be kept that only the lock opens: it waits in memory.
        if (form !== null) await store.write({ held: (await store.read()).held, next: { ...form, nonce: null } });
        made = pair;
        return introductionOf(pair.publicKey, pair.privateKey);
      }, {}),
    begun: (nonce) =>
      guarded(async () => {
        const pair = made;
        made = null;
        waiting = null;
        bound = nonce !== null;
        if (nonce === null) return store.remove();
        if (pair !== null) return keep(pair, nonce);
        // Made by a hub that ended meanwhile.
        const { next } = await store.read();
        if (next !== null) await store.write({ held: { ...formOf(next), nonce }, next: null });
      }, undefined),
    refresh: async () => {
      if (forms.isClosed()) return isLocked;
      const answer = await guarded<Result<Refreshed> | 'unbound' | 'failed'>(async () => {
        await keepWaiting();
        const refreshed = await refreshByKey();
        const { held } = await store.read();
        // A lock that was set up while the platform was away, or by a hub that ended in the middle of it.
        if (held !== null && refreshed !== 'unbound' && refreshed.ok && !forms.isInForm(held)) await replaceHeld();
        return refreshed;
      }, 'failed');
      // Where the disk has never said, the session is bound to nothing, or cannot be refreshed anyway.
      if (answer === 'failed') return bound === true ? { ok: false, problem: noRoom } : call('refresh');
      return answer === 'unbound' ? call('refresh') : answer;
    },
    park,
    isBound: async () => {
      if (waiting !== null) return true;
      const { held } = await store.read().catch(() => ({ held: null }));
      return held !== null;
    },
    opened: (dataKey) => {
      forms.opened(dataKey);
      if (waiting !== null) void guarded(keepWaiting, undefined);
    },
    closed: () => {
      forms.closed();
      void guarded(dropBare, undefined);
    },
    unlockedForGood: async () => {
      forms.gone();
      if (waiting !== null) await guarded(keepWaiting, undefined);
    },
    replace: (options) =>
      guarded<Result<null>>(
        () => {
          // From here on, whoever refreshes: the lock may be gone before the next one does.
          if (options?.bare === true) forms.bare();
          return replaceHeld();
        },
        { ok: false, problem: noRoom },
      ),
    forget: async () => {
      waiting = null;
      const isGone = await store.removeInTurn();
      if (!isGone) storage(noRoom);
      return isGone;
    },
  };
}
