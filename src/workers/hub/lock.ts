import type { LockAct, LockSecret, LockStatus, PasskeyRef } from '../../contracts/lock.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { User } from '../../contracts/session.ts';
import { isDisplay } from '../../domain/session/display.ts';
import { knownForMs } from '../../domain/session/limits.ts';
import { pinProblem } from '../../domain/lock/pin.ts';
import { waitWords } from '../../domain/lock/waitWords.ts';
import { beginTry, forgiven, lockNow, noTries, triesAtMost } from '../../domain/lock/tries.ts';
import type { LeaveReason, RememberedSession, ReturnReason, SessionState } from '../../domain/session/types.ts';
import type { MetaStore, StoredLock, StoredSession, WriteStore } from '../../store/types.ts';
import { newDataKey, openDataKey, rewrapDataKey } from './keyWrap.ts';
import { type Named, openRemembered, rememberAnew, rememberedOf, type SessionKey } from './sealedSession.ts';
import { within } from './within.ts';

/**
 * The app lock (D-31): keeps the data key while it is open, counts tries, and has rows sealed and opened. Who is here stays the session machine's to decide; this
 * only tells it that the lock was opened or is lost. The key dies with the hub: where no worker of this origin lives any more, the device is locked.
 */
export interface LockWorld {
  readonly meta: Pick<MetaStore, 'readLock' | 'writeLock' | 'readSession' | 'writeSession'>;
  /** The platform's clock as the monotonic one counts it on, epoch milliseconds. */
  readonly now: () => number;
  /** Any clock that cannot be set, milliseconds. */
  readonly monotonic: () => number;
  /** Whether the platform has told the time since this hub began. */
  readonly heardHere: () => boolean;
  readonly pinIterations: number;
  readonly newId: () => string;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly session: () => {
    readonly state: () => SessionState;
    readonly send: (
      news: { readonly type: 'unlocked'; readonly session: Named | null } | { readonly type: 'lockLost' | 'signOut' },
    ) => void;
    readonly settled: () => Promise<void>;
  };
  /** The open store of whoever is in; null while none is. */
  readonly store: () => WriteStore | null;
  /** Every page has the key, or has forgotten it, when this resolves. */
  readonly tellPages: (key: CryptoKey | null) => Promise<void>;
  readonly publish: (status: LockStatus) => void;
  /** Answers that the service worker keeps of this person go: it cannot seal them. */
  readonly removeAnswers: (tenantId: string, userId: string) => Promise<void>;
  readonly storage: (problem: Problem | null) => void;
}

export interface DeviceLock {
  /** Reads what the device has; before anybody comes in. */
  readonly recall: () => Promise<void>;
  /** Null once it is known whether there is a lock, after one more try to read it; else why it is not: nothing may be opened before. */
  readonly known: () => Promise<Problem | null>;
  /** Whom the device remembers, as the session machine is to be told: behind a closed lock nobody is known by memory alone. */
  readonly remembered: (session: StoredSession | null) => RememberedSession | null;
  /** What the remembered session is sealed with. */
  readonly sessionKey: () => SessionKey;
  /** Whether this person's rows are sealed under a key that is not held. */
  readonly closedTo: (user: User) => boolean;
  readonly key: () => CryptoKey | null;
  /** The store of whoever came in is open: what was cut short goes on. */
  readonly entered: (store: WriteStore) => void;
  readonly left: (reason: LeaveReason | ReturnReason) => void;
  /** The status, as things are now. */
  readonly publish: () => void;
  readonly act: (act: LockAct) => Promise<Result<null>>;
  /** Removes the lock of somebody whose rows are gone. */
  readonly forget: (userId: string) => Promise<void>;
  readonly end: () => void;
}

/** After the platform has ended a session, or a lock was opened and the session turned out to be over: how long the key waits for the sign-in that follows, milliseconds. */
const keptForSignInMs = 10 * 60_000;

/** How long is waited for the service worker's cache to go, milliseconds. */
const answersLimitMs = 5_000;
const answersLeft: Problem = {
  code: 'storage',
  message:
    'The lock is set up and what is stored is sealed. Answers that this browser kept beside it could not be removed yet: that is tried again each time that the lock is opened.',
  retry: true,
};

