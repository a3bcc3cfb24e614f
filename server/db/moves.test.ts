import fc from 'fast-check';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PortfolioState, portfolioStates } from '../../src/contracts/overview.ts';
import { paymentStatusSchema } from '../../src/contracts/rbf.ts';
import { mayMove, type PaymentStatus, paymentMoves, portfolioMoves } from '../../src/domain/finance/financeMoves.ts';
import { commands } from '../../src/domain/commands/commands.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import type { Database } from './schema.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true, config: { simulation: 'off' } });
});
afterAll(() => test.close());

/** A row with a state machine, and how to set each state with its dependent columns. */
interface Moving<State extends string> {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly states: readonly State[];
  readonly as: (state: State) => string;
  readonly may: (from: State, to: State) => boolean;
}

const payments: Moving<PaymentStatus> = {
  table: 'rbf_payments',
  row: `tenant_id = 'demo' and payment_id = 'RBF-0218'`,
  column: 'status',
  states: paymentStatusSchema.options,
  as: (status) =>
    `status = '${status}', paid_at = ${status === 'paid' ? `due_at, transaction_id = 'TX-RBF-0218'` : 'null, transaction_id = null'}`,
  may: (from, to) => mayMove(paymentMoves, from, to),
};

/** Which stages a portfolio has passed in each state; null: it may or may not have been sold, and keeps its columns. */
const reached: Readonly<Record<PortfolioState, readonly [frozen: boolean, packaged: boolean, sold: boolean | null]>> = {
  eligible: [false, false, false],
  eligible_frozen: [true, false, false],
  packaged: [true, true, false],
  sold: [true, true, true],
  recycled: [true, true, true],
  defaulted: [true, true, null],
  written_off: [true, true, null],
};
const portfolios: Moving<PortfolioState> = {
  table: 'portfolios',
  row: `tenant_id = 'demo' and portfolio_id = 'DGN-013'`,
  column: 'state',
  states: portfolioStates,
  as: (state) => {
    const [frozen, packaged, sold] = reached[state];
    const at = (is: boolean): string => (is ? `'2025-11-10T08:00:00Z'` : 'null');
    return `state = '${state}', frozen_at = ${at(frozen)}, packaged_at = ${at(packaged)}, sold_at = ${sold === null ? 'sold_at' : at(sold)}, dgn_package_id = ${packaged ? `'PKG-DGN-013'` : 'null'}`;
  },
  may: (from, to) => mayMove(portfolioMoves, from, to),
};

const overrideStates = ['pending', 'approved', 'rejected'] as const;
type OverrideState = (typeof overrideStates)[number];
const overrides: Moving<OverrideState> = {
  table: 'ai_overrides',
  row: `tenant_id = 'demo' and override_id = 'OVR-0001'`,
  column: 'status',
  states: overrideStates,
  as: (status) =>
    `status = '${status}', ${status === 'pending' ? 'decided_by = null, decided_by_name = null, decided_at = null' : `decided_by = 'usr-judge', decided_by_name = 'J', decided_at = now()`}`,
  // A decision takes it out of pending, a change puts it back (src/domain/commands/agents.ts).
  may: (from, to) => {
    const asked = { overrideId: 'OVR-0001', version: 1, overrideValue: 'disputed', justification: '', note: 'Seen.' };
    const request = { overrideId: 'OVR-0001', status: from, requestedBy: 'usr-asker', originalPrediction: 'verified', version: 1 };
    if (from === to) return false;
    return to === 'pending'
      ? commands.changeOverride.obstacle({ ...asked, kind: 'changeOverride' }, request, 'usr-asker') === null
      : commands.decideOverride.obstacle({ ...asked, kind: 'decideOverride', decision: 'approve' }, request, 'usr-judge') === null;
  },
};

const keyStates = ['current', 'former', 'retired', 'withdrawn'] as const;
type KeyState = (typeof keyStates)[number];
const keyMoves: Readonly<Record<KeyState, readonly KeyState[]>> = {
  current: ['former', 'withdrawn'],
  former: ['retired', 'withdrawn'],
  retired: ['withdrawn'],
  withdrawn: [],
};
const keys: Moving<KeyState> = {
  table: 'signing_keys',
  row: `kid = (select signer_kid from portfolios where tenant_id = 'demo' and portfolio_id = 'DGN-013')`,
  column: 'state',
  states: keyStates,
  as: (state) =>
    `state = '${state}', private_key = ${state === 'current' || state === 'former' ? `'w1.${'0'.repeat(16)}.${'A'.repeat(40)}'` : 'null'}, retired_at = ${state === 'retired' ? 'now()' : 'null'}, withdrawn_at = ${state === 'withdrawn' ? 'now()' : 'null'}`,
  may: (from, to) => keyMoves[from].includes(to),
};

class Undone extends Error {}

/** Runs `work` and rolls everything back; returns its result. */
async function undone<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  const found: T[] = [];
  await test.platform.db
    .transaction()
    .execute(async (trx) => {
      found.push(await work(trx));
      throw new Undone();
    })
    .catch((failure: unknown) => {
      if (!(failure instanceof Undone)) throw failure;
    });
  const [first] = found;
  if (first === undefined) throw new Error('nothing was found');
  return first;
}

