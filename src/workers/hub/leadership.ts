import { z } from '../../contracts/zod.ts';
import { isOlderBuild } from '../../domain/build.ts';

/**
 * One hub leads at a time, however many workers of this origin could: every tab's own where SharedWorker is missing (K-7), and
 * two builds' shared workers after a deploy, because their URLs differ (FINDINGS). The Web Lock decides who leads, and passes
 * on by itself when its holder ends in whatever way; a channel tells the others whom to follow, and an older build to let go.
 * A leader that is alive to the browser but does not answer (a frozen tab) has the lock taken from it. That it may wake up
 * and go on is the store's to bear: each lead is a term, and writes of an older term are undone (src/store/fence.ts).
 * Two builds that speak different words cannot be joined (relay.ts). Of those the newer leads and the older stands still beside it: it takes the lock from
 * nobody who is alive, so the lead never goes to and fro. An older leader frees the lock when it hears of the newer; one that cannot has it taken.
 * This module does not know what leading means.
 */
export interface LeadershipPorts {
  /** `navigator.locks.request`: rejects when we leave the queue by the signal, and when the lock is taken from us. */
  readonly requestLock: (name: string, options: LockOptions, hold: (lock: unknown) => Promise<void>) => Promise<unknown>;
  readonly channel: Channel;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Never given to another worker. */
  readonly id: string;
  readonly build: string;
  /** When this worker began, epoch milliseconds: settles it between builds whose ids do not tell their age. */
  readonly bornAt: number;
  /** The Web Lock that this worker holds for life. */
  readonly lifeLock: string;
  /** Number of the words this worker speaks with others (`relayWords`). */
  readonly words: number;
}

/** What of a BroadcastChannel is used: whoever else listens on it hears, oneself does not. */
export interface Channel {
  readonly postMessage: (message: unknown) => void;
  /** Answers how to stop listening. */
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
  /** A worker that does not say speaks the last words of the builds that did not. */
  words: z._default(z.number(), 3),
});
type Words = z.infer<typeof workerSchema>;
/** Another worker, as it presents itself. */
export type Leader = Omit<Words, 'kind' | 'says'>;

export interface LeadershipEvents {
  /** The lock is ours. What this calls for must be able to answer when it returns: followers are told next. */
  readonly lead: () => void;
  /** Another leads. Called again when it is another one. */
  readonly follow: (leader: Leader) => void;
  /** A newer build leads whose words this one does not speak: nothing can be asked of it, and nothing is to be done beside it. */
  readonly standStill: (leader: Leader) => void;
  /** A newer build is here: end what is under way and stop. The lock is freed when this settles. */
  readonly yieldLead: () => Promise<void>;
  /** The lock was taken: somebody else leads already. */
  readonly lostLead: () => void;
}

export interface Leadership {
  /** The leader with this id does not answer: take its place, unless it has been taken already. */
  readonly suspect: (leaderId: string) => void;
}

const lockName = 'ukweli-hub';
/** Whoever wants to take the lock by force holds this one: of twelve tabs that notice the same, one acts. */
const successionLock = 'ukweli-hub-succession';
/** Without a leader that speaks for this long, there is one that cannot, milliseconds. */
export const vacancyMs = 4_500;
/** The one who takes the lock by force has it within this, milliseconds, or somebody else may try. */
const stealLimitMs = 2_000;
/** An outgoing leader ends what is under way within this, milliseconds; the fence bears what it has not. */
export const yieldLimitMs = 4_000;

export function joinLeadership(ports: LeadershipPorts, events: LeadershipEvents): Leadership {
  const me: Leader = { id: ports.id, build: ports.build, bornAt: ports.bornAt, lifeLock: ports.lifeLock, words: ports.words };
  const say = (says: Words['says']) => ports.channel.postMessage({ kind: 'hub', says, ...me } satisfies Words);
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
    // A rejection is the end of our time in the queue, which we asked for, or of our time with the lock, which we did not.
    ports
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

  /** Back in the queue, asking whom to follow. */
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
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = ports.setTimer(yieldLimitMs, resolve);
    });
    void Promise.race([events.yieldLead(), late]).finally(() => {
      cancel();
      if (state !== 'yielding') return; // the lock was taken meanwhile
      free();
      step();
    });
  };

  /** None runs when this is called: it has run out, or ended when a leader spoke or the lock was had. */
  const watchVacancy = (): void => {
    stopVacancy = ports.setTimer(vacancyMs, challenge);
  };

  /** Takes the lock from a leader that does not answer. */
  const challenge = (): void => {
    watchVacancy();
    void ports.requestLock(successionLock, { ifAvailable: true }, async (lock) => {
      if (lock === null || state !== 'waiting' || leader !== null) return;
      await new Promise<void>((resolve) => {
        announced = resolve;
        ports.setTimer(stealLimitMs, resolve);
        queue(true);
      });
    });
  };

  ports.channel.listen((message) => {
    const parsed = z.safeParse(workerSchema, message); // the channel is open to every script of this origin
    if (!parsed.success || parsed.data.id === me.id) return;
    const { kind: _kind, says, ...other } = parsed.data;
    if (state === 'leading') {
      if (gives(me, other)) giveWay();
      else if (says === 'here') say('leads');
    } else if (state === 'waiting' && says === 'here' && gives(me, other)) {
      // It stands in the queue already: behind it, so that of many older ones none leads for a moment before it.
      queue(false);
    } else if (state === 'waiting' && says === 'leads') {
      const joinable = other.words === me.words;
      if (!joinable && gives(other, me)) {
        // It lets go once it knows of us. Until it has, nobody leads that we could follow, and a vacancy that lasts is ended as any other.
        if (leader !== null) watchVacancy();
        leader = null;
        return say('here');
      }
      stopVacancy();
      const known = leader?.id === other.id;
      leader = other;
      if (!known) (joinable ? events.follow : events.standStill)(other);
      // An older leader that we only now hear of does not know yet that we are here.
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

/** Whether `mine` gives way to `other`: by the builds' age, or by who came first where the ids do not tell. */
function gives(mine: Leader, other: Leader): boolean {
  if (mine.build === other.build) return false;
  if (isOlderBuild(mine.build, other.build)) return true;
  if (isOlderBuild(other.build, mine.build)) return false;
  return mine.bornAt < other.bornAt;
}
