import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { Agent, request as callByNode } from 'node:http';
import type { HeardFrame } from '../../../src/contracts/realtime/event.ts';
import type { ConnectionStatus, ResourceKey, Transport } from '../../../src/contracts/rpc.ts';
import { createApiClient } from '../../../src/domain/api/client.ts';
import type { ApiRequest } from '../../../src/domain/api/request.ts';
import { rightsOf } from '../../../src/domain/accounts/rights.ts';
import { openMetaStore } from '../../../src/store/meta.ts';
import { databaseName } from '../../../src/store/schema.ts';
import type { WriteStore } from '../../../src/store/types.ts';
import { openWriteStore, wipe } from '../../../src/store/write.ts';
import type { HubDeps } from '../../../src/workers/hub/deps.ts';
import { beginSessionContext, type SessionContext } from '../../../src/workers/hub/sessionContext.ts';
import { openNodeEventSource, openNodeWebSocket } from './nodeStreams.ts';
import { createPassingTime, type PassingTime } from './passingTime.ts';

/**
 * A device without a browser: the hub's session context of one user, over real sockets and an in-memory database. The end-to-end tests
 * cover what a browser adds (pages, workers, its own stream parsing).
 */
export interface NodeDevice {
  readonly status: () => ConnectionStatus;
  /** Every status since the start, oldest first. */
  readonly statuses: readonly ConnectionStatus[];
  /** Codes and details that the hub logged, as `code: detail`. */
  readonly logged: readonly string[];
  /** Events that changed something, in the order in which pages were told. */
  readonly told: readonly HeardFrame[];
  readonly sessionContext: SessionContext;
  /** Advances the device's clock. */
  readonly pass: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** A table as stored on disk. */
  readonly table: (name: string) => Promise<readonly unknown[]>;
  /** Events in the record, in storage order. */
  readonly events: () => Promise<readonly HeardFrame[]>;
  /** Ends the browser; the data on disk stays. */
  readonly end: () => Promise<void>;
}

export interface NodeDeviceOptions {
  readonly origin: string;
  readonly cookie: string;
  readonly userId: string;
  readonly transport?: Transport;
  /** Resources that a page shows: refetched when the stream touches them. */
  readonly looksAt?: readonly ResourceKey[];
  /** Starts from this seq of the log, on every topic with a stored cursor, instead of that cursor; rows and record stay. */
  readonly cursorsAt?: number;
  /** Time passes by itself, and calls share six connections as in a browser: for links with windows in real time. */
  readonly realTime?: true;
}

const realTime: PassingTime = {
  now: () => Date.now(),
  setTimer: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Starts a device of an admin of the demo tenant. A later device of the same user finds what the first one stored. */
export async function startNodeDevice(options: NodeDeviceOptions): Promise<NodeDevice> {
  const { origin, cookie, userId } = options;
  const time = options.realTime === true ? realTime : createPassingTime(Date.UTC(2026, 10, 21, 8));
  const statuses: ConnectionStatus[] = [];
  const logged: string[] = [];
  const told: HeardFrame[] = [];
  const hubDeps: HubDeps = {
    now: time.now,
    monotonic: time.now,
    setTimer: time.setTimer,
    random: () => 0.5,
    newId: randomUUID,
    build: '20261121.080000-aaaaaaa',
    pinIterations: 1_000,
    send: options.realTime === true ? overSixConnections(origin, cookie) : (request, signal) => send(origin, cookie, request, signal),
    openEventSource: (url) => openNodeEventSource(`${origin}${url}`, cookie),
    openWebSocket: (path) => openNodeWebSocket(`${origin}${path}`, cookie),
    whenLockFree: () => new Promise(() => {}),
    deleteCache: async () => {},
    log: (_level, code, detail) => void logged.push(`${code}: ${detail}`),
  };
  const meta = openMetaStore();
  const store = await openWriteStore('demo', userId);
  if (!store.ok) throw new Error(store.problem.message);
  const held = options.cursorsAt === undefined ? store.value : beginningAt(store.value, options.cursorsAt);
  const user = { id: userId, email: `${userId}@ukweli.example`, role: 'admin', tenantId: 'demo', name: userId } as const;
  const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'Kenya', currency: 'KES', timeZone: 'Africa/Nairobi' };
  let sessionContext: SessionContext | null = null;
  /** Tells the outbox what the hub's status board would: a confirmed session, and the connection's state. */
  const handle = (connection: ConnectionStatus): void =>
    sessionContext?.outbox.handle({
      connection,
      session: { phase: 'signedIn', user, tenant, confirmed: true, expiresAt: 0, warningEndsAt: null },
      killSwitch: null,
      buildTooOld: false,
    });
  const begun = await beginSessionContext({
    hubDeps,
    meta,
    store: held,
    call: createApiClient({
      send: hubDeps.send,
      newCorrelationId: randomUUID,
      caller: () => ({ tenantId: 'demo', accountId: null, build: hubDeps.build }),
    }),
    word: () => null,
    rights: rightsOf({ role: 'admin' }),
    reached: true,
    transport: options.transport ?? 'sse',
    now: time.now,
    confirmedNow: time.now,
    connection: (status) => {
      statuses.push(status);
      handle(status);
    },
    historyFound: () => {},
    twoHistories: () => {},
    walked: () => {},
    storage: () => {},
    dropped: () => {},
    missed: () => {},
    platform: { otherLog: () => {}, spoken: () => {}, remembered: () => {} },
    applied: (events) => void told.push(...events),
    notify: () => {},
    isLeft: () => false,
    outdated: () => {},
    streamHeard: () => {},
    refused: () => {},
  });
  sessionContext = begun;
  const first = statuses.at(-1);
  if (first !== undefined) handle(first);
  begun.subscribe(new Set(options.looksAt));
  const table = (name: string) => readTable(databaseName('demo', userId), name);
  return {
    status: () => statuses.at(-1) ?? { state: 'connecting', transport: options.transport ?? 'sse', newestAt: null },
    statuses,
    logged,
    told,
    sessionContext: begun,
    pass: time.pass,
    now: time.now,
    table,
    events: async () =>
      ((await table('segments')) as readonly { readonly payload: readonly HeardFrame[] }[]).flatMap(({ payload }) => payload), // SegmentRow
    end: async () => {
      await begun.end();
      meta.close();
    },
  };
}

