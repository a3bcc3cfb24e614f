import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealEntry, sha256, toChainEntry } from '../../server/entities/verification.ts';
import { behindTheRules } from '../../server/testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../server/testing/platform.ts';
import type { ChainEntry, VerificationsResponse } from '../../src/contracts/verification.ts';
import { type ChainHead, checkChain } from '../../src/domain/records/chain.ts';
import { linksOf } from '../../src/domain/records/chainLink.ts';
import { type HistoryFinding, writePlaces } from '../../src/domain/history.ts';
import { createHistoryWatch } from '../../src/workers/hub/fetching/historyWatch.ts';
import { seenHistory } from '../builders/seenHistory.ts';

/**
 * The attacker of D-9 controls the platform's database and code and can recompute every seal. The only thing they lack is a device that
 * has seen the chain before.
 */
let test: TestPlatform;
let auditor: TestClient;

beforeAll(async () => {
  test = await createTestPlatform({ config: { simulation: 'off' }, seeded: true });
  auditor = await test.signIn('auditor@ukweli.example');
});
afterAll(() => test.close());

interface Shown {
  readonly entries: readonly ChainEntry[];
  readonly head: ChainHead | null;
}

/** Reads the whole chain page by page, as the hub does. */
async function readChain(): Promise<Shown> {
  const entries: ChainEntry[] = [];
  let head: ChainHead | null = null;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: VerificationsResponse = (
      await auditor.get(`/api/verifications?limit=500${cursor === '' ? '' : `&cursor=${cursor}`}`)
    ).json();
    entries.push(...linksOf([...page.verifications, ...(page.superseded ?? [])]));
    head = page.head;
    cursor = page.nextCursor;
  }
  return { entries, head };
}

/**
 * A device that remembers what it saw: the hub's own history watch over an in-memory meta store; it asks the platform for links by index.
 */
function device() {
  const seen = seenHistory();
  let alarm: HistoryFinding | null = null;
  const start = () =>
    createHistoryWatch({ meta: seen.meta, tenantId: 'demo', sha256, now: () => 0, raise: (found) => void (alarm = found) });
  return {
    /** The result of a freshly started hub over all listed entries except those that `isListed` filters out. */
    async look(isListed: (entry: ChainEntry) => boolean = () => true) {
      const { entries: all, head } = await readChain();
      const entries = all.filter(isListed);
      const held = new Set(entries.map(({ chainIndex }) => chainIndex));
      const verdict = await start().show(head, entries, {
        ask: async (places) => ({ ok: true, value: (await auditor.get(`/api/chain/links?at=${writePlaces(places)}`)).json().links }),
        missing: async (headIndex, most) => ({
          ok: true,
          value: Array.from({ length: headIndex + 1 }, (_, place) => place)
            .filter((place) => !held.has(place))
            .slice(0, most),
        }),
        keep: async (links) => {
          for (const { chainIndex } of links) held.add(chainIndex);
          return { ok: true, value: null };
        },
      });
      return { seen: verdict.ok ? verdict.value : verdict.problem, links: (await checkChain('demo', entries, head, sha256)).state };
    },
    anchors: () => seen.anchors(),
    alarm: () => alarm,
  };
}

/** Changes the chain directly in the database and restores everything afterwards. */
async function tampered(change: (db: Db) => Promise<unknown>, look: () => Promise<void>): Promise<void> {
  const { db } = test.platform;
  await sql`create table kept_chain as table chain_entries`.execute(db);
  await sql`create table kept_verifications as table verifications`.execute(db);
  try {
    await behindTheRules(db, change);
    await look();
  } finally {
    await behindTheRules(db, async (trx) => {
      await emptied(trx);
      await sql`insert into verifications select * from kept_verifications`.execute(trx);
      await sql`insert into chain_entries select * from kept_chain`.execute(trx);
    });
    await sql`drop table kept_chain, kept_verifications`.execute(db);
  }
}

type Db = Parameters<Parameters<typeof behindTheRules>[1]>[0];

async function emptied(db: Db): Promise<void> {
  await sql`delete from chain_entries`.execute(db);
  await sql`delete from verifications`.execute(db);
}

async function storedChain(): Promise<ChainEntry[]> {
  const rows = await test.platform.db
    .selectFrom('chain_entries')
    .select(['canonical', 'seal'])
    .where('tenant_id', '=', 'demo')
    .orderBy('chain_index')
    .execute();
  return rows.map(toChainEntry);
}

