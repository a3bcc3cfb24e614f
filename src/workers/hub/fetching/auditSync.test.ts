// Long: fetches a whole record a dozen times.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { auditLines } from '../../../../tests/builders/auditLines.ts';
import { valueOf } from '../../../../tests/builders/valueOf.ts';
import type { AuditRecord } from '../../../contracts/audit.ts';
import { createApiClient } from '../../../domain/api/client.ts';
import { endlessPages } from '../../../domain/paging.ts';
import { auditKept } from '../../../store/entities/auditRecord.ts';
import { closeReadStore, openReadStore, readSync } from '../../../store/read.ts';
import { countAudit, readAuditLines } from '../../../store/readAudit.ts';
import type { WriteStore } from '../../../store/types.ts';
import { openWriteStore, wipe } from '../../../store/write.ts';
import { fetchAudit } from './auditSync.ts';
import type { FetchContext } from './fetchContext.ts';

let store: WriteStore;
let record: AuditRecord[] = [];
let asked: string[] = [];
let failFrom = Number.POSITIVE_INFINITY;
let epoch = 'e1';
/** Lines added on the platform before each answer. */
let addedPerAnswer = 0;
let asOf = 7;
/** Answers with other lines than requested. */
let liar: ((url: string) => readonly AuditRecord[]) | null = null;

beforeEach(async () => {
  store = valueOf(await openWriteStore('demo', 'u1'));
  openReadStore('demo', 'u1');
  [record, asked, failFrom, epoch, addedPerAnswer, asOf] = [[], [], Number.POSITIVE_INFINITY, 'e1', 0, 7];
  liar = null;
});
afterEach(async () => {
  closeReadStore();
  valueOf(await wipe('demo', 'u1'));
});

/** Answers as server/routes/audit.ts does. */
function answerTo(url: string): object {
  if (liar !== null) return { records: liar(url), totalCount: 1_000_000, lastUpdated: '2026-11-21T08:00:00Z' };
  const query = new URL(url, 'http://localhost').searchParams;
  const limit = Number(query.get('limit'));
  const [before, after] = [query.get('before'), query.get('after')];
  const records =
    after === null
      ? record.filter(({ chainIndex }) => before === null || chainIndex < Number(before)).toReversed()
      : record.filter(({ chainIndex }) => chainIndex > Number(after));
  return { records: records.slice(0, limit), totalCount: record.length, lastUpdated: '2026-11-21T08:00:00Z' };
}

async function sync() {
  asked = [];
  const context: Pick<FetchContext, 'store' | 'now' | 'epoch' | 'call'> = {
    store,
    now: () => 5,
    epoch: () => epoch,
    call: createApiClient<AbortSignal>({
      newCorrelationId: () => 'c',
      caller: () => ({ tenantId: 'demo', accountId: null, build: 'b' }),
      send: async ({ url }) => {
        asked.push(url.replace('/api/audit?', ''));
        if (asked.length >= failFrom) return { kind: 'failed', code: 'network' };
        // An endless pass would hang the test without a message.
        if (asked.length > 40) return { kind: 'failed', code: 'timeout' };
        const seq = asOf;
        if (addedPerAnswer > 0) {
          record = auditLines(record.length + addedPerAnswer);
          asOf += addedPerAnswer;
        }
        const raw = {
          status: 200,
          statusText: '',
          header: (name: string) => ({ 'X-As-Of-Seq': String(seq), 'X-Correlation-ID': 'c' })[name] ?? null,
          text: JSON.stringify(answerTo(url)),
        };
        return { kind: 'answer', raw, rttMs: 1, receivedAt: 1 };
      },
    }),
  };
  return fetchAudit(context as FetchContext, new AbortController().signal); // the chain's history watch is not used here
}
const held = async () => (await readAuditLines(0, 10_000)).map(({ chainIndex }) => chainIndex);
const places = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('brings the whole record the first time, and afterwards only what is new', { tags: ['D-27'] }, async () => {
  record = auditLines(1200);
  valueOf(await sync());
  expect(asked).toEqual(['limit=500', 'limit=500&before=700', 'limit=500&before=200']);
  expect(await held()).toEqual(places(0, 1199));
  expect((await readSync('audit'))?.asOfSeq).toBe(7);
  record = auditLines(1203);
  valueOf(await sync());
  expect(asked).toEqual(['limit=500&after=1199']);
  expect(await held()).toEqual(places(0, 1202));
});

