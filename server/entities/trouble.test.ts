import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Incident } from '../../src/contracts/incident.ts';
import type { StageName } from '../../src/contracts/pipeline.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { createIntegrityWalk, walkAll } from '../audit/integrity.ts';
import { chain } from '../audit/links.ts';
import { readEvents } from '../realtime/head.ts';
import { writeTransaction } from '../realtime/log.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { readIncidents } from './incidents.ts';
import { sha256 } from './verification.ts';
import { reportStage } from './stages.ts';

let test: TestPlatform;
const minute = 60_000;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
});
const admin = () => test.signIn('admin@ukweli.example');
afterAll(() => test.close());

// Read from the database: the clock moves by more than a session lasts.
const incidents = (): Promise<readonly Incident[]> => readIncidents({ trx: test.platform.db, tenantId: 'demo' }, 'http://localhost', 200);
const active = async () => (await incidents()).filter(({ resolvedAt }) => resolvedAt === undefined);
const openFor = async (cause: string) => (await active()).filter((incident) => incident.cause === cause);
const lines = (incident: Incident | undefined) =>
  (incident?.timeline ?? []).map(({ kind, by, text, severity }) => ({ kind, by, text, severity }));
/** A stage's report, from any source. */
const report = (name: StageName, lag: number): Promise<unknown> =>
  writeTransaction(test.platform, 'demo', (trx, emit) =>
    reportStage(
      { trx, emit, tenantId: 'demo', now: test.platform.clock.now(), day: test.platform.clock.business(), correlationId: 'report' },
      name,
      { lag_minutes: lag },
    ),
  );
const stages: readonly StageName[] = ['saastain_intake', 'outbox_pump', 'decision_service', 'bank_integration'];
const limits = { saastain_intake: 5, outbox_pump: 2, decision_service: 5, bank_integration: 10 } as const;
const reportAll = async (times: number) => {
  for (const name of stages) await report(name, limits[name] * times);
};

describe('what the platform opens incidents for', { tags: ['T-5'] }, () => {
  // Every test begins with a pipeline within its limits and nothing open.
  beforeEach(async () => {
    await reportAll(0.5);
    const left = await active();
    if (left.length > 0) throw new Error(`still open: ${left.map(({ title }) => title).join()}`);
  });

  it('opens a SEV2 in the very transaction that puts a stage beyond twice its limit, once, and ends it within the limit', async () => {
    await report('bank_integration', 20);
    expect(await active()).toEqual([]);
    const before = (
      await test.platform.db.selectFrom('event_heads').select('seq').where('tenant_id', '=', 'demo').executeTakeFirstOrThrow()
    ).seq;
    await report('bank_integration', 20.4);
    const [opened] = await openFor('farBeyond:bank_integration');
    expect(opened).toMatchObject({
      severity: 'sev2',
      title: 'Bank Integration lag exceeded 20 minutes',
      affectedServices: ['bank_integration'],
    });
    expect(lines(opened)).toEqual([{ kind: 'opened', by: '', text: 'The lag is 20.4 min against 10.', severity: undefined }]);
    const told = await readEvents(test.platform.db, 'demo', { after: before, upTo: 1e9, topics: ['system'], limit: 100 });
    expect(told.map(({ frame }) => JSON.parse(frame).resourceId)).toEqual(expect.arrayContaining(['incidents', 'notifications']));
    await report('bank_integration', 31);
    await report('bank_integration', 15);
    expect(await active()).toHaveLength(1);
    await report('bank_integration', 10);
    expect(await active()).toEqual([]);
    expect(lines((await incidents()).find(({ id }) => id === opened?.id)).at(-1)).toMatchObject({
      kind: 'resolved',
      text: 'The lag is 10 min again, within the objective of 10.',
    });
  });

  it('opens a SEV1 once all stages have been beyond their limits for 15 minutes without a break, and not a moment before', async () => {
    await reportAll(1.2);
    test.clock.advance(14 * minute);
    await reportAll(1.3);
    expect(await openFor('allInBreach')).toEqual([]);
    // A stage back within its limit, even for a single report, starts its time anew.
    await report('outbox_pump', 1);
    await report('outbox_pump', 3);
    test.clock.advance(14 * minute);
    await reportAll(1.3);
    expect(await openFor('allInBreach')).toEqual([]);
    test.clock.advance(minute);
    await report('saastain_intake', 6);
    const [opened] = await openFor('allInBreach');
    expect(opened).toMatchObject({
      severity: 'sev1',
      title: 'All 4 stages beyond their limits',
      affectedServices: expect.arrayContaining([...stages]),
    });
    await reportAll(1.4);
    expect(await openFor('allInBreach')).toHaveLength(1);
    await report('outbox_pump', 1);
    expect(await openFor('allInBreach')).toEqual([]);
  });

  it('joins what is open for the same stage, also from before causes were written down, and raises it where the table calls it graver', async () => {
    await report('decision_service', 11);
    const [opened] = await openFor('farBeyond:decision_service');
    await behindTheRules(test.platform.db, (db) =>
      db
        .updateTable('incidents')
        .set({ severity: 'sev3', cause: null })
        .where('tenant_id', '=', 'demo')
        .where('incident_id', '=', opened?.id ?? '')
        .execute(),
    );
    await report('decision_service', 12.4);
    const [raised, ...others] = await active();
    expect([raised?.id, raised?.severity, others]).toEqual([opened?.id, 'sev2', []]);
    expect(lines(raised).at(-1)).toEqual({ kind: 'note', by: '', text: 'The lag is 12.4 min against 5.', severity: 'sev2' });
  });

  it('opens a SEV1 with the pull of the kill switch, and the release ends it', { tags: ['D-23'] }, async () => {
    const path = '/api/system/kill-switch';
    const pulled = (
      await (await admin()).call('PUT', path, { active: true, confirmation: 'STOP', reason: 'Meter fraud at Kilifi' })
    ).json();
    const [opened, ...others] = await active();
    expect(others).toEqual([]);
    expect(opened).toMatchObject({ severity: 'sev1', title: 'Emergency kill switch activated', cause: 'killSwitch' });
    expect(lines(opened)).toEqual([
      { kind: 'opened', by: '', text: `Activated by ${pulled.by} (usr-demo-admin): Meter fraud at Kilifi`, severity: undefined },
    ]);
    await (await admin()).call('PUT', path, { active: false, version: pulled.version, reason: 'Meters replaced' });
    expect(await active()).toEqual([]);
    expect(lines((await incidents()).find(({ id }) => id === opened?.id)).at(-1)).toMatchObject({
      kind: 'resolved',
      text: `Released by ${pulled.by} (usr-demo-admin): Meters replaced`,
    });
  });
});