/** Sets a state with the triggers disabled, so that every pair can be tried. */
async function put<State extends string>(trx: Transaction<Database>, moving: Moving<State>, state: State): Promise<void> {
  await sql`alter table ${sql.table(moving.table)} disable trigger user`.execute(trx);
  await sql.raw(`update ${moving.table} set ${moving.as(state)} where ${moving.row}`).execute(trx);
  await sql`alter table ${sql.table(moving.table)} enable trigger user`.execute(trx);
}

/** Tries a move; returns the rule that refused it, null if it was accepted. */
async function move<State extends string>(trx: Transaction<Database>, moving: Moving<State>, to: State): Promise<string | null> {
  await sql`savepoint before_move`.execute(trx);
  try {
    const result = await sql.raw(`update ${moving.table} set ${moving.as(to)} where ${moving.row}`).execute(trx);
    expect(result.numAffectedRows).toBe(1n);
    await sql`release savepoint before_move`.execute(trx);
    return null;
  } catch (failure) {
    await sql`rollback to savepoint before_move`.execute(trx);
    return (failure as { constraint?: string }).constraint ?? String(failure); // either driver's error
  }
}

async function stateOf<State extends string>(trx: Transaction<Database>, moving: Moving<State>): Promise<string | undefined> {
  const { rows } = await sql
    .raw<{ state: string }>(`select ${moving.column} as state from ${moving.table} where ${moving.row}`)
    .execute(trx);
  return rows[0]?.state;
}

const all = [payments, portfolios, overrides, keys] as unknown as readonly Moving<string>[]; // each has its own states

describe.each(all)('moves of $table', { tags: ['S-12', 'C-60'] }, (moving) => {
  const pairs = moving.states.flatMap((from) => moving.states.filter((to) => to !== from).map((to) => [from, to] as const));

  it.each(pairs)('%s to %s is taken by the database as the table of moves has it', { tags: ['S-12'] }, async (from, to) => {
    const refused = await undone(async (trx) => {
      await put(trx, moving, from);
      return { by: await move(trx, moving, to) };
    });
    expect(refused).toEqual({ by: moving.may(from, to) ? null : `${moving.table}_moves` });
  });

  it('along any walk a row stands where its legal moves have led it', { tags: ['S-12'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...moving.states), { minLength: 1, maxLength: 12 }), async (walk) => {
        const [begin = '', ...steps] = walk;
        const ended = await undone(async (trx) => {
          await put(trx, moving, begin);
          let expected = begin;
          for (const to of steps) {
            // Setting the present state again is no move. Skip it: a withdrawn key would get another time.
            if (to === expected) continue;
            const refused = await move(trx, moving, to);
            expect([expected, to, refused === null]).toEqual([expected, to, moving.may(expected, to)]);
            if (refused === null) expected = to;
          }
          return [expected, await stateOf(trx, moving)];
        });
        expect(ended[1]).toBe(ended[0]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('an incident', { tags: ['S-12', 'C-34'] }, () => {
  const row = `tenant_id = 'demo' and incident_id = 'INC-0042'`;
  const tried = async (before: string, then: string): Promise<string | null> =>
    undone(async (trx) => {
      await sql`alter table incidents disable trigger user`.execute(trx);
      await sql.raw(`update incidents set ${before} where ${row}`).execute(trx);
      await sql`alter table incidents enable trigger user`.execute(trx);
      await sql`savepoint before_move`.execute(trx);
      return {
        by: await sql
          .raw(`update incidents set ${then} where ${row}`)
          .execute(trx)
          .then(
            () => null,
            (failure: { constraint?: string }) => failure.constraint ?? '',
          ),
      };
    }).then(({ by }) => by);
  const open = `severity = 'sev2', resolved_at = null, acknowledged_at = null, acknowledged_by = null`;
  const taken = `severity = 'sev2', resolved_at = null, acknowledged_at = created_at, acknowledged_by = 'A'`;
  const over = `severity = 'sev2', resolved_at = created_at, acknowledged_at = null, acknowledged_by = null`;
  const ofMoves = 'incidents_moves';

  it.each([
    ['is taken up', open, `acknowledged_at = now(), acknowledged_by = 'B'`, null],
    ['is raised', open, `severity = 'sev1'`, null],
    ['is resolved', open, 'resolved_at = now()', null],
    ['is resolved after it was taken up', taken, 'resolved_at = now()', null],
    ['is not lowered', open, `severity = 'sev3'`, ofMoves],
    ['is not taken up twice', taken, `acknowledged_by = 'B'`, ofMoves],
    ['is not opened again', over, 'resolved_at = null', ofMoves],
    ['is not resolved twice', over, 'resolved_at = now()', ofMoves],
    ['is not raised once it is over', over, `severity = 'sev1'`, ofMoves],
    ['is not taken up once it is over', over, `acknowledged_at = now(), acknowledged_by = 'B'`, ofMoves],
  ])('%s', { tags: ['S-12'] }, async (_, before, then, refused) => {
    expect(await tried(before, then)).toBe(refused);
  });
});
