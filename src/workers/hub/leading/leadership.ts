import { z } from '../../../contracts/zod.ts';
import { isOlderBuild } from '../../../domain/build.ts';

/**
 * Elects one leading hub among the workers of this origin: one per tab where SharedWorker is missing (K-7), or two builds' shared workers
 * after a deploy, because their URLs differ (FINDINGS). The Web Lock decides, and passes on when its holder ends in any way; a channel
 * tells followers whom to follow and older builds to yield. A leader that is alive but does not answer (a frozen tab) has the lock
 * stolen. If it wakes up later, the store protects itself: each leader term is numbered, and writes of an older term are refused
 * (src/store/fence.ts). Builds with different relay versions cannot work together (relay.ts): the newer one leads, the older one stands
 * still. The older one never steals from a live leader, so the lead does not go back and forth; an older leader yields when it hears of
 * the newer build, or has the lock stolen. This module does not know what leading means.
 */
export interface LeadershipDeps {
  /** `navigator.locks.request`: rejects when our signal takes us out of the queue, and when the lock is stolen from us. */
  readonly requestLock: (name: string, options: LockOptions, hold: (lock: unknown) => Promise<void>) => Promise<unknown>;
  readonly channel: Channel;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Unique for ever: never reused for another worker. */
  readonly id: string;
  readonly build: string;
  /** When this worker started, epoch milliseconds: breaks the tie between builds whose ids do not show their age. */
  readonly bornAt: number;
  /** The Web Lock that this worker holds until it ends. */
  readonly lifeLock: string;
  /** Relay version of this worker (`relayVersion`). */
  readonly words: number;
}

/** The part of a BroadcastChannel in use: other listeners receive a message, the sender does not. */
export interface Channel {
  readonly postMessage: (message: unknown) => void;
  /** Returns a function that stops listening. */
  readonly listen: (listener: (message: unknown) => void) => () => void;
}

const workerSchema = z.object({
  kind: z.literal('hub'),
  /** `here` asks who leads; `leads` answers, and announces a new leader. */
  says: z.enum(['here', 'leads']),
  id: z.string(),
  build: z.string(),
  bornAt: z.number(),
  lifeLock: z.string(),
  /** Builds that do not state a relay version have the last one from before it was sent. */
  words: z._default(z.number(), 3),
});
type Words = z.infer<typeof workerSchema>;
/** Another worker, as it presents itself. */
export type Leader = Omit<Words, 'kind' | 'says'>;

/** What the election tells its worker. */
export interface LeadershipEvents {
  /** The lock is ours. On return, the hub must be able to answer calls: followers are told next. */
  readonly lead: () => void;
  /** Another worker leads. Called again when the leader changes. */
  readonly follow: (leader: Leader) => void;
  /** A newer build with another relay version leads: it cannot be called, and this worker must do nothing beside it. */
  readonly standStill: (leader: Leader) => void;
  /** A newer build is here: end work under way and stop. The lock is released when this settles. */
  readonly yieldLead: () => Promise<void>;
  /** The lock was stolen: another worker already leads. */
  readonly lostLead: () => void;
}

/** One worker's part in the election; it takes part until the worker ends. */
export interface Leadership {
  /** The leader with this id does not answer: replaces it, unless it has been replaced already. */
  readonly suspect: (leaderId: string) => void;
}

const lockName = 'ukweli-hub';
/** Held by a worker that wants to steal the lead: of twelve tabs that notice the same, one acts. */
const successionLock = 'ukweli-hub-succession';
/** If no leader has spoken for this long, the leader is taken to be unable to, milliseconds. */
export const vacancyMs = 4_500;
/** A worker that steals the lock must have it within this time, milliseconds; then another may try. */
const stealLimitMs = 2_000;
/** A yielding leader must end its work within this time, milliseconds; the fence refuses what is written later. */
export const yieldLimitMs = 4_000;

