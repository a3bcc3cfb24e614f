import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PortfolioState, portfolioStates } from '../../src/contracts/overview.ts';
import { paymentStatusSchema } from '../../src/contracts/rbf.ts';
import { mayMove, type Moves, paymentMoves, type PaymentStatus, portfolioMoves } from '../../src/domain/finance/financeMoves.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import type { Signer } from '../evidence/manifests.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { isRefusal } from '../http/problem.ts';
import { writeTransaction } from '../realtime/log.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { advancePortfolio, bouncePayment, retryPayment, sendPayment } from '../simulation/acts/finance.ts';
import { createTenantDayRunner } from '../simulation/step.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { movePayment } from './payments.ts';
import { movePortfolio } from './portfolios.ts';
import type { SignedWriting } from './writing.ts';

let test: TestPlatform;
let signer: Signer;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  signer = await ensureCurrentKey(test.platform.db, await openKeyWrap(test.platform.config), test.clock.business());
});
afterAll(() => test.close());

const write = <T>(act: (writing: SignedWriting) => Promise<T>, tenantId = 'demo'): Promise<T> =>
  writeTransaction(test.platform, tenantId, (trx, emit) =>
    act({ trx, emit, tenantId, now: test.platform.clock.now(), day: test.platform.clock.business(), correlationId: 'test', signer }),
  );
const portfolio = (id: string) =>
  test.platform.db
    .selectFrom('portfolios')
    .selectAll()
    .where('tenant_id', '=', 'demo')
    .where('portfolio_id', '=', id)
    .executeTakeFirstOrThrow();
const payment = (id: string) =>
  test.platform.db
    .selectFrom('rbf_payments')
    .selectAll()
    .where('tenant_id', '=', 'demo')
    .where('payment_id', '=', id)
    .executeTakeFirstOrThrow();

/** The dates and package id that belong to a state. */
function datesOf(state: PortfolioState) {
  const at = new Date(0);
  const packaged = state !== 'eligible' && state !== 'eligible_frozen';
  return {
    frozen_at: state === 'eligible' ? null : at,
    packaged_at: packaged ? at : null,
    dgn_package_id: packaged ? 'PKG-DGN-013' : null,
    sold_at: state === 'sold' || state === 'recycled' ? at : null,
  };
}

describe('moving a portfolio', () => {
  const pairs = portfolioStates.flatMap((from) => portfolioStates.map((to) => [from, to] as const));

  it.each(pairs)(
    '%s to %s is done or refused as the shared table says, and a refusal changes nothing',
    { tags: ['C-60', 'C-30'] },
    async (from, to) => {
      // A row altered by hand no longer matches its signature and would not move at all (tests/attacks/platformSigns.test.ts), so it is set
      // as never signed.
      const put = { state: from, ...datesOf(from), jws_signature: '' };
      await behindTheRules(test.platform.db, (db) => db.updateTable('portfolios').set(put).where('portfolio_id', '=', 'DGN-013').execute());
      const before = await portfolio('DGN-013');
      const outcome = await write((writing) => movePortfolio(writing, 'DGN-013', to));
      const after = await portfolio('DGN-013');
      if (mayMove(portfolioMoves, from, to)) {
        expect(isRefusal(outcome)).toBe(false);
        expect(after).toMatchObject({ state: to, version: before.version + 1, jws_signature: before.jws_signature });
      } else {
        expect(outcome).toMatchObject({ refused: 'conflict', message: `A portfolio that is ${from} cannot become ${to}` });
        expect(after).toEqual(before);
      }
    },
  );

  it('each step sets its date and moves the money where the dashboard counts it', { tags: ['C-30'] }, async () => {
    const id = 'DGN-015';
    const worth = (await portfolio(id)).receivables_value;
    const step = async (to: PortfolioState) => {
      test.clock.advance(60_000);
      await write((writing) => movePortfolio(writing, id, to));
      return portfolio(id);
    };
    const at = () => test.clock.business().toISOString();
    expect(await step('eligible_frozen')).toMatchObject({ frozen_at: at(), pending_packaging: worth, available_funding: worth });
    expect(await step('eligible')).toMatchObject({ frozen_at: null, pending_packaging: 0, available_funding: worth });
    await step('eligible_frozen');
    expect(await step('packaged')).toMatchObject({
      packaged_at: at(),
      pending_packaging: 0,
      available_funding: 0,
      dgn_package_id: `PKG-${id}`,
    });
    expect(await step('sold')).toMatchObject({ sold_at: at(), recycled_capital: 0 });
    expect(await step('recycled')).toMatchObject({ changed_at: at(), recycled_capital: worth });
  });

  it('finds no portfolio or payment of another tenant', { tags: ['A-9'] }, async () => {
    expect(await write((writing) => movePortfolio(writing, 'DGN-016', 'eligible_frozen'), 'kampala')).toMatchObject({
      refused: 'not_found',
    });
    expect(await write((writing) => movePayment(writing, 'RBF-0218', 'paid'), 'kampala')).toMatchObject({ refused: 'not_found' });
    expect((await portfolio('DGN-016')).state).toBe('eligible');
    expect((await payment('RBF-0218')).status).toBe('pending');
  });
});

