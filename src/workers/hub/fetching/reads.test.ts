import { describe, expect, it } from 'vitest';
import { headers } from '../../../contracts/endpoints.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { Verification } from '../../../contracts/verification.ts';
import { createApiClient } from '../../../domain/api/client.ts';
import type { ApiRequest } from '../../../domain/api/request.ts';
import { type Anchor, readPlaces } from '../../../domain/history.ts';
import { endlessPages } from '../../../domain/paging.ts';
import type { AnswerMeta, ApplyOutcome, SyncRow, WriteStore } from '../../../store/types.ts';
import type { FetchContext } from './fetchContext.ts';
import { fetchResource } from './fetchers.ts';
import { seenHistory } from '../../../../tests/builders/seenHistory.ts';
import { createHistoryWatch } from './historyWatch.ts';
import { ensureManifest } from './manifests.ts';

const signal = new AbortController().signal;
const at = '2026-11-21T08:00:00.000Z';
const seal = (index: number) => index.toString(16).padStart(64, '0');
const verification = (chainIndex: number, vrfId = `vrf-${chainIndex}`): Verification => ({
  chainIndex,
  vrfId,
  siteCode: 's1',
  siteName: 'Site',
  timestamp: at,
  performanceKpis: { uptime: 99, fuelSavings: 20, emissionReduction: 1 },
  status: 'verified',
  covenantHash: seal(1),
  evidenceHash: seal(2),
  prevHash: chainIndex === 0 ? seal(0) : seal(chainIndex + 99),
  seal: seal(chainIndex + 100),
  confidenceScore: 0.9,
  automated: true,
  version: 1,
});
const heldUp = { code: 'cancelled', message: 'The stored data was closed.', retry: false } as const;
type Reply = { readonly status?: number; readonly body: unknown; readonly fields?: Record<string, string> } | 'gone';

/** A platform that answers from a script, and a store that records what it is given. */
function setup(
  reply: (url: string) => Reply,
  options: {
    readonly sync?: Partial<SyncRow>;
    readonly missing?: readonly string[];
    /** Packs whose manifest is stored. */
    readonly held?: readonly string[];
    /** Anchors: what was seen of the chain. */
    readonly seen?: readonly Anchor[];
    /** Indexes for which the device stores no link. */
    readonly holes?: readonly number[];
    readonly epoch?: string;
    /** Number of stored verifications of another log. */
    readonly otherLog?: number | 'held up';
    /** Why the disk accepts no row. */
    readonly disk?: Problem;
  } = {},
) {
  const requests: ApiRequest[] = [];
  const applied: { resource: string; answer: unknown; meta: AnswerMeta }[] = [];
  const seen = seenHistory(options.seen);
  const kept: number[] = [];
  let raised: unknown = null;
  const removed: number[] = [];
  const removals: string[] = [];
  const sync = options.sync === undefined ? null : ({ asOfSeq: null, epoch: null, ...options.sync } as SyncRow); // only these two are read here
  const store = {
    readSync: async () => ({ ok: true, value: sync }),
    holdsManifest: async (packId: string) => ({ ok: true, value: (options.held ?? []).includes(packId) }),
    missingManifests: async (limit: number) => ({ ok: true, value: (options.missing ?? []).slice(0, limit) }),
    applyAnswer: async (resource: string, answer: unknown, meta: AnswerMeta): Promise<Result<ApplyOutcome>> => {
      if (options.disk !== undefined) return { ok: false, problem: options.disk };
      applied.push({ resource, answer, meta });
      return { ok: true, value: 'applied' };
    },
    missingLinks: async (headIndex: number) => ({
      ok: true,
      value: (options.holes ?? []).filter((place) => place <= headIndex && !kept.includes(place)),
    }),
    putLinks: async (links: readonly { readonly chainIndex: number }[]) => {
      kept.push(...links.map(({ chainIndex }) => chainIndex));
      return { ok: true, value: null };
    },
    removeOtherLog: async (epoch: string) => {
      removals.push(epoch);
      return options.otherLog === 'held up' ? { ok: false, problem: heldUp } : { ok: true, value: options.otherLog ?? 0 };
    },
  } as unknown as WriteStore; // the methods that reads use
  const context: FetchContext = {
    store,
    now: () => 5,
    removed: (count) => void removed.push(count),
    epoch: () => options.epoch ?? 'e1',
    history: createHistoryWatch({
      meta: seen.meta,
      tenantId: 'demo',
      // A link with unchanged content has the seal of its index.
      sha256: (text) => (text.includes('"status":"verified"') ? seal(JSON.parse(text).chainIndex + 100) : seal(0xbad)),
      now: () => 5,
      raise: (found) => {
        raised = found;
      },
    }),
    call: createApiClient<AbortSignal>({
      newCorrelationId: () => 'c',
      caller: () => ({ tenantId: 'demo', accountId: null, build: 'b' }),
      send: async (request) => {
        requests.push(request);
        const answer = reply(request.url);
        if (answer === 'gone') return { kind: 'failed', code: 'network' };
        const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
        return {
          kind: 'answer',
          rttMs: 1,
          receivedAt: 0,
          raw: {
            status: answer.status ?? 200,
            statusText: '',
            text,
            header: (name) => answer.fields?.[name] ?? (name === headers.correlation ? 'c' : null),
          },
        };
      },
    }),
  };
  return {
    context,
    applied,
    removed,
    removals,
    urls: () => requests.map((request) => request.url),
    lists: () => requests.map(({ url }) => url).filter((url) => !url.startsWith('/api/chain/')),
    anchors: () => seen.anchors().map(({ chainIndex }) => chainIndex),
    kept: () => kept.toSorted((a, b) => a - b),
    raised: () => raised,
  };
}
const page = (rows: readonly Verification[], nextCursor: string | null, headIndex: number, seq: number): Reply => ({
  body: { verifications: rows, totalCount: 3, nextCursor, head: { chainIndex: headIndex, seal: seal(headIndex + 100) }, lastUpdated: at },
  fields: { [headers.asOfSeq]: String(seq), [headers.serverTime]: at },
});

