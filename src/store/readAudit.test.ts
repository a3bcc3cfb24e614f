import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLines } from '../../tests/builders/auditLines.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import type { AuditRecord } from '../contracts/audit.ts';
import { auditKept } from './entities/auditRecord.ts';
import { closeReadStore, openReadStore, readSync } from './read.ts';
import { countAudit, readAllAudit, readAudit, readAuditFacets, readAuditLines, readAuditRecord } from './readAudit.ts';
import type { AnswerMeta, AuditQuery, WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

let store: WriteStore;

beforeEach(async () => {
  store = valueOf(await openWriteStore('demo', 'u1'));
  openReadStore('demo', 'u1');
});
afterEach(async () => {
  closeReadStore();
  valueOf(await wipe('demo', 'u1'));
});

const put = async (records: readonly AuditRecord[], meta: Partial<AnswerMeta> = {}, totalCount = 60) =>
  valueOf(
    await store.applyAnswer(
      'audit',
      { records: [...records], totalCount, lastUpdated: '2026-11-21T08:00:00Z' },
      { receivedAt: 1, asOfSeq: 5, epoch: 'e1', extent: 'part', ...meta },
    ),
  );
const found = async (query: Partial<AuditQuery> = {}) => {
  const { rows, count } = await readAudit({ sort: 'newest', offset: 0, limit: 200, ...query });
  return { places: rows.map(({ chainIndex }) => chainIndex), count };
};

describe('the audit record on the device', () => {
  it('lists the newest or the oldest first, in windows, narrowed by any filters together', { tags: ['D-27', 'D-28'] }, async () => {
    const lines = auditLines(60);
    await put(lines);
    expect(await found({ limit: 3 })).toEqual({ places: [59, 58, 57], count: 60 });
    expect(await found({ sort: 'oldest', offset: 2, limit: 2 })).toEqual({ places: [2, 3], count: 60 });
    const by = (test: (line: AuditRecord) => boolean) =>
      lines
        .filter(test)
        .map(({ chainIndex }) => chainIndex)
        .reverse();
    expect((await found({ area: 'incident' })).places).toEqual(by(({ action }) => action === 'incident.note'));
    expect((await found({ actor: 'Amina Yusuf', outcome: 'refused' })).places).toEqual(
      by(({ actorName, outcome }) => actorName === 'Amina Yusuf' && outcome === 'refused'),
    );
    const from = '2026-11-21T00:50:00.000Z';
    expect((await found({ from, area: 'session' })).places).toEqual(by(({ action, at }) => action === 'session.create' && at >= from));
    expect(await readAuditFacets()).toEqual({
      actors: ['Amina Yusuf', 'Chebet Koech', 'Wanjiru Kamau'],
      areas: ['dead_letter', 'incident', 'refused', 'session'],
    });
  });

  it('finds lines by the words that the screen shows, by target and by correlation id', { tags: ['D-27'] }, async () => {
    await put(auditLines(60));
    expect((await found({ search: 'promote dead' })).count).toBe(15);
    expect((await found({ search: 'promote dead amina' })).count).toBe(5);
    expect(await found({ search: 'TARGET-17' })).toEqual({ places: [17], count: 1 });
    expect(await found({ search: 'corr-4 target-4 sign' })).toEqual({ places: [48, 44, 40, 4], count: 4 });
    expect(await found({ search: 'nothing of it' })).toEqual({ places: [], count: 0 });
  });

  it('never takes over a line that it holds: a past rewritten at the platform is seen, not adopted', { tags: ['D-27'] }, async () => {
    await put(auditLines(3));
    const rewritten = auditLines(4, 'demo', (index) => (index === 1 ? { actorName: 'Somebody Else' } : {}));
    await put(rewritten, { asOfSeq: 9 });
    expect((await readAuditRecord(1))?.actorName).toBe('Chebet Koech');
    expect((await readAuditRecord(3))?.hash).toBe(rewritten[3]?.hash);
    // Another log is another history: its lines are not mixed with the old one's.
    await put(rewritten.slice(2), { epoch: 'e2' });
    expect((await readAuditLines(0, 10)).map(({ chainIndex, hash }) => [chainIndex, hash])).toEqual(
      rewritten.slice(2).map(({ chainIndex, hash }) => [chainIndex, hash]),
    );
  });

  it('keeps the newest lines of a long record, and takes a page from an older snapshot whole', {
    tags: ['D-27'],
    timeout: 60_000,
  }, async () => {
    const lines = auditLines(auditKept + 30);
    for (let at = 0; at < lines.length; at += 500) await put(lines.slice(at, at + 500), at > 2000 ? { asOfSeq: 2 } : {}, lines.length);
    expect(await countAudit()).toBe(auditKept);
    expect((await readAuditLines(0, 1))[0]?.chainIndex).toBe(30);
    expect(valueOf(await store.newestAuditPlace())).toBe(auditKept + 29);
    expect((await readSync('audit'))?.totalCount).toBe(lines.length);
  });

  it('reads all lines for a file without a gap, though newer lines push the oldest off the device meanwhile', {
    tags: ['D-28'],
    timeout: 60_000,
  }, async () => {
    const lines = auditLines(auditKept + 90);
    for (let at = 0; at < auditKept; at += 500) await put(lines.slice(at, at + 500), {}, lines.length);
    const arrive = async () => {
      for (let at = auditKept; at < lines.length; at += 10) await put(lines.slice(at, at + 10), {}, lines.length);
    };
    const [every] = await Promise.all([readAllAudit({ sort: 'oldest' }), arrive()]);
    const places = every.map(({ chainIndex }) => chainIndex);
    expect(places).toEqual(Array.from(places, (_, at) => (places[0] ?? 0) + at));
    expect(places).toHaveLength(auditKept);
    expect(
      (await readAllAudit({ sort: 'newest', actor: 'Amina Yusuf', search: 'promote dead' })).map(({ chainIndex }) => chainIndex),
    ).toEqual(
      lines
        .filter(({ chainIndex, actorName, action }) => chainIndex >= 90 && actorName === 'Amina Yusuf' && action === 'dead_letter.promote')
        .map(({ chainIndex }) => chainIndex)
        .reverse(),
    );
  });
});
