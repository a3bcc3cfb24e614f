import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import { canonicalChainEntry } from '../../src/domain/records/chain.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { checkRecord } from '../../src/evidence/records.ts';
import { sealOf } from '../../server/audit/audit.ts';
import { signDue } from '../../server/audit/checkpoints.ts';
import { movePayment } from '../../server/entities/payments.ts';
import { movePortfolio } from '../../server/entities/portfolios.ts';
import { sha256, toChainEntry } from '../../server/entities/verification.ts';
import { openKeyWrap } from '../../server/evidence/keyWrap.ts';
import { ensureCurrentKey, readKeySet } from '../../server/evidence/signingKeys.ts';
import { isRefusal } from '../../server/http/problem.ts';
import { writeTransaction } from '../../server/realtime/log.ts';
import type { SignedWriting } from '../../server/entities/writing.ts';
import type { Database } from '../../server/db/schema.ts';
import { behindTheRules } from '../../server/testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../server/testing/platform.ts';

/**
 * An attacker with database access tries to make the platform itself sign false statements: rows are changed, something that signs is
 * requested, and the rows are restored, so that only the platform's signature remains.
 */
let test: TestPlatform;
let bank: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  bank = await test.signIn('bank@ukweli.example');
});
afterAll(() => test.close());

/** Runs SQL as an attacker with database access does. */
const run = (statement: string): Promise<unknown> => behindTheRules(test.platform.db, (db) => sql.raw(statement).execute(db));

describe('rows that are changed between two statements', { tags: ['P-2', 'A-18'] }, () => {
  const moved = async <T>(work: (writing: SignedWriting) => Promise<T>): Promise<T> => {
    const signer = await ensureCurrentKey(test.platform.db, await openKeyWrap(test.platform.config), test.clock.business());
    return writeTransaction(test.platform, 'demo', (trx, emit) =>
      work({ trx, emit, tenantId: 'demo', now: test.clock.now(), day: test.clock.business(), correlationId: 'test', signer }),
    );
  };
  const statements = () => test.platform.db.selectFrom('signed_statements').selectAll().where('tenant_id', '=', 'demo').execute();

  it.each([
    [
      'the money',
      `update portfolios set receivables_value = receivables_value * 10 where portfolio_id = '$'`,
      `update portfolios set receivables_value = receivables_value / 10 where portfolio_id = '$'`,
    ],
    [
      'the day of its last move',
      `update portfolios set changed_at = changed_at - interval '1 day' where portfolio_id = '$'`,
      `update portfolios set changed_at = changed_at + interval '1 day' where portfolio_id = '$'`,
    ],
    [
      'what its sites’ records say',
      `update verifications set status = 'verified', emission_reduction = emission_reduction * 7 where site_code in (select site_code from sites where portfolio_id = '$')`,
      '',
    ],
  ])('a portfolio moves while %s is another: nothing is signed', { tags: ['P-2', 'A-18'] }, async (_, change, undo) => {
    const { portfolios } = (await bank.get('/api/refinance/portfolios')).json() as { portfolios: Portfolio[] };
    const id = portfolios.find(({ state, frozenAt }) => state === 'eligible' && frozenAt === undefined)?.portfolioId ?? '';
    const before = (await statements()).length;
    await run('create temp table kept as select * from verifications');
    await run(change.replaceAll('$', id));
    const answer = await moved((writing) => movePortfolio(writing, id, 'eligible_frozen'));
    if (undo !== '') await run(undo.replaceAll('$', id));
    await run(
      `update verifications v set status = k.status, emission_reduction = k.emission_reduction from kept k where k.tenant_id = v.tenant_id and k.vrf_id = v.vrf_id`,
    );
    await run('drop table kept');
    const after = ((await bank.get('/api/refinance/portfolios')).json() as { portfolios: Portfolio[] }).portfolios.find(
      ({ portfolioId }) => portfolioId === id,
    );
    const set = lintKeys((await readKeySet(test.platform.db)).keys);
    const verdict = await checkRecord(
      { kind: 'portfolio', value: after as Portfolio },
      { set, fetchedAt: null },
      'demo',
      test.clock.now().toISOString(),
    );
    expect([isRefusal(answer), (await statements()).length, verdict.outcome]).toEqual([true, before, 'verified']);
  });

  it('a paid payment that was made pending again is paid no second time', { tags: ['P-2', 'A-18'] }, async () => {
    const before = (await statements()).length;
    await run(`update rbf_payments set status = 'pending', paid_at = null, transaction_id = null where payment_id = 'RBF-0216'`);
    const answer = await moved((writing) => movePayment(writing, 'RBF-0216', 'paid'));
    expect([isRefusal(answer), (await statements()).length]).toEqual([true, before]);
  });

  it('a record that was disputed and made verified by hand pays nobody', { tags: ['P-2', 'A-18'] }, async () => {
    await run(
      `create table disputed as select vrf_id, status from verifications where vrf_id = (select vrf_id from rbf_payments where payment_id = 'RBF-0218')`,
    );
    await run(
      `update verifications set status = 'verified', emission_reduction = emission_reduction + 1 where vrf_id = (select vrf_id from disputed)`,
    );
    const before = (await statements()).length;
    expect(await moved((writing) => movePayment(writing, 'RBF-0218', 'paid'))).toMatchObject({
      refused: 'conflict',
      message: expect.stringContaining('does not say what was sealed'),
    });
    expect((await statements()).length).toBe(before);
    await run(`update verifications set emission_reduction = emission_reduction - 1 where vrf_id = (select vrf_id from disputed)`);
  });
});