describe('a read into the store', () => {
  it('hands the store the seq and the log its answer was read from, and the platform’s time', { tags: ['D-32'] }, async () => {
    const { context, applied } = setup(() => ({
      body: { components: [], lastUpdated: at },
      fields: { [headers.asOfSeq]: '77', [headers.serverTime]: at },
    }));
    expect(await fetchResource('health', context, signal)).toEqual({ ok: true, value: null });
    expect(applied).toEqual([
      {
        resource: 'health',
        answer: { components: [], lastUpdated: at },
        meta: { receivedAt: Date.parse(at), asOfSeq: 77, epoch: 'e1', extent: 'whole' },
      },
    ]);
  });

  it('writes nothing of an answer with the wrong shape', { tags: ['C-64'] }, async () => {
    const { context, applied } = setup(() => ({ body: { components: [{ name: 'database' }], lastUpdated: at } }));
    expect(await fetchResource('health', context, signal)).toMatchObject({ ok: false, problem: { code: 'bad_shape' } });
    expect(applied).toEqual([]);
  });

  it('never stores an answer that the service worker took from its cache', async () => {
    const { context, applied } = setup(() => ({ body: { components: [], lastUpdated: at }, fields: { [headers.cachedAt]: '1' } }));
    expect(await fetchResource('health', context, signal)).toMatchObject({ ok: false, problem: { code: 'network', retry: true } });
    expect(applied).toEqual([]);
  });

  it('does not take rows for gone when the platform cut the list', async () => {
    const { context, applied } = setup(() => ({ body: { items: [], totalCount: 3, lastUpdated: at } }));
    await fetchResource('dlq', context, signal);
    expect(applied[0]?.meta.extent).toBe('cut');
  });

  it('says of a list of portfolios whether the platform cut it, and that it came', { tags: ['M-13'] }, async () => {
    for (const [totalCount, extent] of [
      [3, 'cut'],
      [0, 'whole'],
    ] as const) {
      const { context, applied } = setup(() => ({ body: { portfolios: [], totalCount, lastUpdated: at } }));
      expect(await fetchResource('refinancePortfolios', context, signal)).toEqual({ ok: true, value: null });
      expect(applied[0]?.meta.extent).toBe(extent);
    }
  });

  it('says of packs and of incidents whether the platform cut the list: what it does not have is not taken for gone', {
    tags: ['M-13', 'M-11'],
  }, async () => {
    for (const [resource, list] of [
      ['evidence', 'packs'],
      ['incidents', 'incidents'],
    ] as const)
      for (const [totalCount, extent] of [
        [3, 'cut'],
        [0, 'whole'],
      ] as const) {
        const { context, applied } = setup(() => ({ body: { [list]: [], totalCount, lastUpdated: at } }));
        expect(await fetchResource(resource, context, signal)).toEqual({ ok: true, value: null });
        expect([resource, applied[0]?.meta.extent]).toEqual([resource, extent]);
      }
  });

  it('takes for whole what is one row with a list in it, and a list with sums but no count of its own', async () => {
    const summary = { totalPayments: 3, paidCount: 3, pendingCount: 0, totalPaid: 0, totalPending: 0 };
    for (const [resource, body] of [
      ['aiTrail', { acts: [], totalCount: 3, lastUpdated: at }],
      ['rbfPayments', { payments: [], summary, lastUpdated: at }],
    ] as const) {
      const { context, applied } = setup(() => ({ body }));
      expect(await fetchResource(resource, context, signal)).toEqual({ ok: true, value: null });
      expect([resource, applied[0]?.meta.extent]).toEqual([resource, 'whole']);
    }
  });

  it('asks a series window for all metrics at once', async () => {
    const { context, urls } = setup(() => ({ body: { series: [], from: at, to: at, stepS: 60, lastUpdated: at } }));
    await fetchResource('series:1h', context, signal);
    expect(urls()[0]).toMatch(/^\/api\/series\?metric=kpi\.verificationAccuracy%2C.*&window=1h$/);
  });
});