describe('what was changed outside the platform', { tags: ['T-5'] }, () => {
  /** A change by someone with direct database access, with the triggers disabled. */
  const behindItsBack = (change: Parameters<typeof behindTheRules>[1]): Promise<unknown> => behindTheRules(test.platform.db, change);

  /** The text of an entry with another status. The original status depends on the minute in which the day was generated. */
  const otherStatus = (canonical: string): string =>
    canonical.replace(/"status":"(\w+)"/, (_, status: string) => `"status":"${status === 'disputed' ? 'failed' : 'disputed'}"`);

  /** A stored chain entry, and a function that replaces its text, with the old seal or a given one. */
  const linkAt = async (index: number) => {
    const { db } = test.platform;
    const held = await db
      .selectFrom('chain_entries')
      .selectAll()
      .where('tenant_id', '=', 'demo')
      .where('chain_index', '=', index)
      .executeTakeFirstOrThrow();
    const put = (canonical: string, seal = held.seal) =>
      behindItsBack((trx) =>
        trx
          .updateTable('chain_entries')
          .set({ canonical, seal })
          .where('tenant_id', '=', 'demo')
          .where('chain_index', '=', index)
          .execute(),
      );
    return { held, put };
  };

  /** Enough steps to visit every entry of both chains. */
  const walked = async (): Promise<void> => {
    const walk = createIntegrityWalk(test.platform);
    for (let pass = 0; pass < 4; pass += 1) await walk.step('demo');
  };

  it('opens nothing over a chain and a record that hold, however long they are', async () => {
    await walked();
    expect(await active()).toEqual([]);
  });

  it('opens a SEV1 over a link of the chain whose content was changed, once', { tags: ['D-9'] }, async () => {
    const { held, put } = await linkAt(1100);
    await put(otherStatus(held.canonical));
    await walked();
    const [broken] = await openFor('chainBroken');
    expect(broken).toMatchObject({ severity: 'sev1', title: 'Verification chain broken' });
    expect(broken?.description).toContain('Link 1100 ');
    // Found again in every round, it remains one incident.
    await walked();
    expect(await openFor('chainBroken')).toHaveLength(1);
    await put(held.canonical);
    expect(await openFor('recordBroken')).toEqual([]);
  });

  it('opens a SEV1 over a link that cannot even be read, sealed anew as it is, and over one that names another place', {
    tags: ['D-9'],
  }, async () => {
    const { db } = test.platform;
    const { held, put } = await linkAt(7);
    for (const canonical of ['not JSON', 'null', '[]', '7', held.canonical.replace('"chainIndex":7', '"chainIndex":8')]) {
      await db
        .updateTable('incidents')
        .set({ resolved_at: test.clock.business().toISOString() })
        .where('cause', '=', 'chainBroken')
        .where('resolved_at', 'is', null)
        .execute();
      await put(canonical, sha256(canonical));
      await walked();
      const broken = await openFor('chainBroken');
      expect(
        broken.map(({ description }) => description),
        canonical,
      ).toEqual([expect.stringContaining('Link 7 ')]);
    }
    await put(held.canonical, held.seal);
  });

  it('opens a SEV1 over a chain whose last links were taken away, which every record that names them shows', {
    tags: ['D-9'],
  }, async () => {
    const { db } = test.platform;
    await db
      .updateTable('incidents')
      .set({ resolved_at: test.clock.business().toISOString() })
      .where('cause', '=', 'chainBroken')
      .where('resolved_at', 'is', null)
      .execute();
    await walked();
    expect(await openFor('chainBroken')).toEqual([]);
    const head = await db
      .selectFrom('chain_entries')
      .selectAll()
      .where('tenant_id', '=', 'demo')
      .orderBy('chain_index', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await behindItsBack((trx) =>
      trx.deleteFrom('chain_entries').where('tenant_id', '=', 'demo').where('chain_index', '=', head.chain_index).execute(),
    );
    await walked();
    const [broken] = await openFor('chainBroken');
    expect(broken?.description).toContain(`Link ${head.chain_index} `);
    await db.insertInto('chain_entries').values(head).execute();
  });

  it('is resolved with a reason alone while the chain is still broken, and with one press once it holds again', {
    tags: ['T-4', 'D-9'],
  }, async () => {
    const { held, put } = await linkAt(1100);
    await put(otherStatus(held.canonical));
    await walked();
    const [broken] = await openFor('chainBroken');
    const admin = await test.signIn('admin@ukweli.example');
    const resolve = (key: string, despite?: string) =>
      admin.post(
        `/api/incidents/${broken?.id}/resolve`,
        { note: 'Looked at.', ...(despite !== undefined && { despite }) },
        { [headers.idempotency]: `chain-still-broken-${key}` },
      );
    const refused = await resolve('1');
    expect([refused.status, refused.json().error.message]).toEqual([
      409,
      expect.stringContaining('link 1100 of the verification chain does not hold'),
    ]);
    expect(await openFor('chainBroken')).toHaveLength(1);
    await put(held.canonical);
    expect((await resolve('2')).status).toBe(200);
    expect(await openFor('chainBroken')).toEqual([]);
  });

  it('is resolved without the whole chain being walked while the tenant can write nothing', { tags: ['T-4', 'D-9'] }, async () => {
    const { held, put } = await linkAt(3);
    await put(otherStatus(held.canonical));
    await walked();
    await put(held.canonical);
    const [broken] = await openFor('chainBroken');
    const { read } = chain;
    const reads: { readonly locked: boolean; readonly from: number; readonly links: number }[] = [];
    const spy = vi.spyOn(chain, 'read').mockImplementation(async (db, tenantId, from) => {
      const links = await read(db, tenantId, from);
      reads.push({ locked: db.isTransaction, from, links: links.length });
      return links;
    });
    const admin = await test.signIn('admin@ukweli.example');
    const answer = await admin.post(
      `/api/incidents/${broken?.id}/resolve`,
      { note: 'Looked at.' },
      { [headers.idempotency]: 'chain-walked-ahead' },
    );
    spy.mockRestore();
    expect(answer.status, answer.body).toBe(200);
    const ahead = reads.filter(({ locked }) => !locked).reduce((sum, { links }) => sum + links, 0);
    expect(ahead).toBeGreaterThan(1000);
    // Only newer entries are read under the lock, and there were none.
    expect(reads.filter(({ locked }) => locked)).toEqual([{ locked: true, from: ahead, links: 0 }]);
  });

  it('walks the other tenants too when one cannot be walked', { tags: ['D-9'] }, async () => {
    const walk = createIntegrityWalk(test.platform);
    const seen: string[] = [];
    const step = (tenantId: string): Promise<void> => {
      seen.push(tenantId);
      return tenantId === 'demo' ? Promise.reject(new Error('unreadable')) : walk.step(tenantId);
    };
    await walkAll(test.platform, { step });
    expect(seen.toSorted()).toEqual(expect.arrayContaining(['demo', 'kampala']));
    expect(seen).toHaveLength(new Set(seen).size);
  });

  it('opens a SEV1 over a line that is missing in the record, in read-only mode too', { tags: ['D-27'] }, async () => {
    await (await admin()).call('PUT', '/api/system/kill-switch', { active: true, confirmation: 'STOP', reason: 'Tampering' });
    await behindItsBack((trx) => trx.deleteFrom('audit_records').where('tenant_id', '=', 'demo').where('chain_index', '=', 1).execute());
    await walked();
    const [broken] = await openFor('recordBroken');
    expect(broken).toMatchObject({ severity: 'sev1', description: expect.stringContaining('Link 1 of the record') });
  });
});
