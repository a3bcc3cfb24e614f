import type { LockAct, LockSecret, LockStatus } from '../../../contracts/lock.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import { isDisplay } from '../../../domain/session/display.ts';
import { knownForMs } from '../../../domain/session/limits.ts';
import { type LockOwner, pinProblem } from '../../../domain/lock/pin.ts';
import { fromNow, lockNow, noTries } from '../../../domain/lock/tries.ts';
import type { WriteStore } from '../../../store/types.ts';
import type { StoredLock } from '../../../store/storedLock.ts';
import { newDataKey, openDataKey, rewrapDataKey } from './keyWrap.ts';
import type { DeviceLock, LockDeps } from './lockFace.ts';
import { lockStatusOf } from './lockStatus.ts';
import { judgedPin, strengthened } from './lockStrength.ts';
import { tryWith as countedTry } from './lockTries.ts';
import { openRemembered, rememberAnew, rememberedOf, type SessionKey } from './sealedSession.ts';
import { within } from '../within.ts';

/** How long the key is kept for the next sign-in after the platform ended a session, or after unlocking showed the session to be over, milliseconds. */
const keptForSignInMs = 10 * 60_000;

/** How long to wait for the removal of the service worker's cache, milliseconds. */
const answersLimitMs = 5_000;
const answersLeft: Problem = {
  code: 'storage',
  message:
    'The lock is set up and stored data is encrypted. Cached answers in this browser could not be removed yet: this is retried each time you unlock.',
  retry: true,
};

const refused = (message: string, code: Problem['code'] = 'bad_request'): Result<never> => ({
  ok: false,
  problem: { code, message, retry: false },
});
const needsPlatform = refused('This needs the platform: it must know the key of this device.', 'unavailable');
const done: Result<null> = { ok: true, value: null };

/**
 * The app lock (D-31): holds the data key while open, counts tries, and has rows encrypted and decrypted. The session machine still decides who is signed in; the lock only tells it of
 * being opened or lost. The key is lost with the hub: when no worker of this origin is left, the device is locked.
 */