describe('verifications', () => {
  it('reads every page the first time, and writes the place to go on from last', async () => {
    const { context, applied, urls } = setup((url) =>
      url.includes('cursor=p2') ? page([verification(0)], null, 2, 12) : page([verification(2), verification(1)], 'p2', 2, 10),
    );
    expect(await fetchResource('verifications', context, signal)).toEqual({ ok: true, value: null });
    expect(urls()).toEqual(['/api/verifications?limit=500', '/api/verifications?limit=500&cursor=p2']);
    // The first page's seq: changes during paging come again next time.
    expect(applied.map((each) => [each.meta.asOfSeq, each.meta.extent])).toEqual([
      [null, 'part'],
      [null, 'part'],
      [10, 'part'],
    ]);
  });

  it('at the end of a whole pass what is of another log goes and is told; not after a pass of changes, nor after one that was cut short', {
    tags: ['M-12', 'F-34'],
  }, async () => {
    const whole = setup(() => page([verification(0)], null, 2, 12), { otherLog: 3 });
    await fetchResource('verifications', whole.context, signal);
    expect([whole.removals, whole.removed]).toEqual([['e1'], [3]]);
    const changes = setup(() => page([], null, 2, 44), { sync: { asOfSeq: 40, epoch: 'e1' }, otherLog: 3 });
    await fetchResource('verifications', changes.context, signal);
    const cutShort = setup((url) => (url.includes('cursor=p2') ? 'gone' : page([verification(2)], 'p2', 2, 10)), { otherLog: 3 });
    await fetchResource('verifications', cutShort.context, signal);
    expect([...changes.removals, ...cutShort.removals]).toEqual([]);
  });

  it('a hub that ends while it removes what is of another log leaves no place to go on from, so that the next one removes the rest', {
    tags: ['M-12', 'F-34'],
  }, async () => {
    const ended = setup(() => page([verification(0)], null, 2, 12), { otherLog: 'held up' });
    expect(await fetchResource('verifications', ended.context, signal)).toMatchObject({ ok: false, problem: heldUp });
    expect(ended.applied.map(({ meta }) => meta.asOfSeq)).toEqual([null]);
  });

  it('a page that the disk does not take ends the pass with that: nothing is removed on its account, and no place is told to go on from', {
    tags: ['M-12', 'D-51'],
  }, async () => {
    const disk = { code: 'storage', message: 'The disk did not answer.', retry: true } as const;
    const spoilt = setup(() => page([verification(0)], null, 2, 12), { disk, otherLog: 3 });
    expect(await fetchResource('verifications', spoilt.context, signal)).toEqual({ ok: false, problem: disk });
    expect([spoilt.applied, spoilt.removals]).toEqual([[], []]);
  });

  it('later asks only for what changed since, as long as the log is the same one', async () => {
    const same = setup(() => page([], null, 2, 44), { sync: { asOfSeq: 40, epoch: 'e1' } });
    await fetchResource('verifications', same.context, signal);
    expect(same.lists()).toEqual(['/api/verifications?limit=500&since=40']);
    const other = setup(() => page([], null, 2, 44), { sync: { asOfSeq: 40, epoch: 'e0' } });
    await fetchResource('verifications', other.context, signal);
    expect(other.lists()).toEqual(['/api/verifications?limit=500']);
  });

  it('rows that went to make room are asked for again an hour later, by a pass that says what was missing when it began', {
    tags: ['M-4', 'F-16'],
  }, async () => {
    const sync = { asOfSeq: 40, epoch: 'e1', freedAt: 5 - 59 * 60_000 };
    const soon = setup(() => page([], null, 2, 44), { sync });
    await fetchResource('verifications', soon.context, signal);
    expect(soon.lists()).toEqual(['/api/verifications?limit=500&since=40']);
    expect(soon.applied.at(-1)?.meta.pass).toBeUndefined();
    const freedAt = 5 - 61 * 60_000;
    const later = setup(() => page([], null, 2, 44), { sync: { ...sync, freedAt } });
    await fetchResource('verifications', later.context, signal);
    expect(later.lists()).toEqual(['/api/verifications?limit=500']);
    expect(later.applied.at(-1)?.meta).toMatchObject({ asOfSeq: 44, pass: { freedAt } });
  });

  it('a page that the disk does not take ends the pass with the disk’s own words, and what comes after it is not asked for', {
    tags: ['M-4'],
  }, async () => {
    const full = { code: 'storage', message: 'No room is left.', retry: true } as const;
    for (const sync of [undefined, { asOfSeq: 40, epoch: 'e1' }]) {
      const { context, urls } = setup((url) => page([verification(2)], url.includes('cursor') ? null : 'p2', 2, 10), {
        ...(sync && { sync }),
        disk: full,
      });
      expect(await fetchResource('verifications', context, signal)).toEqual({ ok: false, problem: full });
      expect(urls()).toHaveLength(1);
    }
  });

  it('pages that would never end are ended, said, and taken for no whole list: sent round in a circle, to the same place, and by pages that add nothing', {
    tags: ['M-12'],
  }, async () => {
    const circle = ['p2', 'p3'];
    const liars: readonly ((asked: number) => Reply)[] = [
      (asked) => page([verification(asked)], circle[asked % 2] ?? null, 2, 10),
      (asked) => page([verification(asked)], 'p2', 2, 10),
      (asked) => page([], `p${asked}`, 2, 10),
      (asked) => page([verification(2)], `p${asked}`, 2, 10),
    ];
    for (const sync of [undefined, { asOfSeq: 8, epoch: 'e1' }])
      for (const liar of liars) {
        let asked = 0;
        const { context, applied, removals, anchors } = setup(
          // An endless read would hang the test without a message.
          () => (++asked > 20 ? 'gone' : liar(asked)),
          { ...(sync && { sync }), otherLog: 3, seen: [{ chainIndex: 1, seal: seal(101) }] },
        );
        expect(await fetchResource('verifications', context, signal)).toEqual({ ok: false, problem: endlessPages });
        expect(asked).toBeLessThanOrEqual(3);
        expect(applied.every(({ meta }) => meta.asOfSeq === null)).toBe(true);
        expect([removals, anchors()]).toEqual([[], [1]]);
      }
  });

  it('leaves the place untouched when a later page fails', async () => {
    const { context, applied } = setup((url) => (url.includes('cursor') ? 'gone' : page([verification(2)], 'p2', 2, 10)));
    expect(await fetchResource('verifications', context, signal)).toMatchObject({ ok: false });
    expect(applied.map((each) => each.meta.asOfSeq)).toEqual([null]);
  });
});