/** Queues for the lead at once, and asks whom to follow meanwhile. */
export function joinLeadership(hubDeps: LeadershipDeps, events: LeadershipEvents): Leadership {
  const me: Leader = { id: hubDeps.id, build: hubDeps.build, bornAt: hubDeps.bornAt, lifeLock: hubDeps.lifeLock, words: hubDeps.words };
  const say = (says: Words['says']) => hubDeps.channel.postMessage({ kind: 'hub', says, ...me } satisfies Words);
  let state: 'waiting' | 'leading' | 'yielding' = 'waiting';
  let leader: Leader | null = null;
  let turn = 0;
  let leaveQueue = () => {};
  let release = () => {};
  let stopVacancy = () => {};
  let announced = () => {};

  const queue = (steal: boolean): void => {
    leaveQueue();
    const leaving = new AbortController();
    leaveQueue = () => leaving.abort();
    turn += 1;
    const mine = turn;
    // A rejection means that we left the queue on purpose, or that the lock was stolen from us.
    hubDeps
      .requestLock(lockName, steal ? { steal: true } : { signal: leaving.signal }, () => hold(mine))
      .catch(() => {
        if (mine === turn && state !== 'waiting') lose();
      });
  };

  const hold = (mine: number): Promise<void> => {
    if (mine !== turn) return Promise.resolve();
    state = 'leading';
    leader = null;
    stopVacancy();
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    events.lead();
    say('leads');
    announced();
    return held;
  };

  /** Queues again and asks whom to follow. */
  const step = (): void => {
    state = 'waiting';
    leader = null;
    queue(false);
    watchVacancy();
    say('here');
  };

  const lose = (): void => {
    events.lostLead();
    step();
  };

  const giveWay = (): void => {
    state = 'yielding';
    const free = release;
    void atMost(yieldLimitMs, () => events.yieldLead(), hubDeps.setTimer).finally(() => {
      if (state !== 'yielding') return; // the lock was stolen meanwhile
      free();
      step();
    });
  };

  /** Call only while no vacancy timer runs: it has expired, or was stopped by a leader's message or by getting the lock. */
  const watchVacancy = (): void => {
    stopVacancy = hubDeps.setTimer(vacancyMs, challenge);
  };

  /** Steals the lock from a leader that does not answer. */
  const challenge = (): void => {
    watchVacancy();
    void hubDeps.requestLock(successionLock, { ifAvailable: true }, async (lock) => {
      if (lock === null || state !== 'waiting' || leader !== null) return;
      await new Promise<void>((resolve) => {
        announced = resolve;
        hubDeps.setTimer(stealLimitMs, resolve);
        queue(true);
      });
    });
  };

  hubDeps.channel.listen((message) => {
    const parsed = z.safeParse(workerSchema, message); // the channel is open to every script of this origin
    if (!parsed.success || parsed.data.id === me.id) return;
    const { kind: _kind, says, ...other } = parsed.data;
    if (state === 'leading') {
      if (gives(me, other)) giveWay();
      else if (says === 'here') say('leads');
    } else if (state === 'waiting' && says === 'here' && gives(me, other)) {
      // The newer build is already in the queue: move behind it, so that none of many older ones leads for a moment first.
      queue(false);
    } else if (state === 'waiting' && says === 'leads') {
      const joinable = other.words === me.words;
      if (!joinable && gives(other, me)) {
        // It yields once it knows of us. Until then no leader can be followed, and a lasting vacancy is ended as usual.
        if (leader !== null) watchVacancy();
        leader = null;
        return say('here');
      }
      stopVacancy();
      const known = leader?.id === other.id;
      leader = other;
      if (!known) (joinable ? events.follow : events.standStill)(other);
      // An older leader that we hear of only now does not know yet that we are here.
      if (gives(other, me)) say('here');
    }
  });

  step();
  return {
    suspect: (leaderId) => {
      if (state !== 'waiting' || leader?.id !== leaderId) return;
      leader = null;
      challenge();
    },
  };
}

/** Settles with the work, or at the time limit. */
function atMost(limitMs: number, work: () => Promise<void>, setTimer: LeadershipDeps['setTimer']): Promise<void> {
  let cancel = () => {};
  const late = new Promise<void>((resolve) => {
    cancel = setTimer(limitMs, resolve);
  });
  return Promise.race([work(), late]).finally(() => cancel());
}

/** Whether `mine` gives way to `other`: the older build, or the one that started earlier if the ids do not tell. */
function gives(mine: Leader, other: Leader): boolean {
  if (mine.build === other.build) return false;
  if (isOlderBuild(mine.build, other.build)) return true;
  if (isOlderBuild(other.build, mine.build)) return false;
  return mine.bornAt < other.bornAt;
}
