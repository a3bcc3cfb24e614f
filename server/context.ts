import type { Kysely } from 'kysely';
import { type Audit, createAudit } from './audit/audit.ts';
import { createStrangers, type Strangers } from './audit/strangers.ts';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import type { OpenDatabase } from './db/database.ts';
import type { Database } from './db/schema.ts';
import { type ContentPolicy, createContentPolicy } from './http/contentPolicy.ts';
import { createMeter, type Meter } from './http/meter.ts';
import { createReadLines, type ReadLines } from './http/readLines.ts';
import { type Sessions, createSessions } from './identity/sessions.ts';
import { createLetters, type Letters } from './letters/letters.ts';
import type { Logger } from './log.ts';
import { type Metrics, createMetrics } from './metrics.ts';
import { createSecrets, type Secrets } from './secrets/secrets.ts';

/** Everything a route or a job works with; passed explicitly, never global. */
export interface Platform {
  /** Not inside a transaction: the embedded database has one session, and the transaction holds it. */
  readonly db: Kysely<Database>;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly audit: Audit;
  /** Where what strangers were refused goes on record, a flood of it as a sum. */
  readonly strangers: Strangers;
  readonly sessions: Sessions;
  readonly metrics: Metrics;
  /** What each account and tenant may change in a time. */
  readonly meter: Meter;
  /** Where each person's reads wait for their turn. */
  readonly reads: ReadLines;
  readonly policy: ContentPolicy;
  readonly letters: Letters;
  /** What it signs in, marks devices and bounds links by. */
  readonly secrets: Secrets;
  /** Registers work for the platform's start (timers, simulator); not run in tests unless they call `start`. */
  onStart(work: () => void | Promise<void>): void;
  /** Registers work for its end, run last registered first, before the database closes. */
  onClose(work: () => void | Promise<void>): void;
  start(): Promise<void>;
  /** Announces the end: from now on the platform is not ready, and answers end their connections. */
  drain(): void;
  readonly draining: boolean;
  close(): Promise<void>;
}

/** Puts the parts together. Nothing runs yet: `start` does that. */
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
  const strangers = createStrangers({ database, clock, audit, log, onStart, onClose });
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
