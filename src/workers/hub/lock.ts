import type { LockAct, LockSecret, LockStatus } from '../../contracts/lock.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { isDisplay } from '../../domain/session/display.ts';
import { knownForMs } from '../../domain/session/limits.ts';
import { type LockOwner, pinProblem } from '../../domain/lock/pin.ts';
import { fromNow, lockNow, noTries } from '../../domain/lock/tries.ts';
import type { WriteStore } from '../../store/types.ts';
import type { StoredLock } from '../../store/storedLock.ts';
import { newDataKey, openDataKey, rewrapDataKey } from './keyWrap.ts';
import type { DeviceLock, LockWorld } from './lockFace.ts';
import { lockStatusOf } from './lockStatus.ts';
import { judgedPin, strengthened } from './lockStrength.ts';
import { tryWith as countedTry } from './lockTries.ts';
import { openRemembered, rememberAnew, rememberedOf, type SessionKey } from './sealedSession.ts';
import { within } from './within.ts';

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
const needsPlatform = refused('This needs the platform: it has to know the key of this device that stands under the lock.', 'unavailable');
const done: Result<null> = { ok: true, value: null };

/**
 * The app lock (D-31): keeps the data key while it is open, counts tries, and has rows sealed and opened. Who is here stays the session machine's to decide; this
 * only tells it that the lock was opened or is lost. The key dies with the hub: where no worker of this origin lives any more, the device is locked.
 */
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

  const isConfirmed = (): boolean => {
    const state = session().state();
    return state.name === 'signedIn' && state.confirmed;
  };

  const status = (): LockStatus => (lock === null ? { state: 'none' } : lockStatusOf(lock, key !== null, confirmedAt(), shownAt));
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
    if (lock === null) return;
    world.device.closed();
    // By itself, and first: a count takes the time of its MAC, and the browser may end at any moment.
    void amend(() => ({ shut: true }));
    // What time it was when it closed: a clock that is set back later gains nothing.
    void amend(({ tries }) => ({ tries: { ...tries, seenAt: lockNow(tries, triesNow()) } }));
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
    await world.device.unlockedForGood();
    await world.tellPages(null);
    publish();
  };

  /** The session ends first, and the rows go; the lock last: as long as it stands nobody is in without its secret, whatever cuts this short. */
  const giveUp = async (): Promise<Result<null>> => {
    if (lock === null) return done;
    const state = session().state();
    const of = state.name === 'signedIn' ? state : state.remembered;
    await world.givenUp.keep(lock, of?.tenant.tenantId ?? null);
    session().send({ type: 'lockLost' });
    await session().settled();
    const kept = await world.givenUp.kept();
    if (kept.ok && lock !== null) await forget();
    return kept;
  };

  const tryWith = <T>(held: StoredLock, attempt: () => Promise<T | null>): Promise<Result<T>> =>
    countedTry(
      {
        tries: () => lock?.tries ?? noTries,
        now: triesNow,
        keep: (tries) => amend(() => ({ tries })),
        platform: world.platformTries,
        over: () => giveUp(),
        publish,
      },
      held,
      attempt,
    );

  /** Whether the platform has not confirmed the person for 72 hours, by a clock that was never set back. Where the platform has not told the time, that clock is a guess. */
  const isTooOld = ({ tries }: StoredLock): boolean => {
    const at = confirmedAt();
    return session().state().name !== 'signedIn' && at !== null && lockNow(tries, world.now()) - at > knownForMs;
  };

  /** Whose names no PIN may be. */
  const owner = (): LockOwner => {
    const state = session().state();
    return state.name === 'signedIn' ? state.user : { name: '', email: '' };
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
    const inside = await goIn(opened.value);
    const stronger = await strengthened(held, secret, owner(), world.pinIterations);
    if (stronger !== null) await amend(stronger).then(publish);
    return inside;
  };

  const goIn = async (opened: CryptoKey): Promise<Result<null>> => {
    key = opened;
    world.device.opened(opened);
    // It was not given up after all.
    if (lock !== null) void world.givenUp.forget(lock.userId);
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

  const setUp = async ({ secret, passkey, escrow }: Extract<LockAct, { readonly act: 'setUp' }>): Promise<Result<null>> => {
    const state = session().state();
    const store = world.store();
    if (state.name !== 'signedIn' || !state.confirmed || store === null)
      return refused('Setting up a lock needs the platform: it has to confirm that you are you.', 'unavailable');
    if (isDisplay(state.user)) return refused('A wall display has nobody who could unlock it.');
    if (lock !== null) return refused('A lock is set up on this device already.', 'conflict');
    const weak = secret.kind === 'pin' ? pinProblem(secret.pin, state.user) : null;
    if (weak !== null) return refused(weak);
    // What it covers is opened by its own key alone.
    if (world.givenUp.held()?.userId === state.user.id)
      return refused('What waited sealed on this device for you could not be opened yet. Sign in anew, then set up the lock.', 'conflict');
    const made = await newDataKey(secret, passkey?.salt ?? null, world.pinIterations, escrow);
    const { user } = state;
    const written = await write(() => ({
      id: world.newId(),
      userId: user.id,
      kind: secret.kind,
      ...made.wrapping,
      ...(made.escrow !== null && { escrow: made.escrow }),
      credentialId: passkey?.credentialId ?? null,
      ...judgedPin(secret, user),
      rows: 'sealing',
      tries: { ...noTries, seenAt: world.now() },
    }));
    if (!written.ok) {
      // It may stand on the disk all the same, where only what comes beside it found no room: nobody meets a lock that they were told is none.
      await write(() => null);
      return written;
    }
    key = made.key;
    isShut = false;
    world.device.opened(key);
    // Before the first row is sealed: a page without the key would take it for spoilt.
    await world.tellPages(key);
    publish();
    const remembered = await writeSession();
    if (!remembered.ok) return remembered;
    // Where the platform goes away in this moment it is done with the next refresh.
    await world.device.replace();
    return goOn(store);
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
      // The lock goes once the session does without it: nobody could refresh it any more.
      const bare = await world.device.replace({ bare: true });
      if (!bare.ok) return bare;
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
    const weak = pinProblem(to, owner());
    if (weak !== null) return refused(weak);
    if (!isConfirmed()) return needsPlatform;
    const held = lock;
    const wrapped = await tryWith(held, () =>
      rewrapDataKey({ kind: 'pin', pin: from }, { kind: 'pin', pin: to }, held, world.pinIterations),
    );
    if (!wrapped.ok) return wrapped;
    const changed = await amend(() => ({ ...wrapped.value, ...judgedPin({ kind: 'pin', pin: to }, owner()) }));
    publish();
    return changed;
  };

  const takeOff = async (secret: LockSecret): Promise<Result<null>> => {
    const store = world.store();
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
    session().send({ type: 'lockNow', parks: await world.device.isBound() });
    await session().settled();
    // Nobody was quite in: just opened and not heard of by the platform, or the session ended and the key waited for a sign-in.
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
    const read = await world.meta.readLock();
    unread = read.ok ? null : read.problem;
    lock = read.ok ? read.value : null;
    isShut = lock?.shut === true;
    // A count that is not known begins its pause now, and keeps it through whatever starts next.
    const tries = lock === null ? noTries : fromNow(lock.tries, world.now());
    recalled = { seenAt: tries.seenAt, monoMs: world.monotonic() };
    if (lock !== null && lock.tries !== tries) {
      lock = { ...lock, tries };
      await amend(() => ({ tries }));
    }
    if (lock !== null && key === null) world.device.closed();
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
    isClosed: () => lock !== null && key === null,
    key: () => key,
    // One that outlived whose it was, by a browser that ended between the two, covers nobody else.
    entered: (store) => void (lock !== null && lock.userId !== store.userId ? forget() : goOn(store)),
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
