import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import type { PortfoliosResponse } from '../../src/contracts/portfolio.ts';
import type { RbfPaymentsResponse } from '../../src/contracts/rbf.ts';
import type { RecordVerdict, SignedRecord } from '../../src/contracts/verdict.ts';
import { canonicalFacts, PAYMENT_TYP } from '../../src/domain/records/signedRecords.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { checkRecord } from '../../src/evidence/records.ts';
import { movePayment } from '../entities/payments.ts';
import { movePortfolio } from '../entities/portfolios.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { type Signer, signText } from '../evidence/manifests.ts';
import { ensureCurrentKey, readKeySet } from '../evidence/signingKeys.ts';
import { writeTransaction } from '../realtime/log.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import type { Act } from '../simulation/act.ts';
import { advancePortfolio, bouncePayment, owePayment, retryPayment, sendPayment } from '../simulation/acts/finance.ts';
import { createTenantDayRunner } from '../simulation/step.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let bank: TestClient;
let admin: TestClient;
let signer: Signer;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  signer = await ensureCurrentKey(test.platform.db, await openKeyWrap(test.platform.config), test.clock.business());
  bank = await test.signIn('bank@ukweli.example');
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

/** Verdict of a device, with these records and the key set, on each record. */
async function verdictsOf(client: TestClient, tenantId = 'demo'): Promise<ReadonlyMap<string, RecordVerdict>> {
  const { payments }: RbfPaymentsResponse = (await client.get('/api/rbf/payments')).json();
  const { portfolios }: PortfoliosResponse = (await client.get('/api/refinance/portfolios')).json();
  const set = lintKeys((await readKeySet(test.platform.db)).keys);
  const records: readonly SignedRecord[] = [
    ...payments.map((value) => ({ kind: 'payment', value }) as const),
    ...portfolios.map((value) => ({ kind: 'portfolio', value }) as const),
  ];
  const at = test.clock.business().toISOString();
  const verdicts = await Promise.all(records.map((record) => checkRecord(record, { set, fetchedAt: null }, tenantId, at)));
  return new Map(verdicts.map((verdict) => [verdict.recordId, verdict]));
}
const one = async (id: string): Promise<RecordVerdict> => {
  const verdict = (await verdictsOf(bank)).get(id);
  if (verdict === undefined) throw new Error(`no ${id}`);
  return verdict;
};
const reasonsOf = ({ later, signed }: RecordVerdict): string =>
  [signed, later].flatMap((part) => (part?.state === 'failed' ? part.reasons : [])).join(' ');
const day = (act: Act) => createTenantDayRunner(test.platform, demoProfile, createRandom(7), [[1_000_000, act]]);
/** Makes a change that anyone with database access could make, and undoes it. */
async function tampered(set: string, undo: string, look: () => Promise<void>): Promise<void> {
  const run = async (statements: string) => {
    await behindTheRules(test.platform.db, async (db) => {
      for (const statement of statements.split(';')) await sql.raw(statement).execute(db);
    });
  };
  await run(set);
  try {
    await look();
  } finally {
    await run(undo);
  }
}