describe('a history that was rewritten, seals and ties and all', { tags: ['P-9', 'P-3', 'D-47'] }, () => {
  const links = (db: Kysely<Database> = test.platform.db) =>
    db.selectFrom('chain_entries').selectAll().where('tenant_id', '=', 'demo').orderBy('chain_index');
  /** Changes a figure in these links, reseals and relinks them, and changes the verifications to match. */
  const rewrite = (from: number, upTo: number) =>
    behindTheRules(test.platform.db, async (db) => {
      let before: string | null = null;
      for (const link of await links(db).where('chain_index', '>=', from).where('chain_index', '<=', upTo).execute()) {
        const entry = toChainEntry(link);
        const prevHash = before ?? entry.prevHash;
        const canonical = canonicalChainEntry('demo', {
          ...entry,
          prevHash,
          performanceKpis: { ...entry.performanceKpis, emissionReduction: 999 },
        });
        before = sha256(canonical);
        const here = sql`tenant_id = 'demo' and chain_index = ${link.chain_index}`;
        await sql`update chain_entries set canonical = ${canonical}, seal = ${before} where ${here}`.execute(db);
        await sql`update verifications set seal = ${before}, prev_hash = ${prevHash}, emission_reduction = 999 where ${here}`.execute(db);
      }
    });
  let keys = 0;
  // Days pass between the steps, longer than any session lasts.
  const fresh = () => test.signIn('admin@ukweli.example');
  const report = async () =>
    (await fresh()).post('/api/reports/issb', {}, { [headers.idempotency]: `attack-report-${String((keys += 1)).padStart(4, '0')}` });
  const file = async (exportType: string) => (await fresh()).post('/api/exports', { exportType, format: 'csv', filter: {} });
  const checkpoints = (name: 'verifications' | 'record') =>
    test.platform.db.selectFrom('checkpoints').selectAll().where('tenant_id', '=', 'demo').where('chain', '=', name).execute();
  const holds = async (name: 'verifications' | 'record'): Promise<void> => {
    const broken = await signDue(test.platform, 'demo', name);
    if (broken !== null) throw new Error(`${name} do not hold at ${broken}`);
  };
  const tables = ['chain_entries', 'verifications', 'checkpoints', 'audit_records'] as const;
  let head = 0;

  beforeAll(async () => {
    const line = { tenantId: 'demo', actor: { id: null, name: 'A test' }, action: 'test.act', outcome: 'done', ip: null } as const;
    for (const target of ['one', 'two', 'three']) await test.platform.audit.record(null, { ...line, target, correlationId: 'test' });
    await holds('verifications');
    await holds('record');
    head = (await links().execute()).at(-1)?.chain_index ?? 0;
    for (const table of tables) await run(`create table ${table}_kept as select * from ${table}`);
  });
  afterEach(async () => {
    for (const table of tables) {
      await run(`delete from ${table}`);
      await run(`insert into ${table} overriding system value select * from ${table}_kept`);
    }
    await holds('verifications');
  });

  it('to its end: no report, no file, no checkpoint, since the platform has signed another', { tags: ['P-9', 'P-3'] }, async () => {
    await rewrite(1200, head);
    const before = (await checkpoints('verifications')).length;
    expect((await report()).status).toBe(409);
    const refused = await file('verifications');
    expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('is not the one that was sealed')]);
    test.clock.advance(86_400_000);
    expect(await signDue(test.platform, 'demo', 'verifications')).toBe(head);
    expect((await checkpoints('verifications')).length).toBe(before);
  });

  it('and its checkpoint too: a row of the table that the platform has not signed is nothing to go on from', {
    tags: ['P-9'],
  }, async () => {
    await rewrite(1200, head);
    const seal = (await links().execute()).at(-1)?.seal ?? '';
    await behindTheRules(test.platform.db, (db) =>
      db.updateTable('checkpoints').set({ seal }).where('tenant_id', '=', 'demo').where('chain_index', '=', head).execute(),
    );
    const before = (await checkpoints('verifications')).length;
    test.clock.advance(86_400_000);
    expect(await signDue(test.platform, 'demo', 'verifications')).toBe(head);
    expect((await checkpoints('verifications')).length).toBe(before);
  });

  it('one link, sealed anew with its row: the link after it is not tied to it, and no file is signed', { tags: ['P-3'] }, async () => {
    await rewrite(1100, 1100);
    expect((await file('verifications')).body).toContain('at place 1,100 does not say what was sealed');
    expect((await report()).status).toBe(409);
  });

  it('cut off at its end: nothing is signed over what is left', { tags: ['P-9'] }, async () => {
    await run(`delete from checkpoints where tenant_id = 'demo' and chain_index = ${head}`);
    await run(`delete from chain_entries where tenant_id = 'demo' and chain_index > ${head - 3}`);
    const before = (await checkpoints('verifications')).length;
    test.clock.advance(86_400_000);
    expect(await signDue(test.platform, 'demo', 'verifications')).toBe(head - 2);
    expect((await checkpoints('verifications')).length).toBe(before);
  });

  it('of the record: a line sealed anew, or the end of it taken away, is in no file and under no checkpoint', {
    tags: ['P-9'],
  }, async () => {
    const signedIn = await test.platform.db
      .selectFrom('audit_records')
      .selectAll()
      .where('tenant_id', '=', 'demo')
      .orderBy('chain_index')
      .execute();
    const line = signedIn[1];
    if (line === undefined) throw new Error('no line to rewrite');
    const changed = { ...line, actor_name: 'Somebody else' };
    await behindTheRules(test.platform.db, (db) =>
      db
        .updateTable('audit_records')
        .set({ actor_name: changed.actor_name, hash: sealOf(changed) })
        .where('audit_id', '=', line.audit_id)
        .execute(),
    );
    expect((await file('audit_records')).body).toContain('the record is not the one that was sealed, from place 2 on');
    await run(`delete from audit_records where tenant_id = 'demo' and chain_index > 0`);
    const [place] = (await checkpoints('record')).map(({ chain_index: index }) => index);
    expect((await file('audit_records')).body).toContain('is not the one that was sealed');
    test.clock.advance(86_400_000);
    expect(await signDue(test.platform, 'demo', 'record')).toBe(place);
  });
});

describe('what stands on record', { tags: ['P-7', 'D-27'] }, () => {
  it('a cut through an emoji, half of one, and a zero leave the record whole', { tags: ['P-7'] }, async () => {
    const line = { tenantId: 'kampala', action: 'test.act', outcome: 'done', correlationId: 'test', ip: null } as const;
    for (const target of [`${'a'.repeat(499)}\u{1f600}`, 'x\ud83d', '\u0000'])
      await test.platform.audit.record(null, { ...line, actor: { id: null, name: target }, target, details: { why: target } });
    expect(await test.platform.audit.firstBroken('kampala')).toBeNull();
  });
});
