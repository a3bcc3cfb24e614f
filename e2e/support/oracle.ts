import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { type Answer, type EndpointId, endpoints, headers } from '../../src/contracts/endpoints.ts';
import { type EventFrame, type Topic, topicSchema } from '../../src/contracts/realtime/event.ts';
import type { ResourceKey } from '../../src/contracts/resources.ts';
import type { ResourceAnswer } from '../../src/store/types.ts';
import { endpointFor } from '../../src/domain/freshness/resources.ts';
import { rowsIn, ruleOf, tableOf } from '../../src/store/resources.ts';
import { keyPathOf } from '../../src/store/tables.ts';
import { readTables } from './deviceStore.ts';

/** The oracle of the fault tests: compares the platform's own lists and log, asked around the proxy, with a device's data. */

/** Resources that cannot be compared with the platform's answer, each with the reason. All others are compared, including future ones. */
const incomparable = {
  manifests: 'asked one by one, of the newest packs only (D-37)',
  audit: 'grows with every call, the oracle’s own too',
  'series:1h': 'points are reckoned for the moment of the answer',
  'series:24h': 'points are reckoned for the moment of the answer',
  'series:7d': 'points are reckoned for the moment of the answer',
  'series:30d': 'points are reckoned for the moment of the answer',
  confidence: 'one row that bears the moment of its answer',
  refinanceSummary: 'one row that bears the moment of its answer',
  rbfSummary: 'one row that bears the moment of its answer',
  aiAgreement: 'one row that bears the moment of its answer',
  aiOverrides: 'one row that bears the moment of its answer',
  aiTrail: 'one row that bears the moment of its answer',
  savedViews: 'one row that bears the moment of its answer',
} as const satisfies Partial<Record<ResourceKey, string>>;
export type Compared = Exclude<ResourceKey, keyof typeof incomparable>;

/** Rows by key: the version that decides, and the displayed payload. */
export type Rows = Readonly<Record<string, { readonly version: number; readonly payload: unknown }>>;

/** Asks the platform as the user of this browser. */
export interface Oracle {
  rows(what: Compared): Promise<Rows>;
  /** Newest seq of the whole log. */
  head(): Promise<number>;
  /** All events after `since` on any topic, oldest first. */
  log(since: number): Promise<readonly EventFrame[]>;
}

/** The cookies that this browser holds for `url`, as it would send them. */
export async function cookiesFor(context: BrowserContext, url: string): Promise<string> {
  return (await context.cookies(url)).map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Asks `origin` directly with these cookies. */
export function createOracle(origin: string, cookie: string): Oracle {
  const ask = async (path: string): Promise<{ readonly body: unknown; readonly header: (name: string) => string | null }> => {
    // A new connection each time: the platform may close a kept one just when it is reused.
    const answer = await fetch(`${origin}${path}`, { headers: { cookie, connection: 'close', [headers.tenant]: 'demo' } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return { body: await answer.json(), header: (name) => answer.headers.get(name) };
  };
  // The platform's own tests check its answers against their contracts.
  const call = async <Id extends EndpointId>(id: Id, query = ''): Promise<Answer<Id>> =>
    (await ask(`${endpoints[id].path}${query}`)).body as Answer<Id>;

  const verifications = async (): Promise<ResourceAnswer<'verifications'>> => {
    let whole = await call('verifications', '?limit=500');
    for (let cursor = whole.nextCursor; cursor !== null; ) {
      const page = await call('verifications', `?limit=500&cursor=${encodeURIComponent(cursor)}`);
      whole = { ...whole, verifications: [...whole.verifications, ...page.verifications] };
      cursor = page.nextCursor;
    }
    return whole;
  };

  const topicLog = async (topic: Topic, since: number): Promise<EventFrame[]> => {
    const frames: EventFrame[] = [];
    for (let at = since; ; ) {
      const { body, header } = await ask(`/api/poll/${topic}?since=${at}`);
      if (header(headers.resync) === '1') throw new Error(`the log no longer holds ${topic} after ${at}`);
      const page = body as EventFrame[]; // the poll's answer
      frames.push(...page);
      const last = page.at(-1)?.seq;
      if (last === undefined || last >= Number(header(headers.newestSeq))) return frames;
      at = last;
    }
  };

  return {
    rows: async (what) => {
      const answer = what === 'verifications' ? await verifications() : await call(endpointFor(what));
      const { entity, values } = rowsIn(what, answer as ResourceAnswer<typeof what>); // The answer of the call for this resource.
      return Object.fromEntries(values.map((value) => [entity.keyOf(value), { version: entity.versionOf(value), payload: value }]));
    },
    head: async () => Number((await ask(endpoints.health.path)).header(headers.asOfSeq)),
    log: async (since) => {
      const topics = await Promise.all(topicSchema.options.map((topic) => topicLog(topic, since)));
      return topics.flat().sort((a, b) => a.seq - b.seq);
    },
  };
}

/** The device's rows without the tombstones of removed items, which no list shows. */
export async function deviceRows(page: Page, what: Compared): Promise<Rows> {
  const table = tableOf(what);
  return shownRows(what, (await readTables(page, [table]))[table] ?? []);
}

/** Stored rows of a table in the oracle's form. */
export function shownRows(what: Compared, held: readonly unknown[]): Rows {
  const rows = held as readonly {
    readonly version: number;
    readonly payload: unknown;
    readonly gone?: number;
  }[]; // StoredRow
  const table = tableOf(what);
  const keyOf = (row: object): string => String((row as Readonly<Record<string, unknown>>)[keyPathOf(table)]); // Every row contains its key.
  return Object.fromEntries(
    rows.flatMap((row) =>
      row.gone === 1 || ruleOf(table)?.refetch(keyOf(row)) !== what ? [] : [[keyOf(row), { version: row.version, payload: row.payload }]],
    ),
  );
}

/** Rows that differ, by key. Comparing a thousand rows takes a moment; a printed diff of them takes half a minute. */
export function differences(
  device: Rows,
  platform: Rows,
): readonly { readonly key: string; readonly device: unknown; readonly platform: unknown }[] {
  return [...new Set([...Object.keys(device), ...Object.keys(platform)])]
    .filter((key) => !isDeepStrictEqual(device[key], platform[key]))
    .map((key) => ({ key, device: device[key], platform: platform[key] }));
}

/** All events in the device's record, in storage order. */
export async function deviceEvents(page: Page): Promise<readonly EventFrame[]> {
  const { segments = [] } = await readTables(page, ['segments']);
  return (segments as readonly { readonly payload: readonly EventFrame[] }[]).flatMap(({ payload }) => payload); // SegmentRow
}
