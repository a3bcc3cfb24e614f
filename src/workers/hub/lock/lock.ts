import type { LockAct } from '../../../contracts/lock.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { User } from '../../../contracts/session.ts';
import { initialLock, stepLock } from '../../../domain/lock/machine.ts';
import { type LockOwner, pinProblem } from '../../../domain/lock/pin.ts';
import { lockNow, noTries } from '../../../domain/lock/tries.ts';
import type { LockStamp, LockState } from '../../../domain/lock/types.ts';
import { isDisplay } from '../../../domain/session/display.ts';
import type { SessionState } from '../../../domain/session/types.ts';
import type { GivenUp, StoredLock } from '../../../store/storedLock.ts';
import type { WriteStore } from '../../../store/types.ts';
import { createLockDisk } from './lockDisk.ts';
import { createLockEffects, cryptoKey, type LockNews } from './lockEffects.ts';
import type { DeviceLock, LockDeps } from './lockFace.ts';
import { refusalOf } from './lockRefusals.ts';
import { lockStatusOf } from './lockStatus.ts';
import { rememberedOf, type SessionKey } from './encryptedSession.ts';

/** An act that waits for its answer, and the store that was open when it began. */
interface Waiting {
  readonly act: LockAct;
  readonly store: WriteStore | null;
  readonly resolve: (answer: Result<null>) => void;
}

const done: Result<null> = { ok: true, value: null };

const lockOf = (state: LockState): StoredLock | null => ('lock' in state ? state.lock : null);
const keyOf = (state: LockState): CryptoKey | null => ('key' in state && state.key !== null ? cryptoKey(state.key) : null);
const userOf = (state: SessionState): User | null => (state.name === 'signedIn' ? state.user : null);
const confirmedAtOf = (state: SessionState): number | null =>
  state.name === 'signedIn' ? state.confirmedAt : (state.remembered?.confirmedAt ?? null);
/** The owner, whose name and address make a PIN or password too weak. */
const ownerOf = (state: SessionState): LockOwner => userOf(state) ?? { name: '', email: '' };
/** Why the secret that the act brings is not accepted, as text; null if it is, or if it brings none. */
const weaknessOf = (act: LockAct, owner: LockOwner): string | null => {
  if (act.act === 'change') return pinProblem(act.to, owner);
  return act.act === 'setUp' && act.secret.kind === 'pin' ? pinProblem(act.secret.pin, owner) : null;
};

/** The act as the machine is told of it: without its secret. */
function newsOf(act: LockAct, session: SessionState, givenUp: GivenUp | null): LockNews {
  const user = userOf(session);
  const isWeak = weaknessOf(act, ownerOf(session)) !== null;
  switch (act.act) {
    case 'setUp':
      return {
        type: 'setUp',
        userId: user?.id ?? null,
        isDisplay: user !== null && isDisplay(user),
        isWeak,
        owesUnsent: user !== null && givenUp?.userId === user.id,
      };
    case 'resume':
      return { type: 'resume', lockId: act.lockId, key: act.key };
    case 'change':
      return { type: 'change', isWeak };
    case 'open':
    case 'takeOff':
    case 'close':
    case 'startAnew':
      return { type: act.act };
    default:
      return act satisfies never;
  }
}

/** The clock for tries. Until the platform has told the time it runs on from the latest recorded moment, so that setting the device's clock shortens no pause. */
function createTriesClock({ now, monotonic, heardHere }: Pick<LockDeps, 'now' | 'monotonic' | 'heardHere'>) {
  let recalled = { seenAt: 0, monoMs: monotonic() };
  return {
    now: (): number => (heardHere() ? now() : recalled.seenAt + monotonic() - recalled.monoMs),
    recall: (seenAt: number): void => {
      recalled = { seenAt, monoMs: monotonic() };
    },
  };
}

/** What the machine is told of the moment of an event. */
function stampOf(deps: LockDeps, now: number): LockStamp {
  const platformNow = deps.now();
  // Reading the clocks may make the session move, so it is asked afterwards.
  const session = deps.session().state();
  return {
    now,
    platformNow,
    heard: deps.heardHere(),
    signedIn: session.name !== 'signedIn' ? 'no' : session.confirmed ? 'confirmed' : 'unconfirmed',
    confirmedAt: confirmedAtOf(session),
    hasStore: deps.store() !== null,
  };
}

/**
 * The app lock (D-31): runs its machine (src/domain/lock/SPEC.md), which decides everything about it. The session machine still decides
 * who is signed in; it is only told that the lock was opened or lost. The key is lost with the hub: when no worker of this origin is
 * left, the device is locked.
 */