/** Replaces the stored entries from `from` on with these, resealed and relinked. */
async function rewriteFrom(db: Db, from: number, contents: readonly ChainEntry[]): Promise<void> {
  let prevHash = contents[from - 1]?.seal ?? '';
  await db.deleteFrom('chain_entries').where('tenant_id', '=', 'demo').where('chain_index', '>=', from).execute();
  for (const [chainIndex, content] of contents.entries()) {
    if (chainIndex < from) continue;
    const { seal: _, ...fields } = { ...content, chainIndex, prevHash };
    const { canonical, seal } = sealEntry('demo', fields);
    await db
      .insertInto('chain_entries')
      .values({ tenant_id: 'demo', chain_index: chainIndex, vrf_id: fields.vrfId, canonical, seal })
      .execute();
    await db
      .updateTable('verifications')
      .set({ chain_index: chainIndex, seal, prev_hash: prevHash, status: fields.status, sealed_at: fields.timestamp })
      .where('tenant_id', '=', 'demo')
      .where('vrf_id', '=', fields.vrfId)
      .execute();
    prevHash = seal;
  }
}

describe('the chain', { tags: ['A-5'] }, () => {
  it('the platform’s own connection can neither change, remove nor double a link', { tags: ['A-5', 'D-9'] }, async () => {
    const { db } = test.platform;
    const before = await storedChain();
    const at = { tenant_id: 'demo', chain_index: 100 };
    const one = db.selectFrom('chain_entries').selectAll().where('tenant_id', '=', at.tenant_id).where('chain_index', '=', at.chain_index);
    const link = await one.executeTakeFirstOrThrow();
    await expect(
      db
        .updateTable('chain_entries')
        .set({ seal: 'f'.repeat(64) })
        .where('chain_index', '=', 100)
        .execute(),
    ).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('chain_entries').where('chain_index', '>', 1000).execute()).rejects.toThrow(/append-only/);
    await expect(
      db
        .insertInto('chain_entries')
        .values({ ...link, seal: 'f'.repeat(64) })
        .execute(),
    ).rejects.toThrow(/sealed by its own text/);
    await expect(db.insertInto('chain_entries').values(link).execute()).rejects.toThrow(/duplicate|unique/);
    expect(await storedChain()).toEqual(before);
  });

  it('rewritten and sealed anew to the end: every link holds, and the device that saw it before says so', {
    tags: ['A-5', 'D-9'],
  }, async () => {
    const mine = device();
    expect(await mine.look()).toEqual({ seen: 'kept', links: 'whole' });
    const chain = await storedChain();
    const at = chain.length - 5;
    await tampered(
      (db) =>
        rewriteFrom(
          db,
          at,
          chain.map((entry, index) => (index === at ? { ...entry, status: 'disputed' as const } : entry)),
        ),
      async () => {
        expect(await mine.look()).toEqual({ seen: 'found', links: 'whole' });
        expect(mine.alarm()).toMatchObject({ kind: 'rewritten', chainIndex: at, expectedSeal: chain[at]?.seal });
        // A device that never saw the chain cannot notice; this is why the anchor outlives log-out.
        expect((await device().look()).seen).toBe('kept');
      },
    );
    expect((await mine.look()).seen).toBe('kept');
  });

  it('truncated: a shorter chain is a rewritten one, and so is none', { tags: ['A-5', 'D-9'] }, async () => {
    const mine = device();
    await mine.look();
    const anchors = mine.anchors();
    const chain = await storedChain();
    const cut = chain.length - 3;
    await tampered(
      async (db) => {
        await db.deleteFrom('chain_entries').where('tenant_id', '=', 'demo').where('chain_index', '>=', cut).execute();
        await db.deleteFrom('verifications').where('tenant_id', '=', 'demo').where('chain_index', '>=', cut).execute();
      },
      async () => {
        expect((await mine.look()).seen).toBe('found');
        await behindTheRules(test.platform.db, emptied);
        expect((await mine.look()).seen).toBe('found');
        // The anchor must not move, or the second look would accept what the first one reported.
        expect(mine.anchors()).toEqual(anchors);
      },
    );
  });

  it('forked: shortened and grown again past the old end, with links that hold', { tags: ['A-5', 'D-9'] }, async () => {
    const mine = device();
    await mine.look();
    const chain = await storedChain();
    const [last] = chain.slice(-1);
    if (last === undefined) throw new Error('an empty chain');
    const fork = chain.length - 2;
    const other = [...chain.slice(0, fork), { ...last, status: 'failed' as const }, last, last, last, last];
    await tampered(
      (db) => rewriteFrom(db, fork, other),
      async () => {
        const { head } = await readChain();
        expect(head?.chainIndex).toBeGreaterThan(chain.length - 1);
        expect((await mine.look()).seen).toBe('found');
      },
    );
  });

  it('rewritten from the hundredth link on, grown, and the links that would tell left out of the list: found, by the first of them that was seen', {
    tags: ['P-5', 'A-19', 'D-9'],
  }, async () => {
    const mine = device();
    await mine.look();
    const chain = await storedChain();
    const forged = [...chain.map((entry, index) => (index === 99 ? { ...entry, status: 'disputed' as const } : entry)), ...chain.slice(-1)];
    await tampered(
      (db) => rewriteFrom(db, 99, forged),
      async () => {
        const hidden = new Set(mine.anchors().map(({ chainIndex }) => chainIndex));
        expect((await mine.look(({ chainIndex }) => !hidden.has(chainIndex) && !hidden.has(chainIndex - 1))).seen).toBe('found');
        expect(mine.alarm()).toMatchObject({ kind: 'rewritten', expectedSeal: chain[mine.alarm()?.chainIndex ?? -1]?.seal });
      },
    );
  });

  it('content changed under its old seal is found wherever it is shown, and links that were taken away are withheld', {
    tags: ['P-5', 'A-19'],
  }, async () => {
    const mine = device();
    await mine.look();
    const chain = await storedChain();
    await tampered(
      async (db) => {
        await sql`update chain_entries set canonical = replace(canonical, '"status":"verified"', '"status":"disputed"') where tenant_id = 'demo' and chain_index = 700`.execute(
          db,
        );
      },
      async () => {
        expect((await mine.look(({ chainIndex }) => chainIndex !== 700)).seen).toBe('found');
        expect(mine.alarm()).toMatchObject({ kind: 'rewritten', chainIndex: 700, expectedSeal: chain[700]?.seal });
        const another = device();
        expect((await another.look(({ chainIndex }) => chainIndex !== 700)).seen).toBe('found');
        expect(another.alarm()).toMatchObject({ kind: 'broken', chainIndex: 700, expectedSeal: null });
      },
    );
    await tampered(
      async (db) => {
        await db.deleteFrom('chain_entries').where('tenant_id', '=', 'demo').where('chain_index', '=', 555).execute();
      },
      async () => {
        expect((await mine.look(({ chainIndex }) => chainIndex !== 555)).seen).toBe('found');
        expect(mine.alarm()).toMatchObject({ kind: 'withheld', chainIndex: 555 });
      },
    );
    expect((await mine.look()).seen).toBe('kept');
    expect(mine.alarm()).toBeNull();
  });

  it('gives links by their place to those who may see verifications, of their own tenant alone, and says what was asked for wrongly', {
    tags: ['P-5'],
  }, async () => {
    const chain = await storedChain();
    const given = await auditor.get('/api/chain/links?at=0-2,700,999999');
    expect(given.json().links).toEqual([0, 1, 2, 700].map((place) => chain[place]));
    for (const at of ['x', '3-1', '0-500', '']) expect((await auditor.get(`/api/chain/links?at=${at}`)).status).toBe(400);
    expect((await test.anonymous().get('/api/chain/links?at=0')).status).toBe(401);
  });

  it('reordered, with or without new seals: the first link out of place is named', { tags: ['A-5', 'D-9'] }, async () => {
    const chain = await storedChain();
    const [at, after] = [chain[500], chain[501]];
    if (at === undefined || after === undefined) throw new Error('a chain too short');
    const head = { chainIndex: chain.length - 1, seal: chain.at(-1)?.seal ?? '' };
    const exchanged = (reseal: boolean): ChainEntry[] =>
      chain.map((entry, index) => {
        if (index !== 500 && index !== 501) return entry;
        const { seal, ...fields } = { ...(index === 500 ? after : at), chainIndex: index };
        return { ...fields, seal: reseal ? sealEntry('demo', fields).seal : seal };
      });
    expect(await checkChain('demo', exchanged(false), head, sha256)).toMatchObject({ state: 'broken', chainIndex: 500, link: 'seal' });
    expect(await checkChain('demo', exchanged(true), head, sha256)).toMatchObject({ state: 'broken', chainIndex: 500, link: 'prev' });
    const [{ seal: _, ...fields }] = [at];
    const twin = { ...fields, status: 'failed' as const };
    const forked = [...chain, { ...twin, seal: sealEntry('demo', twin).seal }];
    expect(await checkChain('demo', forked, head, sha256)).toMatchObject({ state: 'broken', chainIndex: 500, link: 'fork' });
    // The order in which the platform lists the entries does not matter to the device's check.
    expect(await checkChain('demo', chain.toReversed(), head, sha256)).toMatchObject({ state: 'whole' });
  });
});