describe('history', { tags: ['P-5', 'D-9', 'A-19'] }, () => {
  const seen = (...places: readonly number[]): readonly Anchor[] =>
    places.map((chainIndex) => ({ chainIndex, seal: seal(chainIndex + 100) }));
  const links = (rows: readonly Verification[]): Reply => ({ body: { links: rows, lastUpdated: at } });
  const asked = (url: string): readonly number[] => {
    const [, text] = /\/api\/chain\/links\?at=(.*)/.exec(decodeURIComponent(url)) ?? [];
    return text === undefined ? [] : (readPlaces(text, 500) ?? []);
  };
  const isLinks = (url: string): boolean => url.startsWith('/api/chain/links');
  /** A platform whose list shows these, and that serves every requested link except the hidden ones. */
  const platform =
    (list: readonly Verification[], headIndex: number, hidden: readonly number[] = []) =>
    (url: string): Reply =>
      isLinks(url)
        ? links(asked(url).flatMap((place) => (place > headIndex || hidden.includes(place) ? [] : verification(place))))
        : page(list, null, headIndex, 10);

  it('what is shown of a chain is remembered, link by link, up to the head', async () => {
    const { context, anchors, raised } = setup(platform([verification(2), verification(1), verification(0)], 2));
    await fetchResource('verifications', context, signal);
    expect([anchors(), raised()]).toEqual([[0, 1, 2], null]);
  });

  it('believes a head only with the links to it: those that the list left out are asked for by their place, and kept', async () => {
    const { context, anchors, raised, urls, kept } = setup(platform([verification(5)], 5), {
      seen: seen(0, 1, 2),
      sync: { asOfSeq: 8, epoch: 'e1' },
    });
    await fetchResource('verifications', context, signal);
    expect(urls()).toEqual(['/api/verifications?limit=500&since=8', '/api/chain/links?at=3-4', '/api/chain/links?at=0-2']);
    expect([anchors(), kept(), raised()]).toEqual([[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4], null]);
    await fetchResource('verifications', context, signal);
    // Anchors are compared when a hub starts and hourly, not at every read.
    expect(urls()).toHaveLength(4);
  });

  it('raises the alarm for another seal of any link that was seen, for a shorter chain, and for content that its seal is not of', async () => {
    const forged = { ...verification(1), status: 'disputed' } as const;
    const [honest] = seen(2);
    const other = setup(platform([verification(2), verification(1)], 2), { seen: [{ chainIndex: 1, seal: seal(7) }, honest as Anchor] });
    await fetchResource('verifications', other.context, signal);
    expect(other.raised()).toEqual({ kind: 'rewritten', chainIndex: 1, expectedSeal: seal(7), foundSeal: seal(101) });
    const underOldSeal = setup(platform([verification(2), forged], 2), { seen: seen(1, 2) });
    await fetchResource('verifications', underOldSeal.context, signal);
    expect(underOldSeal.raised()).toMatchObject({ kind: 'rewritten', chainIndex: 1 });
    const unseen = setup(platform([verification(2), forged, verification(0)], 2));
    await fetchResource('verifications', unseen.context, signal);
    expect(unseen.raised()).toMatchObject({ kind: 'broken', chainIndex: 1, expectedSeal: null });
    expect(unseen.anchors()).toEqual([]);
    const shorter = setup(platform([verification(2)], 2), { seen: seen(9) });
    await fetchResource('verifications', shorter.context, signal);
    expect(shorter.raised()).toEqual({ kind: 'withheld', chainIndex: 9, expectedSeal: seal(109), foundSeal: null });
  });

  it('a link that was seen, left out of the list and not given by its place is withheld, and is told by its place', async () => {
    const { context, raised } = setup(platform([verification(3), verification(0)], 3, [1]), { seen: seen(0, 1, 2, 3) });
    await fetchResource('verifications', context, signal);
    expect(raised()).toEqual({ kind: 'withheld', chainIndex: 1, expectedSeal: seal(101), foundSeal: null });
  });

  it('a link that is not held yet is fetched by its place; one that was never seen and does not come is withheld too', async () => {
    const full = setup(platform([verification(3)], 3), { seen: seen(3), holes: [1, 2] });
    await fetchResource('verifications', full.context, signal);
    expect([full.kept(), full.raised()]).toEqual([[1, 2], null]);
    const hidden = setup(platform([verification(3)], 3, [2]), { seen: seen(3), holes: [1, 2] });
    await fetchResource('verifications', hidden.context, signal);
    expect(hidden.raised()).toEqual({ kind: 'withheld', chainIndex: 2, expectedSeal: null, foundSeal: null });
  });

  it('links that went to make room are missing on this device’s own account: nobody is asked for them by their place', {
    tags: ['M-4'],
  }, async () => {
    const { context, urls, raised } = setup(platform([], 3), {
      seen: [],
      holes: [1, 2],
      sync: { asOfSeq: 8, epoch: 'e1', freedAt: 5 - 1_000 },
    });
    await fetchResource('verifications', context, signal);
    expect(urls()).toEqual(['/api/verifications?limit=500&since=8', '/api/chain/links?at=0-3']);
    expect(raised()).toBeNull();
  });

  it('what contradicts is not written over the links that are held', async () => {
    const forged = { ...verification(1), seal: seal(9) };
    const { context, kept } = setup((url) => (isLinks(url) ? links([forged]) : page([verification(2)], null, 2, 10)), { seen: seen(1, 2) });
    await fetchResource('verifications', context, signal);
    expect(kept()).toEqual([]);
  });

  it('a platform without the call is asked once, and nothing is remembered beyond what it showed; one that fails is no finding, and fails the read', async () => {
    const missing = { status: 404, body: { error: { code: 'not_found', message: 'Not found', correlationId: 'c' } } };
    const older = setup((url) => (isLinks(url) ? missing : page([verification(5)], null, 5, 10)), { seen: seen(3) });
    expect(await fetchResource('verifications', older.context, signal)).toEqual({ ok: true, value: null });
    await fetchResource('verifications', older.context, signal);
    expect([older.urls().filter(isLinks).length, older.anchors(), older.raised()]).toEqual([1, [3], null]);
    const failing = setup((url) => (isLinks(url) ? 'gone' : page([verification(5)], null, 5, 10)), { seen: seen(3) });
    expect(await fetchResource('verifications', failing.context, signal)).toMatchObject({ ok: false, problem: { code: 'network' } });
    expect([failing.anchors(), failing.raised()]).toEqual([[3], null]);
  });

  it('links that nobody asked for do not count as an answer', async () => {
    const { context, raised } = setup(
      (url) => (isLinks(url) ? links([verification(0), verification(1)]) : page([verification(5)], null, 5, 10)),
      {
        seen: seen(3),
      },
    );
    await fetchResource('verifications', context, signal);
    expect(raised()).toMatchObject({ kind: 'withheld', chainIndex: 4 });
  });
});