export function createDeviceLock(deps: LockDeps): DeviceLock {
  let state: LockState = initialLock;
  /** Set if it is not known whether the device has a lock: a mark that could not be read does not mean "none". */
  let unread: Problem | null = null;
  let reading: Promise<void> | null = null;
  let waiting: Waiting | null = null;
  let entering: WriteStore | null = null;
  let latest: { readonly id: string; readonly answer: Promise<Result<null>> } | null = null;
  const session = (): SessionState => deps.session().state();
  const disk = createLockDisk(deps.meta);
  const clock = createTriesClock(deps);

  const publish = (): void => {
    const lock = lockOf(state);
    /** Converts a moment of the tries' clock to the clock that pages show; the distance from now is the same. */
    const shownAt = (at: number): number => (at === 0 ? 0 : deps.now() + Math.max(0, at - lockNow(lock?.tries ?? noTries, clock.now())));
    deps.publish(lock === null ? { state: 'none' } : lockStatusOf(lock, keyOf(state) !== null, confirmedAtOf(session()), shownAt));
  };
  const sessionKey = (): SessionKey => {
    const lock = lockOf(state);
    return lock === null || lock.rows === 'opening' ? 'plain' : (keyOf(state) ?? 'closed');
  };

  /** Performs what the machine orders, one after the other; what nobody waits for is done before this returns. */
  const send = async (news: LockNews): Promise<void> => {
    const event = { ...news, ...stampOf(deps, clock.now()) };
    const step = stepLock(state, event);
    state = step.state;
    for (const effect of step.effects) {
      const performing = perform(effect);
      if (performing !== undefined) await performing;
    }
  };
  const perform = createLockEffects(deps, {
    send,
    disk,
    act: () => waiting?.act ?? null,
    answer: (refusal) => {
      const asked = waiting;
      waiting = null;
      asked?.resolve(refusal === null ? done : refusalOf(refusal, weaknessOf(asked.act, ownerOf(session())) ?? ''));
    },
    publish,
    owner: () => ownerOf(session()),
    sessionKey,
    store: (isAct) => {
      const store = isAct ? (waiting?.store ?? null) : entering;
      if (store === null) throw new Error('no rows to bring');
      return store;
    },
  });

  const readOnce = async (): Promise<void> => {
    const read = await disk.read();
    unread = read.ok ? null : read.problem;
    if (!read.ok) return publish();
    await send({ type: 'recalled', lock: read.value });
    clock.recall(lockOf(state)?.tries.seenAt ?? 0);
    await disk.settled();
  };
  /** One reading at a time: a second one that fails would say that nothing is known of a lock that stands. */
  const recall = (): Promise<void> => {
    reading ??= readOnce().finally(() => {
      reading = null;
    });
    return reading;
  };
  const ask = (act: LockAct): Promise<Result<null>> => {
    // Pages pass on what the browser gave them.
    if (act.act === 'resume' && !(act.key instanceof CryptoKey)) return Promise.resolve(done);
    return new Promise((resolve, reject) => {
      waiting = { act, store: deps.store(), resolve };
      send(newsOf(act, session(), deps.givenUp.held())).catch((error: unknown) => {
        waiting = null;
        reject(error);
        return send({ type: 'broken' });
      });
    });
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
      const lock = lockOf(state);
      if (unread !== null || lock?.userId === remembered.user.id) return { ...remembered, locked: true };
      // Its rows are gone; the browser ended before the lock was removed.
      if (lock !== null) void send({ type: 'ownerGone', userId: lock.userId });
      return remembered;
    },
    closedTo: (user) => lockOf(state)?.userId === user.id && keyOf(state) === null,
    isClosed: () => lockOf(state) !== null && keyOf(state) === null,
    key: () => keyOf(state),
    entered: (store) => {
      entering = store;
      void send({ type: 'entered', userId: store.userId });
    },
    left: (reason) => void send({ type: 'left', reason }),
    publish,
    // One after the other: two tries at once would count as one.
    act: (act) => {
      if (latest?.id === act.id) return latest.answer;
      const before = latest?.answer ?? Promise.resolve(done);
      const answer = before.catch(() => done).then(() => ask(act)); // a failed act must not block the next one
      latest = { id: act.id, answer };
      return answer;
    },
    forget: (userId) => send({ type: 'ownerGone', userId }),
    end: () => void send({ type: 'stop' }),
  };
}