export function createDeviceLock(deps: LockDeps): DeviceLock {
  let lock: StoredLock | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  let key: CryptoKey | null = null;
  let cancelDrop = () => {};
  /** Set if it is not known whether the device has a lock: a mark that could not be read does not mean "none". */
  let unread: Problem | null = null;
  /** True if it closed for inactivity or because the user left: only its secret opens it then, not a key that a suspended page has kept. */
  let isShut = false;
  let latest: { readonly id: string; readonly answer: Promise<Result<null>> } | null = null;
  const session = () => deps.session();
  /** The latest moment recorded before this hub, and the monotonic clock when it was read. */
  let recalled = { seenAt: 0, monoMs: deps.monotonic() };
  /** The clock for tries. Until the platform has told the time it runs on from the latest recorded moment, so that setting the device's clock shortens no pause. */
  const triesNow = (): number => (deps.heardHere() ? deps.now() : recalled.seenAt + deps.monotonic() - recalled.monoMs);

  const confirmedAt = (): number | null => {
    const state = session().state();
    return state.name === 'signedIn' ? state.confirmedAt : (state.remembered?.confirmedAt ?? null);
  };

  /** Converts a moment of the tries' clock to the clock that pages show; the distance from now is the same. */
  const shownAt = (at: number): number => (at === 0 ? 0 : deps.now() + Math.max(0, at - lockNow(lock?.tries ?? noTries, triesNow())));

  const isConfirmed = (): boolean => {
    const state = session().state();
    return state.name === 'signedIn' && state.confirmed;
  };

  const status = (): LockStatus => (lock === null ? { state: 'none' } : lockStatusOf(lock, key !== null, confirmedAt(), shownAt));
  const publish = (): void => deps.publish(status());

  /** Writes one after the other, each based on the previous result: two prepared in parallel would undo each other. */
  const write = (change: (held: StoredLock | null) => StoredLock | null): Promise<Result<null>> => {
    const turn = writing.then(async () => {
      const changed = change(lock);
      const written = await deps.meta.writeLock(changed);
      if (written.ok) lock = changed;
      return written;
    });
    writing = turn.catch(() => done); // a failed write must not block the next one
    return turn;
  };
  /** Changes an existing lock; a removed one stays removed. */
  const amend = (change: (held: StoredLock) => Partial<StoredLock>): Promise<Result<null>> =>
    write((held) => (held === null ? null : { ...held, ...change(held) }));

  const drop = (): void => {
    cancelDrop();
    key = null;
    isShut = true;
    if (lock === null) return;
    deps.device.closed();
    // Written alone and first: a count needs time for its MAC, and the browser may end at any moment.
    void amend(() => ({ shut: true }));
    // Records the time of closing: setting the clock back later gains nothing.
    void amend(({ tries }) => ({ tries: { ...tries, seenAt: lockNow(tries, triesNow()) } }));
  };

  /** Nobody is signed in, or soon may not be: keep the key for the sign-in. */
  const keepForSignIn = (): void => {
    cancelDrop();
    cancelDrop = deps.setTimer(keptForSignInMs, () => {
      if (session().state().name === 'signedIn') return;
      drop();
      publish();
    });
  };

  const forget = async (): Promise<void> => {
    cancelDrop();
    key = null;
    await write(() => null);
    await deps.device.unlockedForGood();
    await deps.tellPages(null);
    publish();
  };

  /** Ends the session first, deletes the rows, and removes the lock last: while it stands nobody gets in without its secret, even if this is interrupted. */
  const giveUp = async (): Promise<Result<null>> => {
    if (lock === null) return done;
    const state = session().state();
    const holder = state.name === 'signedIn' ? state : state.remembered;
    await deps.givenUp.keep(lock, holder?.tenant.tenantId ?? null);
    session().send({ type: 'lockLost' });
    await session().settled();
    const kept = await deps.givenUp.kept();
    if (kept.ok && lock !== null) await forget();
    return kept;
  };

  const tryWith = <T>(held: StoredLock, attempt: () => Promise<T | null>): Promise<Result<T>> =>
    countedTry(
      {
        tries: () => lock?.tries ?? noTries,
        now: triesNow,
        keep: (tries) => amend(() => ({ tries })),
        platform: deps.platformTries,
        over: () => giveUp(),
        publish,
      },
      held,
      attempt,
    );

  /** Whether the platform has not confirmed the person for 72 hours, by a clock that never goes back. If the platform has not told the time, that clock is an estimate. */
  const isTooOld = ({ tries }: StoredLock): boolean => {
    const at = confirmedAt();
    return session().state().name !== 'signedIn' && at !== null && lockNow(tries, deps.now()) - at > knownForMs;
  };

  /** The owner, whose name and address make a PIN or password too weak. */
  const owner = (): LockOwner => {
    const state = session().state();
    return state.name === 'signedIn' ? state.user : { name: '', email: '' };
  };

  const open = async (secret: LockSecret): Promise<Result<null>> => {
    if (lock === null || key !== null) return done;
    const held = lock;
    // Data are withheld for their age by the platform's clock only: on an estimate the lock stays closed and everything is kept.
    if (isTooOld(held) && !deps.heardHere())
      return refused(
        'By this device’s clock the platform has not confirmed you for 72 hours. That clock is not confirmed, so nothing was removed. Connect to the platform to unlock, or sign in.',
        'unavailable',
      );
    // The rows stay encrypted, with any unsent commands: their owner opens them once the platform has confirmed the session.
    if (isTooOld(held))
      return refused(
        'The platform has not confirmed you for 72 hours. The data on this device is no longer shown. Sign in, then unlock: unsent actions are sent then.',
        'unauthenticated',
      );
    const opened = await tryWith(held, () => openDataKey(secret, held));
    if (!opened.ok) return opened;
    const inside = await goIn(opened.value);
    const stronger = await strengthened(held, secret, owner(), deps.pinIterations);
    if (stronger !== null) await amend(stronger).then(publish);
    return inside;
  };

  const goIn = async (opened: CryptoKey): Promise<Result<null>> => {
    key = opened;
    deps.device.opened(opened);
    // The lock was not given up after all.
    if (lock !== null) void deps.givenUp.forget(lock.userId);
    if (isShut) void amend(() => ({ shut: false }));
    isShut = false;
    keepForSignIn();
    session().send({ type: 'unlocked', session: await openRemembered(deps.meta, opened) });
    // Publish together with the session: in between, pages would see nobody signed in and go to the sign-in page.
    await session().settled();
    publish();
    writeSession().catch(() => {}); // written encrypted at the next confirmation
    return done;
  };

  const sessionKey = (): SessionKey => (lock === null || lock.rows === 'opening' ? 'plain' : (key ?? 'closed'));
  const writeSession = (): Promise<Result<null>> => rememberAnew(deps.meta, sessionKey, session().state());

  const setUp = async ({ secret, passkey, escrow }: Extract<LockAct, { readonly act: 'setUp' }>): Promise<Result<null>> => {
    const state = session().state();
    const store = deps.store();
    if (state.name !== 'signedIn' || !state.confirmed || store === null)
      return refused('Setting up a lock needs the platform: it must confirm your identity.', 'unavailable');
    if (isDisplay(state.user)) return refused('A wall display cannot be locked: nobody could unlock it.');
    if (lock !== null) return refused('A lock is set up on this device already.', 'conflict');
    const weak = secret.kind === 'pin' ? pinProblem(secret.pin, state.user) : null;
    if (weak !== null) return refused(weak);
    // Commands of a lock that was given up can be decrypted only with that lock's key.
    if (deps.givenUp.held()?.userId === state.user.id)
      return refused('Your unsent actions here could not be opened yet. Sign in again, then set up the lock.', 'conflict');
    const made = await newDataKey(secret, passkey?.salt ?? null, deps.pinIterations, escrow);
    const { user } = state;
    const written = await write(() => ({
      id: deps.newId(),
      userId: user.id,
      kind: secret.kind,
      ...made.wrapping,
      ...(made.escrow !== null && { escrow: made.escrow }),
      credentialId: passkey?.credentialId ?? null,
      ...judgedPin(secret, user),
      rows: 'sealing',
      tries: { ...noTries, seenAt: deps.now() },
    }));
    if (!written.ok) {
      // It may be on the disk although only its side data found no space: remove it, as the user is told that there is no lock.
      await write(() => null);
      return written;
    }
    key = made.key;
    isShut = false;
    deps.device.opened(key);
    // Before the first row is encrypted: a page without the key would take such rows for damaged.
    await deps.tellPages(key);
    publish();
    const remembered = await writeSession();
    if (!remembered.ok) return remembered;
    // If the platform becomes unreachable now, the next refresh does this.
    await deps.device.replace();
    return goOn(store);
  };

  /** Brings existing rows into the form that the lock requires. */
  const goOn = async (store: WriteStore): Promise<Result<null>> => {
    if (lock === null || key === null || lock.rows === 'sealed') return done;
    const opening = lock.rows === 'opening';
    const brought = await (opening ? store.unseal(key) : store.seal(key));
    if (!brought.ok) {
      deps.storage(brought.problem);
      return brought;
    }
    if (opening) {
      // The lock is removed only once the session no longer depends on it: otherwise nobody could refresh the session.
      const bare = await deps.device.replace({ bare: true });
      if (!bare.ok) return bare;
      // Before the key goes: the remembered session would be unreadable without it.
      const remembered = await writeSession();
      if (remembered.ok) await forget();
      return remembered;
    }
    // Repeated each time, because a hub may have ended before it got here. Rows do not wait for a cache that does not answer.
    const removing = deps.removeAnswers(store.tenantId, store.userId).then(
      () => true,
      () => false,
    );
    if ((await within(removing, answersLimitMs, deps.setTimer)) !== true) {
      deps.storage(answersLeft);
      return { ok: false, problem: answersLeft };
    }
    if (lock === null) return done;
    const marked = await amend(() => ({ rows: 'sealed' }));
    publish();
    return marked;
  };

  const change = async (from: string, to: string): Promise<Result<null>> => {
    if (lock?.kind !== 'pin') return refused('No PIN is set on this device.', 'conflict');
    const weak = pinProblem(to, owner());
    if (weak !== null) return refused(weak);
    if (!isConfirmed()) return needsPlatform;
    const held = lock;
    const wrapped = await tryWith(held, () =>
      rewrapDataKey({ kind: 'pin', pin: from }, { kind: 'pin', pin: to }, held, deps.pinIterations),
    );
    if (!wrapped.ok) return wrapped;
    const changed = await amend(() => ({ ...wrapped.value, ...judgedPin({ kind: 'pin', pin: to }, owner()) }));
    publish();
    return changed;
  };

  const takeOff = async (secret: LockSecret): Promise<Result<null>> => {
    const store = deps.store();
    if (lock === null) return done;
    if (key === null || store === null) return refused('Unlock first.', 'conflict');
    if (!isConfirmed()) return needsPlatform;
    const held = lock;
    const opened = await tryWith(held, () => openDataKey(secret, held));
    if (!opened.ok) return opened;
    const marked = await amend(() => ({ rows: 'opening' }));
    publish();
    return marked.ok ? goOn(store) : marked;
  };

  const close = async (): Promise<Result<null>> => {
    if (lock === null) return refused('No lock is set up on this device.', 'conflict');
    if (key === null) return done;
    session().send({ type: 'lockNow', parks: await deps.device.isBound() });
    await session().settled();
    // The session was not confirmed: just unlocked without an answer from the platform, or expired while the key waited for a sign-in.
    if (key !== null) {
      drop();
      publish();
    }
    return done;
  };

  const perform = (act: LockAct): Promise<Result<null>> => {
    switch (act.act) {
      case 'setUp':
        return setUp(act);
      case 'open':
        return open(act.secret);
      case 'resume':
        if (lock === null || key !== null || isShut || lock.id !== act.lockId || isTooOld(lock)) return Promise.resolve(done);
        return act.key instanceof CryptoKey ? goIn(act.key) : Promise.resolve(done);
      case 'change':
        return change(act.from, act.to);
      case 'takeOff':
        return takeOff(act.secret);
      case 'close':
        return close();
      case 'startAnew':
        return giveUp();
      default:
        return act satisfies never;
    }
  };

  const recall = async (): Promise<void> => {
    const read = await deps.meta.readLock();
    unread = read.ok ? null : read.problem;
    lock = read.ok ? read.value : null;
    isShut = lock?.shut === true;
    // An unknown count starts its pause now and keeps it across restarts.
    const tries = lock === null ? noTries : fromNow(lock.tries, deps.now());
    recalled = { seenAt: tries.seenAt, monoMs: deps.monotonic() };
    if (lock !== null && lock.tries !== tries) {
      lock = { ...lock, tries };
      await amend(() => ({ tries }));
    }
    if (lock !== null && key === null) deps.device.closed();
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
      // Its rows are gone; the browser ended before the lock was removed.
      void forget();
      return remembered;
    },
    closedTo: (user) => lock?.userId === user.id && key === null,
    isClosed: () => lock !== null && key === null,
    key: () => key,
    // A lock that outlived its owner's rows, because the browser ended in between, must not cover another person's.
    entered: (store) => void (lock !== null && lock.userId !== store.userId ? forget() : goOn(store)),
    left: (reason) => {
      if (lock === null || reason === 'tenant' || reason === 'role') return;
      if (reason === 'expired') return keepForSignIn();
      drop();
      publish();
    },
    publish,
    // One after the other: two tries at once would count as one.
    act: (act) => {
      if (latest?.id === act.id) return latest.answer;
      const before = latest?.answer ?? Promise.resolve(done);
      const answer = before.catch(() => done).then(() => perform(act)); // a failed act must not block the next one
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
