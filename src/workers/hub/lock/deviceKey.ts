import { deviceKeyHeaders } from '../../../contracts/deviceKey.ts';
import type { AnswerOf } from '../../../contracts/endpoints.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import { signInEndpoints } from '../../../contracts/signInEndpoints.ts';
import type { Answered } from '../../../domain/api/answer.ts';
import type { Call } from '../../../domain/api/client.ts';
import { isRefusal } from '../../../domain/session/refusal.ts';
import {
  type DeviceKey as StoredKey,
  type DeviceKeyStore,
  type KeptKey,
  makeKeyPair,
  proofBy,
  publicText,
  thumbprintOf,
} from '../../../store/deviceKeys.ts';
import { boundedKeys } from './boundedKeys.ts';
import { createKeyForms } from './keyForms.ts';

/**
 * The device key of the signed-in user (D-55): made for each sign-in, and the only way to refresh their session. Without an app lock it
 * cannot be exported from this browser; under a lock it is stored encrypted with the lock's key and is in memory only while the lock is
 * open. The last request to the platform is repeated if its answer was lost.
 */
export interface DeviceKey {
  /**
   * Headers for a sign-in: a new key, which is stored before it is sent. Empty if the device cannot store one; the session is then
   * unbound.
   */
  readonly introduce: () => Promise<Readonly<Record<string, string>>>;
  /** The platform has opened a session with it; `nonce` is null if the session is not bound. */
  readonly begun: (nonce: string | null) => Promise<void>;
  /** Refreshes the session, with the key if it is bound. Answers `locked` without a request while the lock is closed. */
  readonly refresh: () => Promise<Result<Refreshed>>;
  /** Parks the session at the platform as the lock closes: it is unusable until the lock opens. `over`: there is no session to park. */
  readonly park: () => Promise<'parked' | 'over' | 'unreached'>;
  /** Whether the session is bound to a key, as far as this device knows. */
  readonly isBound: () => Promise<boolean>;
  /** The lock was set up or opened with this data key. */
  readonly opened: (dataKey: CryptoKey) => void;
  /** The lock is closed: drops what was in memory. */
  readonly closed: () => void;
  /** There is no lock: a key that waited for it to open is stored in the clear form. */
  readonly unlockedForGood: () => Promise<void>;
  /** Replaces the held key: after the lock was set up or changed and, with `bare`, before it is removed. Needs the platform. */
  readonly replace: (options?: { readonly bare: boolean }) => Promise<Result<null>>;
  /**
   * The user has signed out, in this hub or in an earlier one that ended before it removed the key: nobody can refresh the session any
   * more, even if the platform was not told. False if the disk refuses; the key is then removed as soon as the disk allows, or at the
   * next start.
   */
  readonly forget: () => Promise<boolean>;
}

/** The platform's answer to a refresh, with its headers. */
export type Refreshed = Answered<AnswerOf<'refresh'>>;

