/**
 * In-memory Web Locks and BroadcastChannels shared by the workers of one origin. Workers can end, freeze and resume. A frozen worker runs
 * nothing and loses nothing: its locks stay held, its messages and timers wait.
 */
export interface FakeWorker {
  readonly requestLock: (name: string, options: LockOptions, hold: (lock: unknown) => Promise<void>) => Promise<unknown>;
  readonly whenLockFree: (name: string) => Promise<void>;
  /** A BroadcastChannel as a comlink endpoint. */
  readonly openWire: (name: string) => FakeWire;
  readonly channel: (name: string) => {
    readonly postMessage: (message: unknown) => void;
    readonly listen: (listener: (message: unknown) => void) => () => void;
  };
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Ends without notice, as a killed process does. */
  readonly end: () => void;
  readonly freeze: () => void;
  readonly thaw: () => void;
}

type Heard = (event: { readonly data: unknown }) => void;
export interface FakeWire {
  postMessage(message: unknown): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void;
  close(): void;
}

interface Owner {
  dead: boolean;
  frozen: boolean;
  readonly waiting: (() => void)[];
}
interface Request {
  readonly owner: Owner;
  readonly hold: (lock: unknown) => Promise<void>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}
interface Lock {
  holder: Request | null;
  readonly queue: Request[];
}

export interface Origin {
  readonly startWorker: () => FakeWorker;
  readonly say: (name: string, message: unknown) => void;
}

export function createOrigin(): Origin {
  const channels = new Map<string, Set<{ readonly owner: Owner; readonly hear: (data: unknown) => void }>>();

  /** Runs one task of a worker; queues it while the worker is frozen. */
  const run = (owner: Owner, task: () => void): void => {
    if (owner.dead) return;
    if (owner.frozen) owner.waiting.push(task);
    else
      queueMicrotask(() => {
        if (owner.frozen) owner.waiting.push(task);
        else if (!owner.dead) task();
      });
  };

  const locks = createLocks(run);

  const say = (name: string, message: unknown, from?: Owner): void => {
    for (const { owner, hear } of channels.get(name) ?? []) {
      if (owner === from) continue;
      const data = structuredClone(message);
      run(owner, () => hear(data));
    }
  };

  /** A worker hears a channel until the returned function is called. */
  const joinAs = (owner: Owner, name: string, hear: (data: unknown) => void): (() => void) => {
    const members = channels.get(name) ?? new Set();
    channels.set(name, members);
    const member = { owner, hear };
    members.add(member);
    return () => void members.delete(member);
  };

  const startWorker = (): FakeWorker => {
    const me: Owner = { dead: false, frozen: false, waiting: [] };
    const requestLock: FakeWorker['requestLock'] = (...given) => locks.request(me, ...given);
    return {
      requestLock,
      whenLockFree: async (name) => void (await requestLock(name, {}, async () => {})),
      channel: (name) => ({
        postMessage: (message) => say(name, message, me),
        listen: (listener) => joinAs(me, name, listener),
      }),
      openWire: (name) => {
        const listeners = new Map<EventListenerOrEventListenerObject, () => void>();
        return {
          postMessage: (message) => say(name, message, me),
          addEventListener: (_type, listener) => {
            const heard = (typeof listener === 'function' ? listener : listener.handleEvent.bind(listener)) as unknown as Heard; // comlink reads `data` only
            listeners.set(
              listener,
              joinAs(me, name, (data) => heard({ data, origin: '' } as { readonly data: unknown })),
            );
          },
          removeEventListener: (_type, listener) => {
            listeners.get(listener)?.();
            listeners.delete(listener);
          },
          close: () => {
            for (const leave of listeners.values()) leave();
          },
        };
      },
      setTimer: (delayMs, work) => {
        const timer = setTimeout(() => run(me, work), delayMs);
        return () => clearTimeout(timer);
      },
      end: () => {
        me.dead = true;
        locks.end(me);
      },
      freeze: () => {
        me.frozen = true;
      },
      thaw: () => {
        me.frozen = false;
        for (const task of me.waiting.splice(0)) run(me, task);
      },
    };
  };
  return { startWorker, say };
}

/** The Web Locks of an origin. */
function createLocks(run: (owner: Owner, task: () => void) => void) {
  const locks = new Map<string, Lock>();
  const lockOf = (name: string): Lock => {
    const lock = locks.get(name) ?? { holder: null, queue: [] };
    locks.set(name, lock);
    return lock;
  };
  const grant = (lock: Lock, request: Request): void => {
    lock.holder = request;
    run(request.owner, () => {
      void request.hold({}).then((value) => {
        request.resolve(value);
        free(lock, request);
      });
    });
  };
  const free = (lock: Lock, request: Request): void => {
    if (lock.holder !== request) return;
    lock.holder = null;
    const next = lock.queue.shift();
    if (next !== undefined) grant(lock, next);
  };
  const request = (
    me: Owner,
    ...[name, { signal, steal, ifAvailable }, hold]: Parameters<FakeWorker['requestLock']>
  ): ReturnType<FakeWorker['requestLock']> =>
    new Promise((resolve, reject) => {
      const lock = lockOf(name);
      const request: Request = { owner: me, hold, resolve, reject };
      if (steal === true && lock.holder !== null) {
        const robbed = lock.holder;
        run(robbed.owner, () => robbed.reject(new DOMException('stolen', 'AbortError')));
        lock.holder = null;
      }
      if (lock.holder === null) return grant(lock, request);
      if (ifAvailable === true) return run(me, () => void hold(null).then(resolve));
      lock.queue.push(request);
      signal?.addEventListener('abort', () => {
        const at = lock.queue.indexOf(request);
        if (at < 0) return;
        lock.queue.splice(at, 1);
        run(me, () => reject(signal.reason));
      });
    });
  /** What a worker held or waited for goes on without it. */
  const end = (me: Owner): void => {
    for (const lock of locks.values()) {
      lock.queue.splice(0, lock.queue.length, ...lock.queue.filter((request) => request.owner !== me));
      if (lock.holder?.owner === me) free(lock, lock.holder);
    }
  };
  return { request, end };
}