function beginningAt(store: WriteStore, seq: number): WriteStore {
  return {
    ...store,
    readLog: async () => {
      const log = await store.readLog();
      if (!log.ok) return log;
      // Never beyond the stored cursor: a position that the platform has not reached would look like a restored backup.
      const cursors = Object.fromEntries(Object.entries(log.value.cursors).map(([topic, at]) => [topic, Math.min(seq, at)]));
      return { ok: true, value: { ...log.value, cursors } };
    },
  };
}

/** Deletes what a user's devices stored. */
export async function forgetNodeDevice(userId: string): Promise<void> {
  await wipe('demo', userId);
}

async function send(origin: string, cookie: string, request: ApiRequest, signal: AbortSignal | null): ReturnType<HubDeps['send']> {
  const limit = AbortSignal.timeout(request.timeLimitMs);
  const dead = new AbortController();
  const noByte = request.firstByteMs === undefined ? undefined : setTimeout(() => dead.abort(), request.firstByteMs);
  try {
    const response = await fetch(`${origin}${request.url}`, {
      method: request.method,
      headers: { ...request.headers, cookie, origin },
      body: request.body,
      redirect: 'error',
      signal: AbortSignal.any([limit, dead.signal, ...(signal === null ? [] : [signal])]),
    });
    clearTimeout(noByte);
    const text = await response.text();
    const raw = { status: response.status, statusText: response.statusText, header: (name: string) => response.headers.get(name), text };
    return { kind: 'answer', rttMs: 1, receivedAt: Date.now(), raw };
  } catch {
    const timedOut = limit.aborted || dead.signal.aborted;
    return { kind: 'failed', code: signal?.aborted === true ? 'cancelled' : timedOut ? 'timeout' : 'network' };
  } finally {
    clearTimeout(noByte);
  }
}

/** A browser's six connections to one host, kept alive: a call on a connection that died meanwhile hangs. */
function overSixConnections(origin: string, cookie: string): HubDeps['send'] {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  return (request, signal) =>
    new Promise((resolve) => {
      const limit = AbortSignal.timeout(request.timeLimitMs);
      const dead = new AbortController();
      const noByte = request.firstByteMs === undefined ? undefined : setTimeout(() => dead.abort(), request.firstByteMs);
      const fail = (): void => {
        clearTimeout(noByte);
        const timedOut = limit.aborted || dead.signal.aborted;
        resolve({ kind: 'failed', code: signal?.aborted === true ? 'cancelled' : timedOut ? 'timeout' : 'network' });
      };
      const call = callByNode(`${origin}${request.url}`, {
        agent,
        method: request.method,
        headers: { ...request.headers, cookie, origin, 'content-length': String(Buffer.byteLength(request.body ?? '')) },
        signal: AbortSignal.any([limit, dead.signal, ...(signal === null ? [] : [signal])]),
      });
      call.on('error', fail);
      call.on('response', (answer) => {
        clearTimeout(noByte);
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (text += part));
        answer.on('error', fail);
        answer.on('end', () => {
          const header = (name: string): string | null => {
            const value = answer.headers[name.toLowerCase()];
            return typeof value === 'string' ? value : null;
          };
          const raw = { status: answer.statusCode ?? 0, statusText: answer.statusMessage ?? '', header, text };
          resolve({ kind: 'answer', rttMs: 1, receivedAt: Date.now(), raw });
        });
      });
      call.end(request.body ?? undefined);
    });
}

function readTable(database: string, table: string): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.addEventListener('error', () => reject(new Error(`cannot open ${database}`)));
    opening.addEventListener('success', () => {
      const db = opening.result;
      const reading = db.transaction(table).objectStore(table).getAll();
      reading.addEventListener('success', () => {
        db.close();
        resolve(reading.result as unknown[]); // The stored rows, unchecked.
      });
      reading.addEventListener('error', () => reject(new Error(`cannot read ${table}`)));
    });
  });
}