/** What the device key is given. The caller of `call` handles refusals that concern the session. */
export interface DeviceKeyDeps {
  readonly store: DeviceKeyStore;
  readonly call: Call<AbortSignal>;
  /** The device's storage failed; the session continues until it expires. */
  readonly storage: (problem: Problem) => void;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

const noRoom: Problem = { code: 'storage', message: 'The key of this device could not be kept.', retry: true };
/**
 * A proxy strips the nonce, or the platform does not support keys just now: then no key is replaced and no lock that encrypts one is
 * removed.
 */
const notTold: Result<never> = {
  ok: false,
  problem: { code: 'unavailable', message: 'The platform could not be told about a new key of this device. Try again later.', retry: true },
};
const isLocked: Result<never> = { ok: false, problem: { code: 'locked', message: 'This device is locked.', retry: false } };

/** Makes no key before a sign-in; a key on the disk is read when it is first needed. */
export function createDeviceKey({ store: keys, call, storage, setTimer }: DeviceKeyDeps): DeviceKey {
  const store = boundedKeys(keys, setTimer);
  const forms = createKeyForms();
  /** The key of a sign-in under way, or of one behind a closed lock: in memory only, until it can be stored. */
  let made: CryptoKeyPair | null = null;
  /** That key and its nonce, once its session has begun behind a closed lock. */
  let waiting: { readonly pair: CryptoKeyPair; readonly nonce: string } | null = null;
  /** Whether the session is bound to a key; null until the disk has answered. */
  let bound: boolean | null = null;
  const { refreshByKey, replaceHeld, introductionOf, park } = createKeyExchange(store, forms, call, (isBound) => {
    bound = isBound;
  });

  const guarded = async <T>(work: () => Promise<T>, failed: T): Promise<T> => {
    try {
      return await store.alone(work);
    } catch {
      storage(noRoom);
      return failed;
    }
  };

  /** Stores the key of a session that has begun. Call within `alone`. */
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

  return {
    introduce: () =>
      guarded<Readonly<Record<string, string>>>(async () => {
        // Reuse a key that another tab has sent and whose session has not begun: either sign-in then belongs to the held key.
        const pair = made ?? (await makeKeyPair(true));
        const form = await forms.kept(pair);
        // Behind a closed lock nothing can be stored encrypted: the key waits in memory.
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
        // The key was made by a hub that has ended meanwhile.
        const { next } = await store.read();
        if (next !== null) await store.write({ held: { ...formOf(next), nonce }, next: null });
      }, undefined),
    refresh: async () => {
      if (forms.isClosed()) return isLocked;
      const answer = await guarded<Result<Refreshed> | 'unbound' | 'failed'>(async () => {
        await keepWaiting();
        const refreshed = await refreshByKey();
        const { held } = await store.read();
        // The lock was set up while the platform was unreachable, or by a hub that ended in the middle of it.
        if (held !== null && refreshed !== 'unbound' && refreshed.ok && !forms.isInForm(held)) await replaceHeld();
        return refreshed;
      }, 'failed');
      if (answer === 'unbound') return call('refresh');
      if (answer !== 'failed') return answer;
      const unkept: Result<never> = { ok: false, problem: noRoom };
      if (bound === true) return unkept;
      // The disk has never answered: an unbound session is refreshed like this. A refusal says nothing, as it may want the key.
      const bare = await call('refresh');
      return bound === null && isRefused(bare) ? unkept : bare;
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
      void guarded(() => dropBare(store), undefined);
    },
    unlockedForGood: async () => {
      forms.gone();
      if (waiting !== null) await guarded(keepWaiting, undefined);
    },
    replace: (options) =>
      guarded<Result<null>>(
        () => {
          // Applies to every refresh from now on: the lock may be gone before the next one.
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

/**
 * The requests about the device key: refreshes signed with it, its replacement, and parking. One at a time (`alone`); `noteBound` learns from
 * each whether the disk has a key.
 */
function createKeyExchange(
  store: ReturnType<typeof boundedKeys>,
  forms: ReturnType<typeof createKeyForms>,
  call: Call<AbortSignal>,
  noteBound: (isBound: boolean) => void,
) {
  /** The newest refresh that was sent, and how many were answered. */
  let sent: Promise<unknown> = Promise.resolve();
  let answered = 0;

  const lockedHeader = (): Readonly<Record<string, string>> => (forms.encrypts() ? { [deviceKeyHeaders.locked]: '1' } : {});

  const introductionOf = async (publicKey: CryptoKey, privateKey: CryptoKey): Promise<Readonly<Record<string, string>>> => ({
    [deviceKeyHeaders.key]: await publicText(publicKey),
    [deviceKeyHeaders.proof]: await proofBy(privateKey, await thumbprintOf(publicKey)),
    ...lockedHeader(),
  });

  /** The headers with which a key asks for a refresh; null if it cannot sign. */
  const proofOf = async (key: StoredKey): Promise<Readonly<Record<string, string>> | null> => {
    const privateKey = await forms.privateOf(key);
    if (privateKey === null) return null;
    if (key.nonce === null) return introductionOf(publicOf(key), privateKey);
    return { [deviceKeyHeaders.proof]: await proofBy(privateKey, key.nonce) };
  };

  /** Behind a closed lock nothing is sent: proofs that are already signed are no longer usable. */
  const send = async (headers: Readonly<Record<string, string>>): Promise<Result<Refreshed>> => {
    if (forms.isClosed()) return isLocked;
    const sending = call('refresh', { headers });
    sent = sending;
    const answer = await sending;
    answered += 1;
    return answer;
  };

  /** Uses the held key or, if the platform already knows the next one, that. Call within `alone`. */
  const refreshByKey = async (isLast = false): Promise<Result<Refreshed> | 'unbound'> => {
    const { held, next } = await store.read();
    noteBound(held !== null || next !== null);
    let refusal: Result<Refreshed> | 'unbound' = 'unbound';
    // After two sign-ins at once the stored nonce may belong to the other one. For a request with the key alone the platform sends the
    // right one again.
    for (const key of [held, next, held === null ? null : { ...formOf(held), nonce: null }]) {
      if (key === null) continue;
      const headers = await proofOf(key);
      if (forms.isClosed()) return isLocked;
      // Encrypted under a lock that is gone: this key can never sign again.
      if (headers === null) continue;
      const answer = await send(headers);
      if (isRefused(answer)) {
        refusal = answer;
        continue;
      }
      if (!answer.ok) return answer;
      const nonce = nonceIn(answer.value);
      // A platform rolled back to an older version knows nothing of keys; the next version will again.
      if (nonce === null) return answer;
      await store.write({ held: { ...formOf(key), nonce }, next: null });
      // Its first answer was lost, so cookie and nonce may be outdated: ask again, but only once, in case the platform repeats the header
      // for ever.
      return answer.value.header(deviceKeyHeaders.again) === null || isLast ? answer : refreshByKey(true);
    }
    return refusal;
  };

  /** Call within `alone`. */
  const replaceHeld = async (): Promise<Result<null>> => {
    // First resolve an earlier replacement whose answer was lost: there can be only one replacement at a time.
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
    // Stored before it is sent. If the answer is lost, it asks with the nonce that was signed for it.
    await store.write({ held, next: { ...form, nonce: held.nonce } });
    const answer = await send({
      [deviceKeyHeaders.key]: await publicText(pair.publicKey),
      [deviceKeyHeaders.proof]: await proofBy(signs, held.nonce, await thumbprintOf(pair.publicKey)),
      [deviceKeyHeaders.locked]: forms.encrypts() ? '1' : '0',
    });
    if (!answer.ok) return answer;
    const nonce = nonceIn(answer.value);
    if (nonce === null) return notTold;
    await store.write({ held: { ...form, nonce }, next: null });
    return { ok: true, value: null };
  };

  const park: DeviceKey['park'] = async () => {
    // From here on nothing more is signed, although the lock closes only when the slow work is done.
    forms.closed();
    const before = answered;
    const answer = await call(signInEndpoints.parkSession);
    await sent;
    // A refresh in flight while the lock closed may have unparked the session, whichever arrived first: park again.
    if (answered !== before && forms.isClosed()) return park();
    if (answer.ok) return 'parked';
    return isRefusal(answer.problem.code) || answer.problem.code === 'conflict' ? 'over' : 'unreached';
  };

  return { refreshByKey, replaceHeld, introductionOf, park };
}

const publicOf = (key: KeptKey): CryptoKey => ('pair' in key ? key.pair.publicKey : key.publicKey);

const formOf = (key: KeptKey): KeptKey => ('pair' in key ? { pair: key.pair } : { publicKey: key.publicKey, sealed: key.sealed });

const nonceIn = (answer: Refreshed): string | null => answer.header(deviceKeyHeaders.nonce);
const isRefused = (answer: Result<Refreshed>): boolean => !answer.ok && answer.problem.code === 'unauthenticated';

/**
 * Behind a closed lock: drops keys that the lock does not encrypt (the platform was unreachable when it was set up), because anyone at
 * the device could refresh with them. After unlocking, the user signs in again. Call within `alone`.
 */
async function dropBare(store: ReturnType<typeof boundedKeys>): Promise<void> {
  const { held, next } = await store.read();
  const encrypted = (key: StoredKey | null): StoredKey | null => (key !== null && 'sealed' in key ? key : null);
  if (encrypted(held) !== held || encrypted(next) !== next) await store.write({ held: encrypted(held), next: encrypted(next) });
}