describe('what the platform signs of money', { tags: ['P-2'] }, () => {
  it('every payment and portfolio of the seed is verified, in both tenants, and nothing that could be signed is not', {
    tags: ['P-2'],
  }, async () => {
    await test.platform.db.updateTable('accounts').set({ role: 'admin' }).where('email', '=', 'operator@kampala.example').execute();
    const kampala = await test.signIn('operator@kampala.example');
    for (const [client, tenantId] of [
      [bank, 'demo'],
      [kampala, 'kampala'],
    ] as const) {
      const verdicts = [...(await verdictsOf(client, tenantId)).values()];
      if (tenantId === 'demo') expect(verdicts).toHaveLength(50);
      for (const { recordId, outcome, notCovered } of verdicts)
        expect([recordId, outcome, notCovered.filter(({ why }) => why !== 'neverSigned')]).toEqual([recordId, 'verified', []]);
    }
    expect((await one('RBF-0217')).later).toMatchObject({ evidence: { state: 'failed', statements: [{ from: 'pending', to: 'failed' }] } });
  });

  it.each([
    [
      'a pending payment made paid',
      `update rbf_payments set status = 'paid', paid_at = now(), transaction_id = 'TX-INVENTED' where payment_id = 'RBF-0218'`,
      `update rbf_payments set status = 'pending', paid_at = null, transaction_id = null where payment_id = 'RBF-0218'`,
      'RBF-0218',
      'No signed statement says that it is paid',
    ],
    [
      'another transaction',
      `update rbf_payments set transaction_id = 'TX-INVENTED' where payment_id = 'RBF-0216'`,
      `update rbf_payments set transaction_id = 'TX-RBF-0216' where payment_id = 'RBF-0216'`,
      'RBF-0216',
      'The signed transaction is not the payment’s',
    ],
    [
      'a performance that was never measured',
      `update rbf_payments set actual_performance = actual_performance + 1 where payment_id = 'RBF-0216'`,
      `update rbf_payments set actual_performance = actual_performance - 1 where payment_id = 'RBF-0216'`,
      'RBF-0216',
      'The signed actualPerformance is not the payment’s',
    ],
    [
      'a milestone’s words',
      `update rbf_milestones set description = description || '!'`,
      `update rbf_milestones set description = left(description, -1)`,
      'RBF-0216',
      'The signed description is not the payment’s',
    ],
    [
      'a milestone’s limit',
      `update rbf_milestones set threshold = threshold - 1`,
      `update rbf_milestones set threshold = threshold + 1`,
      'RBF-0216',
      'The signed threshold is not the payment’s',
    ],
    [
      'its statements deleted',
      `update signed_statements set record_id = 'gone' where record_id = 'RBF-0216'`,
      `update signed_statements set record_id = 'RBF-0216' where record_id = 'gone'`,
      'RBF-0216',
      'No signed statement says that it is paid',
    ],
    [
      'those of another',
      `update signed_statements set record_id = 'aside' where record_id = 'RBF-0216'; update signed_statements set record_id = 'RBF-0216' where record_id = 'RBF-0215'`,
      `update signed_statements set record_id = 'RBF-0215' where record_id = 'RBF-0216'; update signed_statements set record_id = 'RBF-0216' where record_id = 'aside'`,
      'RBF-0216',
      'is about RBF-0215, not about RBF-0216',
    ],
    [
      'a portfolio called sold',
      `update portfolios set state = 'sold', sold_at = changed_at where portfolio_id = 'DGN-014'`,
      `update portfolios set state = 'packaged', sold_at = null where portfolio_id = 'DGN-014'`,
      'DGN-014',
      'No signed statement says that it is sold',
    ],
    [
      'more money',
      `update portfolios set available_funding = available_funding + 1 where portfolio_id = 'DGN-014'`,
      `update portfolios set available_funding = available_funding - 1 where portfolio_id = 'DGN-014'`,
      'DGN-014',
      'The signed availableFunding is not the portfolio’s',
    ],
    [
      'another site',
      `update sites set portfolio_id = 'was ' || portfolio_id where site_code = 'KE-KLF-011'`,
      `update sites set portfolio_id = 'DGN-014' where site_code = 'KE-KLF-011'`,
      'DGN-014',
      'The signed sites are not the portfolio’s',
    ],
  ])('%s in the database: the console says so', { tags: ['P-2', 'A-18'] }, async (_, set, undo, id, words) => {
    await tampered(set, undo, async () => {
      const verdict = await one(id);
      expect([verdict.outcome, reasonsOf(verdict)]).toEqual(['not_verified', expect.stringContaining(words)]);
    });
    expect((await one(id)).outcome).toBe('verified');
  });
});

