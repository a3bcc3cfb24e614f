import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { auditLines } from '../../tests/builders/auditLines.ts';
import { deadLetterRow, packRow, removalFrame, stageRow, verificationFrame, verificationRow } from '../../tests/builders/operations.ts';
import { newOutboxItem, promotes } from '../../tests/builders/outboxItem.ts';
import { agentRow, financingOf, incidentRow, paymentRow, portfolioRow, schoolOf } from '../../tests/builders/programme.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import type { ResourceKey } from '../contracts/resources.ts';
import { databaseName } from './schema.ts';
import { tableRules } from './resources.ts';
import { neverEncrypted } from './tables.ts';
import { veiledColumns } from './veiledColumns.ts';
import type { AnswerMeta, WriteStore, ResourceAnswer } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

/**
 * What an attacker can read in a database under a closed lock (G-4): every table is filled with unique values, and none may be found in
 * any column or key. Exceptions are the product's own constants, the same on every device, and numbers of log and chain.
 */
const user = 'u-under-lock';
const name = databaseName('demo', user);
const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** All values given to the store: each text, and each time as text and number. */
let given: Set<string>;
let planted = 0;
/** The product's constants, and numbers that define an order. */
const kept = new Set(['name', 'version', 'chainIndex', 'place', 'resource', 'window', 'metric', 'stepS', 'type', 'topic', 'kind', 'state']);

/** The same shape with a unique value in each place. */
function withMarks<T>(value: T, field = ''): T {
  if (Array.isArray(value)) return value.map((inner) => withMarks(inner as unknown, field)) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, kept.has(key) && field !== 'row' ? inner : withMarks(inner as unknown, key)]),
    ) as T;
  planted += 1;
  if (typeof value === 'number') {
    const number = 7_310_000_000_000 + planted * 977;
    given.add(String(number));
    return number as T;
  }
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) {
    const moment = new Date(Date.UTC(2026, 9, 1) + planted * 61_007);
    given.add(moment.toISOString());
    given.add(String(moment.getTime()));
    return moment.toISOString() as T;
  }
  const text = `Canary${planted}x`;
  given.add(text);
  return text as T;
}

const lastUpdated = '2026-11-21T08:00:00Z';
const meta: AnswerMeta = { receivedAt: 1, asOfSeq: 4, epoch: 'e1', extent: 'whole' };

async function fill(store: WriteStore, marked: <T>(value: T) => T = withMarks): Promise<void> {
  const answer = async <K extends ResourceKey>(resource: K, value: unknown, more: Partial<AnswerMeta> = {}): Promise<void> =>
    void valueOf(await store.applyAnswer(resource, value as ResourceAnswer<K>, { ...meta, ...more })); // safe: of the stored shape, which is all that matters here
  const one = { note: 'a person', amount: 5, at: lastUpdated };
  await answer('kpis', { ...marked(one), verificationAccuracy: { lastUpdated } });
  await answer('health', { components: [marked({ ...one, name: 'decision_service' })], lastUpdated });
  await answer('pipeline', { stages: [marked(stageRow())], lastUpdated });
  await answer('dlq', { items: [marked(deadLetterRow()), marked(deadLetterRow())], totalCount: 2, lastUpdated });
  // One verification that is a chain link, and one with a marker in each column.
  const link = verificationRow(3, {
    vrfId: 'VRF-CANARY-1',
    siteCode: 'SITE-CANARY-1',
    siteName: 'Canary School',
    evidencePackId: 'EP-CANARY-1',
  });
  for (const value of [
    link.vrfId,
    link.siteCode,
    'Canary',
    link.evidencePackId ?? '',
    link.seal,
    link.timestamp,
    String(Date.parse(link.timestamp)),
  ])
    given.add(value);
  await answer('verifications', {
    verifications: [link, marked(verificationRow(4))],
    totalCount: 2,
    nextCursor: null,
    head: null,
    lastUpdated,
  });
  await answer('evidence', { packs: [marked(packRow(1))], totalCount: 1, lastUpdated });
  await answer('manifests', marked({ packId: 'EP-1', manifestHash: 'h', files: [{ name: 'f', hash: 'h' }] }));
  await answer('jwks', { keys: [marked({ kid: 'k', n: 'n' })] });
  await answer('activity', { activities: [marked({ text: 't', time: lastUpdated, link: '/x', status: 'info', version: 1 })], lastUpdated });
  await answer('notifications', {
    notifications: [marked({ notificationId: 'n', level: 'warning', title: 't', body: 'b', link: null, time: lastUpdated, version: 1 })],
    lastUpdated,
  });
  await answer('refinancePortfolios', { portfolios: [marked(portfolioRow())], totalCount: 1, lastUpdated });
  // The number of rows is not secret.
  const summary = { totalPayments: 1, ...marked({ totalPaid: 2, totalPending: 3, paidCount: 4, pendingCount: 5 }) };
  await answer(
    'rbfPayments',
    {
      payments: [marked(paymentRow()), { ...marked(paymentRow()), payment: marked({ ...paymentRow().payment, paidAt: null }) }],
      summary,
      lastUpdated,
    },
    { damaged: marked(['INC-1']) },
  );
  await answer('schools', { currency: 'KES', schools: [marked(schoolOf())], financing: [financingOf()], totalImpact: one, lastUpdated });
  await answer('incidents', { incidents: [marked(incidentRow())], totalCount: 1, lastUpdated });
  await answer('aiAgents', { agents: [marked(agentRow())], totalCount: 1, lastUpdated });
  await answer('audit', {
    records: auditLines(2).map((line) => ({ ...marked(line), chainIndex: line.chainIndex })),
    totalCount: 2,
    lastUpdated,
  });
  await answer('series:24h', {
    series: [{ metric: 'kpi.latency', points: marked([{ at: lastUpdated, value: 5 }]) }],
    stepS: 60,
    lastUpdated,
  });
  for (const single of tableRules.singles.resources) await answer(single, { ...marked(one), lastUpdated });
  const seen = verificationRow(9, { vrfId: 'VRF-CANARY-9', siteCode: 'SITE-CANARY-9' });
  given.add(seen.vrfId).add(seen.siteCode).add('dl-canary');
  valueOf(await store.applyBatch({ frames: [verificationFrame(5, seen), removalFrame(6, 'dl-canary')], cursors: {}, epoch: 'e1', at: 1 }));
  valueOf(
    await store.outbox.add([newOutboxItem({ command: promotes(['DLQ-CANARY']), problem: { code: 'network', message: 'Canary words' } })]),
  );
  given.add('DLQ-CANARY').add('Canary words');
  const { key, texts, at } = marked({ key: 'incidents.act:INC-1', texts: { text: 'typed' }, at: 1 });
  valueOf(await store.keepDraft({ key, texts, at }));
}