it('leaves no hole behind a pass that was cut short, the first or a later one', { tags: ['D-27'] }, async () => {
  record = auditLines(1200);
  failFrom = 2;
  expect((await sync()).ok).toBe(false);
  expect(await held()).toEqual(places(700, 1199));
  failFrom = Number.POSITIVE_INFINITY;
  record = auditLines(1300);
  valueOf(await sync());
  expect(await held()).toEqual(places(0, 1299));
  record = auditLines(2400);
  failFrom = 2;
  expect((await sync()).ok).toBe(false);
  expect(await held()).toEqual(places(0, 1799));
  failFrom = Number.POSITIVE_INFINITY;
  valueOf(await sync());
  expect(await held()).toEqual(places(0, 2399));
});

it('begins anew with another log, and skips what it would only drop after a long time away', {
  tags: ['D-27'],
  timeout: 60_000,
}, async () => {
  record = auditLines(300);
  valueOf(await sync());
  record = auditLines(300 + auditKept + 400);
  valueOf(await sync());
  expect(asked.slice(0, 2)).toEqual(['limit=500&after=299', `limit=500&after=${record.length - 1 - auditKept}`]);
  expect(await countAudit()).toBe(auditKept);
  expect(await held()).toEqual(places(record.length - auditKept, record.length - 1));
  epoch = 'e2';
  record = auditLines(40);
  valueOf(await sync());
  expect(await held()).toEqual(places(0, 39));
});

it('the catch-up ends while a line is added for each answer, after a long time away and after a short one', {
  tags: ['M-12', 'D-27'],
  timeout: 60_000,
}, async () => {
  record = auditLines(300);
  valueOf(await sync());
  record = auditLines(300 + auditKept + 400);
  addedPerAnswer = 1;
  valueOf(await sync());
  // The skip to the kept range, and then only as many pages as that range has.
  expect(asked.length).toBeLessThanOrEqual(2 + auditKept / 500 + 1);
  expect((await held()).at(-1)).toBeGreaterThanOrEqual(300 + auditKept + 400 - 1);

  const before = record.length;
  addedPerAnswer = 500;
  asOf = 1_000;
  valueOf(await sync());
  // A whole page is added per answer: the pass ends at what existed when it began, and claims no more.
  expect(asked.length).toBeLessThanOrEqual(2);
  expect((await held()).at(-1)).toBeGreaterThanOrEqual(before - 1);
  expect((await readSync('audit'))?.asOfSeq).toBe(1_000);
});

it('a pass that was cut short does not say that the record is whole as of its own beginning', { tags: ['M-12', 'D-27'] }, async () => {
  record = auditLines(300);
  valueOf(await sync());
  record = auditLines(1400);
  addedPerAnswer = 1;
  asOf = 500;
  failFrom = 2;
  expect((await sync()).ok).toBe(false);
  expect((await readSync('audit'))?.asOfSeq).toBe(7);
  failFrom = Number.POSITIVE_INFINITY;
  valueOf(await sync());
  expect((await readSync('audit'))?.asOfSeq).toBeGreaterThanOrEqual(500);
});

it('a platform that gives the same lines again for those asked for does not keep the catch-up going for ever, up or down, and the record is not called whole', {
  tags: ['M-12', 'D-27'],
}, async () => {
  const lines = auditLines(1000);
  liar = () => lines.slice(300, 800).toReversed();
  expect(await sync()).toEqual({ ok: false, problem: endlessPages });
  expect(asked).toHaveLength(2);
  expect((await readSync('audit'))?.asOfSeq ?? null).toBeNull();

  liar = null;
  record = lines.slice(0, 500);
  valueOf(await sync());
  asOf = 900;
  const pages = [lines.slice(500), lines.slice(0, 500)];
  liar = () => pages[asked.length % 2] ?? [];
  expect(await sync()).toEqual({ ok: false, problem: endlessPages });
  expect(asked.length).toBeLessThanOrEqual(3);
  expect((await readSync('audit'))?.asOfSeq).toBe(7);
});

it('new lines that the disk does not take are said not to be kept, and asked for again', { tags: ['D-27', 'D-51'] }, async () => {
  record = auditLines(3);
  valueOf(await sync());
  record = auditLines(5);
  const problem = { code: 'storage', message: 'The disk did not answer.', retry: true } as const;
  const { applyAnswer } = store;
  store = { ...store, applyAnswer: async () => ({ ok: false, problem }) };
  expect(await sync()).toEqual({ ok: false, problem });
  expect(await held()).toEqual(places(0, 2));
  store = { ...store, applyAnswer };
  valueOf(await sync());
  expect(asked).toEqual(['limit=500&after=2']);
  expect(await held()).toEqual(places(0, 4));
});
