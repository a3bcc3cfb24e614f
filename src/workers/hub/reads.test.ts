import { describe, expect, it } from 'vitest';
import { headers } from '../../contracts/endpoints.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { Verification } from '../../contracts/verification.ts';
import { createApiClient } from '../../domain/api/client.ts';
import type { ApiRequest } from '../../domain/api/request.ts';
import { endlessPages } from '../../domain/paging.ts';
import type { AnswerMeta, ApplyOutcome, ChainAnchor, SyncRow, WriteStore } from '../../store/types.ts';
import type { FetchContext } from './fetchContext.ts';
import { fetchResource } from './fetchers.ts';
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
  prevHash: seal(chainIndex + 99),
  seal: seal(chainIndex + 100),
  confidenceScore: 0.9,
  automated: true,
  version: 1,
});
const heldUp = { code: 'cancelled', message: 'The stored data was closed.', retry: false } as const;
type Reply = { readonly status?: number; readonly body: unknown; readonly fields?: Record<string, string> } | 'gone';

/** A platform that answers from a script and a store that keeps what it is given. */
function setup(
  reply: (url: string) => Reply,
  options: {
    readonly sync?: Partial<SyncRow>;
    readonly missing?: readonly string[];
    /** Packs whose manifest is held. */
    readonly held?: readonly string[];
    readonly anchor?: ChainAnchor;
    readonly epoch?: string;
    /** How many verifications of another log are held. */
    readonly otherLog?: number | 'held up';
    /** Why the disk takes no row. */
    readonly disk?: Problem;
  } = {},
) {
  const requests: ApiRequest[] = [];
  const applied: { resource: string; answer: unknown; meta: AnswerMeta }[] = [];
  let anchor: ChainAnchor | null = options.anchor ?? null;
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
    history: createHistoryWatch(
      {
        readAnchor: async () => ({ ok: true, value: anchor }),
        writeAnchor: async (next) => {
          anchor = next;
          return { ok: true, value: null };
        },
      },
      'demo',
      (found) => {
        raised = found;
      },
    ),
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
    anchor: () => anchor,
    raised: () => raised,
  };
}
const page = (rows: readonly Verification[], nextCursor: string | null, headIndex: number, seq: number): Reply => ({
  body: { verifications: rows, totalCount: 3, nextCursor, head: { chainIndex: headIndex, seal: seal(headIndex + 100) }, lastUpdated: at },
  fields: { [headers.asOfSeq]: String(seq), [headers.serverTime]: at },
});

const anchored = (chainIndex: number, of = seal(chainIndex + 100)): ChainAnchor => ({ tenantId: 'demo', chainIndex, seal: of });

