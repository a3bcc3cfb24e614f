import type { Kysely } from 'kysely';
import { type Audit, createAudit } from './audit/audit.ts';
import { createAnonymousCallers, type Strangers } from './audit/anonymousCallers.ts';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import type { OpenDatabase } from './db/database.ts';
import type { Database } from './db/schema.ts';
import { type ContentPolicy, createContentPolicy } from './http/contentPolicy.ts';
import { createMeter, type Meter } from './http/meter.ts';
import { createReadLines, type ReadLines } from './http/readLines.ts';
import { type Sessions, createSessions } from './identity/sessions/sessions.ts';
import { createLetters, type Letters } from './letters/letters.ts';
import type { Logger } from './log.ts';
import { type Metrics, createMetrics } from './metrics.ts';
import { createSecrets, type Secrets } from './secrets/secrets.ts';

/** The context of every route and job; passed explicitly, never global. */
export interface Platform {
  /** Do not use inside a transaction: the embedded database has one session, which the transaction holds. */
  readonly db: Kysely<Database>;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly audit: Audit;
  /** Records refusals of anonymous callers, floods as sums. */
  readonly strangers: Strangers;
  readonly sessions: Sessions;
  readonly metrics: Metrics;
  /** Limits of changes per account and tenant in a period. */
  readonly meter: Meter;
  /** Queues each person's reads. */
  readonly reads: ReadLines;
  readonly policy: ContentPolicy;
  readonly letters: Letters;
  /** The platform's own secrets, for sign-ins, device marks and links. */
  readonly secrets: Secrets;
  /** Registers work for the platform's start (timers, simulator); tests run it only if they call `start`. */
  onStart(work: () => void | Promise<void>): void;
  /** Registers work for shutdown; runs in reverse order, before the database closes. */
  onClose(work: () => void | Promise<void>): void;
  start(): Promise<void>;
  /** Announces shutdown: the platform is no longer ready, and responses end their connections. */
  drain(): void;
  readonly draining: boolean;
  close(): Promise<void>;
}

/** Assembles a platform. Nothing runs before `start`. */
export function createPlatform(parts: { database: OpenDatabase; clock: Clock; config: ServerConfig; log: Logger }): Platform {
  const { database, clock, config, log } = parts;
  const { db } = database;
  const starts: (() => void | Promise<void>)[] = [];
  const closes: (() => void | Promise<void>)[] = [];
  let draining = false;
  const metrics = createMetrics();
  const sessions = createSessions({ database, clock, log });
  starts.push(() => {
    const timer = setInterval(() => void sessions.sweep(), 2000);
    closes.push(() => clearInterval(timer));
  });
  const reads = createReadLines();
  metrics.gauge('ukweli_reads_waiting', reads.waiting);
  const onStart: Platform['onStart'] = (work) => void starts.push(work);
  const onClose: Platform['onClose'] = (work) => void closes.push(work);
  const letters = createLetters({ database, clock, config, log, metrics, onStart, onClose });
  const audit = createAudit({ database, clock, metrics });
  const strangers = createAnonymousCallers({ database, clock, audit, log, onStart, onClose });
  let closed: Promise<void> | null = null;
  const closeAll = async (): Promise<void> => {
    for (const work of closes.reverse()) await Promise.resolve(work()).catch((failure) => log.error('platform.close', failure));
    await database.close();
  };
  return {
    db,
    database,
    clock,
    config,
    log,
    metrics,
    meter: createMeter(clock),
    reads,
    policy: createContentPolicy(config.oidc === null ? [] : [new URL(config.oidc.issuer).origin]),
    sessions,
    audit,
    strangers,
    letters,
    secrets: createSecrets({ db, clock, config }),
    onStart,
    onClose,
    drain() {
      draining = true;
    },
    get draining() {
      return draining;
    },
    async start() {
      for (const work of starts) await work();
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}
