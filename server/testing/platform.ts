import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { headers } from '../../src/contracts/endpoints.ts';
import { createApp } from '../app.ts';
import type { PlatformClock } from '../clock.ts';
import type { ServerConfig } from '../config.ts';
import { type Platform, createPlatform } from '../context.ts';
import type { OpenDatabase } from '../db/database.ts';
import { sessionCookieName } from '../http/cookies.ts';
import { demoAccounts } from '../identity/demo/demoAccounts.ts';
import { seedDemoAccounts } from '../identity/demo/seedAccounts.ts';
import { createLogger } from '../log.ts';
import { readSetting } from '../settings.ts';
import { type Beginning, testConfig } from './beginnings.ts';
import { openImage } from './images.ts';
import { openTemplate } from './templates.ts';
import { giveTestKey } from './testKey.ts';

/** A clock that moves only when told to. */
export interface FakeClock extends PlatformClock {
  advance(ms: number): void;
  set(moment: Date): void;
}

/** Starts at real time, so that libraries with their own clocks agree with it. */
export function createFakeClock(start: Date = new Date()): FakeClock {
  let at = start.getTime();
  let frozen: Date | null = null;
  return {
    now: () => new Date(at),
    business: () => new Date(frozen ?? at),
    isFrozen: () => frozen !== null,
    freezeBusinessAt: (moment) => void (frozen = moment),
    aheadMs: () => 0,
    look: async () => null,
    advance: (ms) => void (at += ms),
    set: (moment) => void (at = moment.getTime()),
  };
}

/**
 * A fake clock whose day stands still (S-11): sessions and signatures use real time, figures the frozen time; `freezeBusinessAt` moves it
 * on.
 */
export function createStandingClock(standsAt: string): FakeClock {
  const clock = createFakeClock();
  clock.freezeBusinessAt(new Date(standsAt));
  return clock;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: string;
  /** The body as JSON, typed by the caller. */
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies are asserted on field by field, which is their check
  json<T = any>(): T;
}

/** A browser: stores the cookie and sends the console's headers. */
export interface TestClient {
  readonly cookie: string;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    moreHeaders?: Record<string, string>,
  ): Promise<TestAnswer>;
  get(path: string, moreHeaders?: Record<string, string>): Promise<TestAnswer>;
  post(path: string, body?: unknown, moreHeaders?: Record<string, string>): Promise<TestAnswer>;
}

export interface TestPlatform {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  readonly clock: FakeClock;
  /** Log lines written so far. */
  readonly logged: readonly string[];
  /** Creates a session for a demo account directly in the database (sign-in has its own tests). */
  signIn(email: string): Promise<TestClient>;
  anonymous(): TestClient;
  /** A client with this cookie (`name=value`). */
  holding(cookie: string): TestClient;
  close(): Promise<void>;
}

export interface TestOptions {
  readonly clock?: FakeClock;
  readonly config?: Partial<ServerConfig>;
  /** A database to use instead of a fresh one. */
  readonly database?: OpenDatabase;
  /** Another instance on a database that already has the demo's accounts. */
  readonly joins?: boolean;
  /**
   * Loads the demo's day, at a tenth of the cost of seeding it. It ends at the clock's time, some minutes ago, or with `simulation:
   * 'off'` at the seed's fixed moment. Cannot be combined with `database` or, unless simulation is off, `clock`.
   */
  readonly seeded?: boolean;
}

/** A complete platform with the demo's tenants and accounts on a fresh database, and its HTTP server for injected requests. */
export async function createTestPlatform(options: TestOptions = {}): Promise<TestPlatform> {
  const logged: string[] = [];
  const log = createLogger((line) => void logged.push(line));
  const dataDir = mkdtempSync(join(tmpdir(), 'ukweli-test-'));
  const config: ServerConfig = { ...testConfig(dataDir), ...options.config };
  giveTestKey(config.dataDir);
  const demo = config.simulation === 'off' ? 'demo' : 'demoNow';
  const database = options.database ?? (await openTestDatabase(options.seeded === true ? demo : 'accounts'));
  const clock = options.clock ?? createFakeClock(options.seeded === true && demo === 'demoNow' ? await endOfDay(database) : undefined);
  const platform = createPlatform({ database, clock, config, log });
  if (options.database !== undefined && options.joins !== true) await seedDemoAccounts(platform);
  const app = await createApp(platform);
  await app.ready();

  const client = (cookie: string): TestClient => {
    const call: TestClient['call'] = async (method, path, body, moreHeaders = {}) => {
      const answer = await app.inject({
        method,
        url: path,
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        headers: {
          'content-type': 'application/json',
          origin: config.origin,
          [headers.correlation]: 'test-correlation',
          ...(cookie === '' ? {} : { cookie }),
          ...moreHeaders,
        },
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.body, json: () => JSON.parse(answer.body) };
    };
    return {
      cookie,
      call,
      get: (path, more) => call('GET', path, undefined, more),
      post: (path, body, more) => call('POST', path, body, more),
    };
  };
  return {
    platform,
    app,
    clock,
    logged,
    anonymous: () => client(''),
    holding: client,
    async signIn(email) {
      const account = demoAccounts.find((one) => one.email === email);
      if (account === undefined) throw new Error(`${email} is no demo account`);
      return client(`${sessionCookieName(config)}=${await openedFor(platform, account.accountId)}`);
    },
    async close() {
      await app.close();
      await platform.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates a session of an account as a sign-in does, and returns its token. */
export async function openedFor({ db, sessions }: Pick<Platform, 'db' | 'sessions'>, accountId: string): Promise<string> {
  const opened = await db.transaction().execute((trx) => sessions.create(trx, { accountId, device: 'Test' }));
  if (opened === null) throw new Error(`${accountId} was shut out`);
  return opened.token;
}

/** The time at which a seeded database's day ends. */
async function endOfDay({ db }: OpenDatabase): Promise<Date> {
  const seeded = await readSetting<{ readonly at: string }>(db, 'demo_seed'); // server/prepareData.ts
  if (seeded === null) throw new Error('This database has no day in it');
  return new Date(seeded.at);
}

/**
 * A new database for the caller, migrated and empty by default: embedded in memory, or with TEST_DATABASE=postgres (the vitest project
 * `postgres`) on the PostgreSQL server of the test run. The same tests run on both (D-3).
 */
export function openTestDatabase(beginning: Beginning = 'migrated'): Promise<OpenDatabase> {
  return process.env['TEST_DATABASE'] === 'postgres' ? openTemplate(beginning) : openImage(beginning);
}
