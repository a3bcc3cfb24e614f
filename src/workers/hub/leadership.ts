import { isOlderBuild } from '../../domain/build.ts';

/**
 * One hub leads at a time, although two builds' shared workers live side by side after a deploy, because their URLs differ
 * (FINDINGS). The Web Lock decides who works; the channel tells the older one to finish and let go.
 */
export interface LeadershipPorts {
  /** Runs `hold` once the lock is ours, and frees it when that promise settles. `signal` takes us out of the queue. */
  readonly requestLock: (name: string, hold: () => Promise<void>, signal: AbortSignal) => void;
  readonly channel: { postMessage: (message: unknown) => void; listen: (listener: (message: unknown) => void) => void };
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly build: string;
  /** When this hub began, epoch milliseconds: settles it between builds whose ids do not tell their age. */
  readonly bornAt: number;
}

export interface LeadershipEvents {
  readonly lead: () => void;
  /** Another hub leads and this one waits its turn. */
  readonly wait: () => void;
  /** A newer build is here: write what is in hand and stop. The lock is freed when this settles. */
  readonly supersede: () => Promise<void>;
}

const lockName = 'ukweli-hub';
/** A hub that is about to finish does so within this, milliseconds. */
const patienceMs = 2_000;
interface Hello {
  readonly kind: 'hub';
  readonly build: string;
  readonly bornAt: number;
}

export function joinLeadership(ports: LeadershipPorts, events: LeadershipEvents): void {
  const hello: Hello = { kind: 'hub', build: ports.build, bornAt: ports.bornAt };
  const leaving = new AbortController();
  let release = () => {};
  let state: 'waiting' | 'leading' | 'superseded' = 'waiting';

  ports.requestLock(
    lockName,
    () => {
      if (state === 'superseded') return Promise.resolve();
      state = 'leading';
      events.lead();
      return new Promise((resolve) => {
        release = resolve;
      });
    },
    leaving.signal,
  );

  ports.channel.listen((message) => {
    if (!isHello(message) || message.build === ports.build || state === 'superseded') return;
    if (!gives(hello, message)) {
      // The other is the older one and cannot know yet that we are here.
      if (gives(message, hello)) ports.channel.postMessage(hello);
      return;
    }
    state = 'superseded';
    leaving.abort();
    void events.supersede().finally(() => release());
  });
  ports.channel.postMessage(hello);
  ports.setTimer(patienceMs, () => {
    if (state === 'waiting') events.wait();
  });
}

/** Whether `mine` gives way to `other`: by the builds' age, or by who came first where the ids do not tell. */
function gives(mine: Hello, other: Hello): boolean {
  if (isOlderBuild(mine.build, other.build)) return true;
  if (isOlderBuild(other.build, mine.build)) return false;
  return mine.bornAt < other.bornAt;
}

/** The channel is open to every script of this origin: a message counts only if it is a hello. */
function isHello(message: unknown): message is Hello {
  if (typeof message !== 'object' || message === null) return false;
  const { kind, build, bornAt } = message as Record<string, unknown>; // any object's properties may be asked for; each is checked here
  return kind === 'hub' && typeof build === 'string' && typeof bornAt === 'number';
}