describe('moving a payment', () => {
  const statuses = paymentStatusSchema.options;

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    '%s to %s is done or refused as the shared table says',
    { tags: ['C-60'] },
    async (from, to) => {
      const made = from === 'paid' ? { paid_at: new Date(0), transaction_id: 'TX-0' } : { paid_at: null, transaction_id: null };
      const put = { status: from, ...made, jws_signature: '' }; // as above
      await behindTheRules(test.platform.db, (db) =>
        db.updateTable('rbf_payments').set(put).where('payment_id', '=', 'RBF-0217').execute(),
      );
      const before = await payment('RBF-0217');
      const outcome = await write((writing) => movePayment(writing, 'RBF-0217', to));
      const after = await payment('RBF-0217');
      if (mayMove(paymentMoves, from, to)) {
        expect(after).toMatchObject({ status: to, version: before.version + 1 });
        if (to === 'paid') expect(after).toMatchObject({ transaction_id: 'TX-RBF-0217', paid_at: test.clock.business().toISOString() });
      } else {
        expect(outcome).toMatchObject({ refused: 'conflict' });
        expect(after).toEqual(before);
      }
    },
  );
});

it('the simulated day takes legal moves only, however long it goes on', { tags: ['C-60'], timeout: 60_000 }, async () => {
  const { db } = test.platform;
  const day = createTenantDayRunner(test.platform, demoProfile, createRandom(11), [
    [100_000, advancePortfolio],
    [100_000, sendPayment],
    [100_000, bouncePayment],
    [100_000, retryPayment],
  ]);
  const states = async () => {
    const portfolios = await db.selectFrom('portfolios').select(['portfolio_id as id', 'state']).where('tenant_id', '=', 'demo').execute();
    const payments = await db.selectFrom('rbf_payments').select(['payment_id as id', 'status']).where('tenant_id', '=', 'demo').execute();
    return { portfolios, payments };
  };
  const seen = new Set<string>();
  function note<State extends string>(moves: Moves<State>, from: State | undefined, to: State): void {
    if (from === undefined || from === to) return;
    expect(mayMove(moves, from, to), `${from} to ${to}`).toBe(true);
    seen.add(`${from} > ${to}`);
  }
  let before = await states();
  for (let step = 0; step < 300; step += 1) {
    test.clock.advance(3_600_000);
    await day.step();
    const after = await states();
    for (const { id, state } of after.portfolios)
      note<PortfolioState>(portfolioMoves, before.portfolios.find((row) => row.id === id)?.state, state);
    for (const { id, status } of after.payments)
      note<PaymentStatus>(paymentMoves, before.payments.find((row) => row.id === id)?.status, status);
    before = after;
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['eligible > eligible_frozen', 'packaged > sold', 'sold > recycled', 'pending > failed']),
  );
});