describe('what happens later', { tags: ['P-2'] }, () => {
  it('is signed in the transaction that causes it, whoever causes it', { tags: ['P-2'] }, async () => {
    const letter = ((await admin.get('/api/dlq')).json().items as DeadLetter[]).find(({ itemId }) => itemId === 'DLQ-00319');
    const answer = await admin.post(
      '/api/dlq/DLQ-00319/promote',
      { version: letter?.version },
      { [headers.idempotency]: 'signed-finance-0001' },
    );
    expect(answer.status, answer.body).toBe(200);
    expect((await one('RBF-0217')).later).toMatchObject({
      state: 'passed',
      evidence: { state: 'pending', statements: [{ to: 'failed' }, { from: 'failed', to: 'pending', kid: signer.kid }] },
    });
    const held = () => test.platform.db.selectFrom('signed_statements').selectAll().where('tenant_id', '=', 'demo').execute();
    const before = (await held()).length;
    for (const act of [owePayment, sendPayment, owePayment, bouncePayment, retryPayment, sendPayment, advancePortfolio])
      for (let step = 0; step < 8; step += 1) {
        test.clock.advance(3_600_000);
        await day(act).step();
      }
    expect((await held()).length).toBeGreaterThan(before + 5);
    bank = await test.signIn('bank@ukweli.example'); // the earlier session has expired
    const verdicts = [...(await verdictsOf(bank)).values()];
    expect(verdicts.length).toBeGreaterThan(50);
    for (const { recordId, outcome, later } of verdicts)
      expect([recordId, outcome, later?.state]).toEqual([recordId, 'verified', 'passed']);
    expect(
      verdicts.some(({ kind, later }) => kind === 'portfolio' && later?.state === 'passed' && later.evidence.statements.length > 0),
    ).toBe(true);
  });

  it('a row that an older platform signed says what it lacks, and has from its next move on what happens to it', {
    tags: ['P-2'],
  }, async () => {
    const { db } = test.platform;
    const row = await db
      .selectFrom('rbf_payments')
      .selectAll()
      .where('tenant_id', '=', 'demo')
      .where('status', '=', 'paid')
      .orderBy('payment_id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const id = row.payment_id;
    const signed = {
      amount: row.amount / 100, // stored in cents
      covenantHash: row.covenant_hash,
      currency: row.currency,
      milestoneId: row.milestone_id,
      paymentId: id,
      siteCode: row.site_code,
      tenantId: 'demo',
      verificationId: row.vrf_id,
    };
    const older = { jws_signature: await signText(signer, PAYMENT_TYP, canonicalFacts(signed)) };
    await behindTheRules(db, async (trx) => {
      await trx.updateTable('rbf_payments').set(older).where('payment_id', '=', id).execute();
      await trx.deleteFrom('signed_statements').where('record_id', '=', id).execute();
    });
    const why = ({ notCovered }: RecordVerdict) => new Map(notCovered.map(({ field, why: reason }) => [field, reason]));
    const before = await one(id);
    expect([before.outcome, before.signed.state, before.later?.state]).toEqual(['unknown', 'passed', 'notCheckable']);
    expect(['payment.status', 'payment.transactionId', 'milestone.threshold'].map((field) => why(before).get(field))).toEqual([
      'olderForm',
      'olderForm',
      'olderForm',
    ]);

    await behindTheRules(db, (trx) =>
      trx
        .updateTable('rbf_payments')
        .set({ status: 'pending', paid_at: null, transaction_id: null })
        .where('payment_id', '=', id)
        .execute(),
    );
    await writeTransaction(test.platform, 'demo', (trx, emit) =>
      movePayment(
        { trx, emit, tenantId: 'demo', now: test.clock.now(), day: test.clock.business(), correlationId: 'test', signer },
        id,
        'paid',
      ),
    );
    const after = await one(id);
    expect([after.outcome, after.later?.state]).toEqual(['unknown', 'passed']);
    expect(after.covers).toContainEqual({ field: 'payment.transactionId', value: `TX-${id}`, by: 'statement' });
    expect(why(after).get('milestone.threshold')).toBe('olderForm');
  });

  it('is not signed where the move is undone', { tags: ['P-2'] }, async () => {
    const count = async () => (await test.platform.db.selectFrom('signed_statements').selectAll().execute()).length;
    const before = await count();
    const { portfolios }: PortfoliosResponse = (await bank.get('/api/refinance/portfolios')).json();
    const frozen = portfolios.find(({ state }) => state === 'eligible_frozen');
    await expect(
      writeTransaction(test.platform, 'demo', async (trx, emit) => {
        const writing = { trx, emit, tenantId: 'demo', now: test.clock.now(), day: test.clock.business(), correlationId: 'test', signer };
        await movePortfolio(writing, frozen?.portfolioId ?? '', 'packaged');
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await count()).toBe(before);
  });

  it('of a row that was never signed nothing is stated: there is no signature to name', { tags: ['P-2'] }, async () => {
    const db = test.platform.db;
    const never = {
      jws_signature: '',
      state: 'eligible' as const,
      frozen_at: null,
      packaged_at: null,
      sold_at: null,
      dgn_package_id: null,
    };
    await behindTheRules(db, (trx) => trx.updateTable('portfolios').set(never).where('portfolio_id', '=', 'DGN-001').execute());
    const readStatements = () => db.selectFrom('signed_statements').selectAll().where('record_id', '=', 'DGN-001').execute();
    const before = (await readStatements()).length;
    await writeTransaction(test.platform, 'demo', (trx, emit) =>
      movePortfolio(
        { trx, emit, tenantId: 'demo', now: test.clock.now(), day: test.clock.business(), correlationId: 'test', signer },
        'DGN-001',
        'eligible_frozen',
      ),
    );
    expect((await readStatements()).length).toBe(before);
    expect((await one('DGN-001')).outcome).toBe('not_verified');
  });
});