describe('manifests', () => {
  const manifest = (packId: string) => ({
    packId,
    files: [],
    jwsSignature: 's',
    signerKid: 'k',
    signatureTimestamp: at,
    wormStatus: 'locked',
    manifestHash: 'h',
  });

  it('fetches the missing ones of the newest 200 and goes on past one that is refused', { tags: ['D-37'] }, async () => {
    const { context, applied, urls } = setup(
      (url) =>
        url.includes('p2')
          ? { status: 404, body: { error: { code: 'not_found', message: 'Not found', correlationId: 'c' } } }
          : { body: manifest(url.split('/')[3] ?? '') },
      { missing: ['p1', 'p2', 'p3'] },
    );
    expect(await fetchResource('manifests', context, signal)).toMatchObject({ ok: false, problem: { code: 'not_found' } });
    expect(applied.map((each) => each.resource)).toEqual(['manifests', 'manifests']);
    expect(urls()).toHaveLength(3);
  });

  it('gives up the round when the platform is gone', { tags: ['D-37'] }, async () => {
    const { context, urls } = setup(() => 'gone', { missing: Array.from({ length: 50 }, (_, index) => `p${index}`) });
    expect(await fetchResource('manifests', context, signal)).toMatchObject({ ok: false, problem: { code: 'network' } });
    expect(urls().length).toBeLessThanOrEqual(2);
  });

  it('a manifest that is held serves when the platform is gone; one that is not does not', { tags: ['K-6'] }, async () => {
    const held = setup(() => 'gone', { held: ['p1'] });
    expect(await ensureManifest('p1', held.context, signal)).toEqual({ ok: true, value: null });
    expect(await ensureManifest('p9', held.context, signal)).toMatchObject({ ok: false, problem: { code: 'network' } });
  });
});