/** The database's complete content, rows and keys of every index, as one text. */
async function held(): Promise<string> {
  const db = await new Dexie(name).open();
  const decoder = new TextDecoder('latin1');
  const found: string[] = [];
  const asText = (row: unknown): string =>
    JSON.stringify(row, (_, value: unknown) =>
      value instanceof ArrayBuffer || value instanceof Uint8Array ? decoder.decode(value) : value,
    );
  for (const table of db.tables) {
    found.push(...(await table.toArray()).map(asText));
    for (const index of table.schema.indexes) found.push(asText(await table.orderBy(index.name).keys()));
  }
  db.close();
  return found.join('\n');
}
const readable = async (): Promise<readonly string[]> => {
  const text = await held();
  return [...given].filter((value) => text.includes(value));
};

async function rowsOf(): Promise<Record<string, readonly unknown[]>> {
  const db = await new Dexie(name).open();
  const rows = Object.fromEntries(await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const)));
  db.close();
  return rows;
}

afterEach(async () => {
  valueOf(await wipe('demo', user));
});

it('under a lock no value that came from a row or a person stands in the clear, in whatever table, column or index', {
  tags: ['G-4', 'A-23', 'D-31'],
}, async () => {
  given = new Set();
  const store = valueOf(await openWriteStore('demo', user, null, await newKey()));
  await fill(store);
  // Every table has rows.
  const empty = Object.entries(await rowsOf()).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []));
  expect(empty).toEqual(['setAside']);
  expect(given.size).toBeGreaterThan(150);
  expect(await readable()).toEqual([]);
});

it('setting a lock up leaves none of what stood there in the clear', { tags: ['G-4', 'A-23', 'D-31'] }, async () => {
  given = new Set();
  const store = valueOf(await openWriteStore('demo', user));
  await fill(store);
  expect((await readable()).length).toBeGreaterThan(150);
  valueOf(await store.encrypt(await newKey()));
  expect(await readable()).toEqual([]);
});

it('taking a lock off leaves all rows as they were before it, but for the names of removed items', { tags: ['G-4', 'D-31'] }, async () => {
  given = new Set();
  const store = valueOf(await openWriteStore('demo', user));
  await fill(store, (value) => value);
  const before = await rowsOf();
  const key = await newKey();
  valueOf(await store.encrypt(key));
  valueOf(await store.decrypt(key));
  const after = await rowsOf();
  const isRemoved = (row: unknown) => Object(row).gone === 1;
  // Rows of these tables were given in shapes that do not match their schemas.
  const shapeless = new Set(['kpis', 'components', 'manifests', 'keys', 'singles', 'series']);
  for (const [table, rows] of Object.entries(before).filter(([each]) => !shapeless.has(each)))
    expect(after[table], table).toEqual(rows.filter((row) => !isRemoved(row)));
});

it('every column that an index is made of is veiled, left out, or among those that tell nothing', { tags: ['G-4'] }, () => {
  const tellNothing: Readonly<Record<string, readonly string[]>> = {
    kpis: ['id'],
    components: ['name'],
    stages: ['name'],
    keys: ['place'],
    singles: ['id'],
    series: ['id'],
    segments: ['id', 'storedAt'],
    chain: ['chainIndex'],
    verifications: ['chainIndex'],
    auditRecords: ['place'],
    outbox: ['id', 'state'],
    setAside: ['id'],
  };
  for (const [table, { texts = [], moments = [], left = [] }] of Object.entries(veiledColumns)) {
    expect(Object.hasOwn(neverEncrypted, table)).toBe(false);
    const named = [...texts, ...moments, ...left, ...(tellNothing[table] ?? [])];
    expect(new Set(named).size, table).toBe(named.length);
  }
});

it('a link of the chain is found by its place under a lock too, and says what it said', { tags: ['M-13', 'G-4', 'D-9'] }, async () => {
  const store = valueOf(await openWriteStore('demo', user, null, await newKey()));
  const row = verificationRow(3);
  valueOf(await store.applyBatch({ frames: [verificationFrame(1, row)], cursors: { verifications: 1 }, epoch: 'e1', at: 1 }));
  expect(valueOf(await store.linkAt(row.chainIndex))).toMatchObject({ chainIndex: row.chainIndex, seal: row.seal });
});