const refused = (message: string, code: Problem['code'] = 'bad_request'): Result<never> => ({
  ok: false,
  problem: { code, message, retry: false },
});
const done: Result<null> = { ok: true, value: null };

export function createDeviceLock(world: LockWorld): DeviceLock {
  let lock: StoredLock | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  let key: CryptoKey | null = null;
  let cancelDrop = () => {};
  /** Why it is not known whether the device has a lock: a mark that could not be read is not none. */
  let unread: Problem | null = null;
  /** It closed because nobody was there, or somebody left: what opens it is its secret, and no key that a page which stood still has not forgotten. */
  let isShut = false;
  let latest: { readonly id: string; readonly answer: Promise<Result<null>> } | null = null;
  const session = () => world.session();
  /** The last moment that the device saw before this hub, and the monotonic clock when it was read. */
  let recalled = { seenAt: 0, monoMs: world.monotonic() };
  /** What moment it is for tries. Until the platform has told the time it goes on from the last one seen, as fast as time passes: setting a clock shortens no wait. */
  const triesNow = (): number => (world.heardHere() ? world.now() : recalled.seenAt + world.monotonic() - recalled.monoMs);

  const confirmedAt = (): number | null => {
    const state = session().state();
    return state.name === 'signedIn' ? state.confirmedAt : (state.remembered?.confirmedAt ?? null);
  };

  /** A moment of the tries' clock on the one that pages show: as long from now on both. */
  const shownAt = (at: number): number => (at === 0 ? 0 : world.now() + Math.max(0, at - lockNow(lock?.tries ?? noTries, triesNow())));

  const status = (): LockStatus => {
    if (lock === null) return { state: 'none' };
    const { id, kind, rows, credentialId, salt, tries } = lock;
    const passkey = credentialId === null ? null : { credentialId, salt };
    if (key !== null) return { state: 'open', id, kind, rows, passkey };
    const at = confirmedAt();
    const heldUntil = at === null ? null : at + knownForMs;
    return { state: 'locked', id, kind, passkey, wrong: tries.wrong, notBefore: shownAt(tries.notBefore), heldUntil };
  };
  const publish = (): void => world.publish(status());

  /** One after the other, each over what the one before it left: two that were made ready together would undo each other. */
  const write = (change: (held: StoredLock | null) => StoredLock | null): Promise<Result<null>> => {
    const turn = writing.then(async () => {
      const changed = change(lock);
      const written = await world.meta.writeLock(changed);
      if (written.ok) lock = changed;
      return written;
    });
    writing = turn.catch(() => done); // one that threw must not keep the next from its turn
    return turn;
  };
  /** Changes the lock that stands; one that is gone stays gone. */
  const amend = (change: (held: StoredLock) => Partial<StoredLock>): Promise<Result<null>> =>
    write((held) => (held === null ? null : { ...held, ...change(held) }));

  const drop = (): void => {
    cancelDrop();
    key = null;
    isShut = true;
    // What time it was when it closed: a clock that is set back later gains nothing.
    if (lock !== null) void amend(({ tries }) => ({ shut: true, tries: { ...tries, seenAt: lockNow(tries, triesNow()) } }));
  };

  /** Nobody is in, or may not be in a moment: the key waits for the sign-in. */
  const keepForSignIn = (): void => {
    cancelDrop();
    cancelDrop = world.setTimer(keptForSignInMs, () => {
      if (session().state().name === 'signedIn') return;
      drop();
      publish();
    });
  };

  const forget = async (): Promise<void> => {
    cancelDrop();
    key = null;
    await write(() => null);
    await world.tellPages(null);
    publish();
  };

  /** One counted try with a secret. What it gives is null for a wrong one. */
  const tryWith = async <T>(held: StoredLock, attempt: () => Promise<T | null>): Promise<Result<T>> => {
    const begun = beginTry(held.tries, triesNow());
    if (!begun.allowed) return refused(`Try again in ${waitWords(begun.waitMs)}.`, 'rate_limited');
    // On the disk before it is made.
    const counted = await amend(() => ({ tries: begun.counted }));
    if (!counted.ok) return counted;
    const opened = await attempt();
    if (opened !== null) {
      await amend(() => ({ tries: forgiven(begun.counted) }));
      return { ok: true, value: opened };
    }
    if (begun.last) {
      await forget();
      session().send({ type: session().state().name === 'signedIn' ? 'signOut' : 'lockLost' });
      await session().settled();
      return refused(
        `That was the ${triesAtMost}th wrong try: what this device held can no longer be opened and was removed. Sign in to fetch it anew.`,
        'gone',
      );
    }
    publish();
    const left = triesAtMost - begun.counted.wrong;
    const what = held.kind === 'pin' ? 'That is not the PIN.' : 'That passkey does not open this lock.';
    return refused(
      `${what} ${left === 1 ? 'One try is left' : `${left} tries are left`} before what this device holds is removed.`,
      'forbidden',
    );
  };

  /** Whether the platform has not confirmed the person for 72 hours, by a clock that was never set back. Where the platform has not told the time, that clock is a guess. */
  const isTooOld = ({ tries }: StoredLock): boolean => {
    const at = confirmedAt();
    return session().state().name !== 'signedIn' && at !== null && lockNow(tries, world.now()) - at > knownForMs;
  };

  const open = async (secret: LockSecret): Promise<Result<null>> => {
    if (lock === null || key !== null) return done;
    const held = lock;
    // What is taken away for its age is judged by the platform's time alone: a guess keeps it closed, and keeps it.
    if (isTooOld(held) && !world.heardHere())
      return refused(
        'By this device’s clock the platform has not confirmed you for 72 hours. That clock is not confirmed, so nothing was removed. Connect to the platform to unlock, or sign in.',
        'unavailable',
      );
    // Sealed it stays, with what may wait in it to be sent: whoever it is of opens it once the platform has confirmed them.
    if (isTooOld(held))
      return refused(
        'The platform has not confirmed you for 72 hours. What this device held is shown no more. Sign in, then unlock: what waits to be sent is sent then.',
        'unauthenticated',
      );
    const opened = await tryWith(held, () => openDataKey(secret, held));
    if (!opened.ok) return opened;
    return goIn(opened.value);
  };

  const goIn = async (opened: CryptoKey): Promise<Result<null>> => {
    key = opened;
    if (isShut) void amend(() => ({ shut: false }));
    isShut = false;
    keepForSignIn();
    session().send({ type: 'unlocked', session: await openRemembered(world.meta, opened) });
    // Told together with who is here: between the two nobody would be, and pages would lead to the door.
    await session().settled();
    publish();
    writeSession().catch(() => {}); // sealed the next time that they are confirmed
    return done;
  };

  const sessionKey = (): SessionKey => (lock === null || lock.rows === 'opening' ? 'plain' : (key ?? 'closed'));
  const writeSession = (): Promise<Result<null>> => rememberAnew(world.meta, sessionKey, session().state());

  const setUp = async (secret: LockSecret, passkey: PasskeyRef | null): Promise<Result<null>> => {
    const state = session().state();
    const store = world.store();
    if (state.name !== 'signedIn' || !state.confirmed || store === null)
      return refused('Setting up a lock needs the platform: it has to confirm that you are you.', 'unavailable');
    if (isDisplay(state.user)) return refused('A wall display has nobody who could unlock it.');
    if (lock !== null) return refused('A lock is set up on this device already.', 'conflict');
    const weak = secret.kind === 'pin' ? pinProblem(secret.pin) : null;
    if (weak !== null) return refused(weak);
    const made = await newDataKey(secret, passkey?.salt ?? null, world.pinIterations);
    const { user } = state;
    const written = await write(() => ({
      id: world.newId(),
      userId: user.id,
      kind: secret.kind,
      ...made.wrapping,
      credentialId: passkey?.credentialId ?? null,
      rows: 'sealing',
      tries: { ...noTries, seenAt: world.now() },
    }));
    if (!written.ok) return written;
    key = made.key;
    isShut = false;
    // Before the first row is sealed: a page without the key would take it for spoilt.
    await world.tellPages(key);
    publish();
    const remembered = await writeSession();
    return remembered.ok ? goOn(store) : remembered;
  };

  /** Brings the rows that stand into the form that the lock says. */
  const goOn = async (store: WriteStore): Promise<Result<null>> => {
    if (lock === null || key === null || lock.rows === 'sealed') return done;
    const opening = lock.rows === 'opening';
    const brought = await (opening ? store.unseal(key) : store.seal(key));
    if (!brought.ok) {
      world.storage(brought.problem);
      return brought;
    }
    if (opening) {
      // Before the key goes: without it nobody would know who is remembered.
      const remembered = await writeSession();
      if (remembered.ok) await forget();
      return remembered;
    }
    // Each time that it is gone on with: a hub that ended in the middle may not have come to it. Rows do not wait for a cache that does not answer.
    const removing = world.removeAnswers(store.tenantId, store.userId).then(
      () => true,
      () => false,
    );
    if ((await within(removing, answersLimitMs, world.setTimer)) !== true) {
      world.storage(answersLeft);
      return { ok: false, problem: answersLeft };
    }
    if (lock === null) return done;
    const marked = await amend(() => ({ rows: 'sealed' }));
    publish();
    return marked;
  };

  const change = async (from: string, to: string): Promise<Result<null>> => {
    if (lock?.kind !== 'pin') return refused('No PIN is set on this device.', 'conflict');
    const weak = pinProblem(to);
    if (weak !== null) return refused(weak);
    const held = lock;
    const wrapped = await tryWith(held, () =>
      rewrapDataKey({ kind: 'pin', pin: from }, { kind: 'pin', pin: to }, held, world.pinIterations),
    );
    return wrapped.ok && lock !== null ? amend(() => wrapped.value) : wrapped.ok ? done : wrapped;
  };

  const takeOff = async (secret: LockSecret): Promise<Result<null>> => {
    const store = world.store();
    if (lock === null) return done;
    if (key === null || store === null) return refused('Unlock first.', 'conflict');
    const held = lock;
    const opened = await tryWith(held, () => openDataKey(secret, held));
    if (!opened.ok) return opened;
    const marked = await amend(() => ({ rows: 'opening' }));
    publish();
    return marked.ok ? goOn(store) : marked;
  };

  const startAnew = async (): Promise<Result<null>> => {
    const state = session().state();
    if (state.name !== 'signedIn' || !state.confirmed) return refused('Sign in first.', 'unauthenticated');
    await forget();
    session().send({ type: 'lockLost' });
    await session().settled();
    return done;
  };

  const perform = (act: LockAct): Promise<Result<null>> => {
    switch (act.act) {
      case 'setUp':
        return setUp(act.secret, act.passkey);
      case 'open':
        return open(act.secret);
      case 'resume':
        if (lock === null || key !== null || isShut || lock.id !== act.lockId || isTooOld(lock)) return Promise.resolve(done);
        return act.key instanceof CryptoKey ? goIn(act.key) : Promise.resolve(done);
      case 'change':
        return change(act.from, act.to);
      case 'takeOff':
        return takeOff(act.secret);
      case 'startAnew':
        return startAnew();
      default:
        return act satisfies never;
    }
  };

  const recall = async (): Promise<void> => {
    const read = await world.meta.readLock();
    unread = read.ok ? null : read.problem;
    lock = read.ok ? read.value : null;
    isShut = lock?.shut === true;
    recalled = { seenAt: lock?.tries.seenAt ?? 0, monoMs: world.monotonic() };
    publish();
  };

  return {
    recall,
    known: async () => {
      if (unread !== null) await recall();
      return unread;
    },
    sessionKey,
    remembered: (stored) => {
      if (stored === null) return null;
      const remembered = rememberedOf(stored);
      if (unread !== null) return { ...remembered, locked: true };
      if (lock === null) return remembered;
      if (remembered.user.id === lock.userId) return { ...remembered, locked: true };
      // What it locked went, and the browser ended before it did.
      void forget();
      return remembered;
    },
    closedTo: (user) => lock?.userId === user.id && key === null,
    key: () => key,
    entered: (store) => void goOn(store),
    left: (reason) => {
      if (lock === null || reason === 'tenant' || reason === 'role') return;
      if (reason === 'expired') return keepForSignIn();
      drop();
      publish();
    },
    publish,
    // One after the other: two tries at once would be one that is counted.
    act: (act) => {
      if (latest?.id === act.id) return latest.answer;
      const before = latest?.answer ?? Promise.resolve(done);
      const answer = before.catch(() => done).then(() => perform(act)); // one that threw must not keep the next from its turn
      latest = { id: act.id, answer };
      return answer;
    },
    forget: async (userId) => {
      if (lock?.userId === userId) await forget();
    },
    end: () => {
      cancelDrop();
      key = null;
    },
  };
}