describe('a read into the store', () => {
  it('[D-32] hands the store the seq and the log its answer was read from, and the platform’s time', async () => {
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

  it('[C-64] writes nothing of an answer with the wrong shape', async () => {
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

  it('[M-13] says of a list of portfolios whether the platform cut it, and that it came', async () => {
    for (const [totalCount, extent] of [
      [3, 'cut'],
      [0, 'whole'],
    ] as const) {
      const { context, applied } = setup(() => ({ body: { portfolios: [], totalCount, lastUpdated: at } }));
      expect(await fetchResource('refinancePortfolios', context, signal)).toEqual({ ok: true, value: null });
      expect(applied[0]?.meta.extent).toBe(extent);
    }
  });

  it('[M-13] [M-11] says of packs and of incidents whether the platform cut the list: what it does not have is not taken for gone', async () => {
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
    // The first page's seq: what changed while we were paging comes again next time.
    expect(applied.map((each) => [each.meta.asOfSeq, each.meta.extent])).toEqual([
      [null, 'part'],
      [null, 'part'],
      [10, 'part'],
    ]);
  });

  it('[M-12] [F-34] at the end of a whole pass what is of another log goes and is told; not after a pass of changes, nor after one that was cut short', async () => {
    const whole = setup(() => page([verification(0)], null, 2, 12), { otherLog: 3 });
    await fetchResource('verifications', whole.context, signal);
    expect([whole.removals, whole.removed]).toEqual([['e1'], [3]]);
    const changes = setup(() => page([], null, 2, 44), { sync: { asOfSeq: 40, epoch: 'e1' }, otherLog: 3 });
    await fetchResource('verifications', changes.context, signal);
    const cutShort = setup((url) => (url.includes('cursor=p2') ? 'gone' : page([verification(2)], 'p2', 2, 10)), { otherLog: 3 });
    await fetchResource('verifications', cutShort.context, signal);
    expect([...changes.removals, ...cutShort.removals]).toEqual([]);
  });

  it('[M-12] [F-34] a hub that ends while it removes what is of another log leaves no place to go on from, so that the next one removes the rest', async () => {
    const ended = setup(() => page([verification(0)], null, 2, 12), { otherLog: 'held up' });
    expect(await fetchResource('verifications', ended.context, signal)).toMatchObject({ ok: false, problem: heldUp });
    expect(ended.applied.map(({ meta }) => meta.asOfSeq)).toEqual([null]);
  });

  it('[M-12] [D-51] a page that the disk does not take ends the pass with that: nothing is removed on its account, and no place is told to go on from', async () => {
    const disk = { code: 'storage', message: 'The disk did not answer.', retry: true } as const;
    const spoilt = setup(() => page([verification(0)], null, 2, 12), { disk, otherLog: 3 });
    expect(await fetchResource('verifications', spoilt.context, signal)).toEqual({ ok: false, problem: disk });
    expect([spoilt.applied, spoilt.removals]).toEqual([[], []]);
  });

  it('later asks only for what changed since, as long as the log is the same one', async () => {
    const same = setup(() => page([], null, 2, 44), { sync: { asOfSeq: 40, epoch: 'e1' } });
    await fetchResource('verifications', same.context, signal);
    expect(same.urls()).toEqual(['/api/verifications?limit=500&since=40']);
    const other = setup(() => page([], null, 2, 44), { sync: { asOfSeq: 40, epoch: 'e0' } });
    await fetchResource('verifications', other.context, signal);
    expect(other.urls()).toEqual(['/api/verifications?limit=500']);
  });

  it('[M-4] [F-16] rows that went to make room are asked for again an hour later, by a pass that says what was missing when it began', async () => {
    const sync = { asOfSeq: 40, epoch: 'e1', freedAt: 5 - 59 * 60_000 };
    const soon = setup(() => page([], null, 2, 44), { sync });
    await fetchResource('verifications', soon.context, signal);
    expect(soon.urls()).toEqual(['/api/verifications?limit=500&since=40']);
    expect(soon.applied.at(-1)?.meta.pass).toBeUndefined();
    const freedAt = 5 - 61 * 60_000;
    const later = setup(() => page([], null, 2, 44), { sync: { ...sync, freedAt } });
    await fetchResource('verifications', later.context, signal);
    expect(later.urls()).toEqual(['/api/verifications?limit=500']);
    expect(later.applied.at(-1)?.meta).toMatchObject({ asOfSeq: 44, pass: { freedAt } });
  });

  it('[M-4] a page that the disk does not take ends the pass with the disk’s own words, and what comes after it is not asked for', async () => {
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

  it('[M-12] pages that would never end are ended, said, and taken for no whole list: sent round in a circle, to the same place, and by pages that add nothing', async () => {
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
        const { context, applied, removals, anchor } = setup(
          // A read that goes on for ever would hang the test and say nothing.
          () => (++asked > 20 ? 'gone' : liar(asked)),
          { ...(sync && { sync }), otherLog: 3, anchor: anchored(1) },
        );
        expect(await fetchResource('verifications', context, signal)).toEqual({ ok: false, problem: endlessPages });
        expect(asked).toBeLessThanOrEqual(3);
        expect(applied.every(({ meta }) => meta.asOfSeq === null)).toBe(true);
        expect([removals, anchor()]).toEqual([[], anchored(1)]);
      }
  });

  it('leaves the place untouched when a later page fails', async () => {
    const { context, applied } = setup((url) => (url.includes('cursor') ? 'gone' : page([verification(2)], 'p2', 2, 10)));
    expect(await fetchResource('verifications', context, signal)).toMatchObject({ ok: false });
    expect(applied.map((each) => each.meta.asOfSeq)).toEqual([null]);
  });
});

describe('history', () => {
  it('[D-9] moves the anchor forward when the link it holds was shown again', async () => {
    const { context, anchor, raised } = setup(() => page([verification(2), verification(1)], null, 2, 10), { anchor: anchored(1) });
    await fetchResource('verifications', context, signal);
    expect(anchor()).toEqual(anchored(2));
    expect(raised()).toBeNull();
  });

  it('[D-9] raises the alarm for another seal at the anchored place, and for a shorter chain', async () => {
    const other = setup(() => page([verification(2), verification(1)], null, 2, 10), { anchor: anchored(1, seal(7)) });
    await fetchResource('verifications', other.context, signal);
    expect(other.raised()).toEqual({ chainIndex: 1, expectedSeal: seal(7), foundSeal: seal(101) });
    expect(other.anchor()).toEqual(anchored(1, seal(7)));
    const shorter = setup(() => page([verification(2)], null, 2, 10), { anchor: anchored(9) });
    await fetchResource('verifications', shorter.context, signal);
    expect(shorter.raised()).toEqual({ chainIndex: 9, expectedSeal: seal(109), foundSeal: null });
  });

  it('[D-9] takes the link from entries that newer ones have replaced', async () => {
    const { context, anchor } = setup(
      () => {
        const reply = page([verification(5)], null, 5, 10);
        return reply === 'gone'
          ? reply
          : { ...reply, body: { ...(reply.body as object), superseded: [{ ...verification(3), vrfId: 'vrf-5' }] } };
      },
      { anchor: anchored(3), sync: { asOfSeq: 8, epoch: 'e1' } },
    );
    await fetchResource('verifications', context, signal);
    expect(anchor()).toEqual(anchored(5));
  });

  it('[D-9] looks for an anchored link that the changes do not show in the whole list, once', async () => {
    const { context, urls, anchor, raised } = setup(() => page([verification(5)], null, 5, 10), {
      anchor: anchored(3),
      sync: { asOfSeq: 8, epoch: 'e1' },
    });
    await fetchResource('verifications', context, signal);
    expect(urls()).toEqual(['/api/verifications?limit=500&since=8', '/api/verifications?limit=500']);
    expect([anchor(), raised()]).toEqual([anchored(3), null]);
    await fetchResource('verifications', context, signal);
    expect(urls()).toHaveLength(3);
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

  it('[D-37] fetches the missing ones of the newest 200 and goes on past one that is refused', async () => {
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

  it('[D-37] gives up the round when the platform is gone', async () => {
    const { context, urls } = setup(() => 'gone', { missing: Array.from({ length: 50 }, (_, index) => `p${index}`) });
    expect(await fetchResource('manifests', context, signal)).toMatchObject({ ok: false, problem: { code: 'network' } });
    expect(urls().length).toBeLessThanOrEqual(2);
  });

  it('[K-6] a manifest that is held serves when the platform is gone; one that is not does not', async () => {
    const held = setup(() => 'gone', { held: ['p1'] });
    expect(await ensureManifest('p1', held.context, signal)).toEqual({ ok: true, value: null });
    expect(await ensureManifest('p9', held.context, signal)).toMatchObject({ ok: false, problem: { code: 'network' } });
  });
});
