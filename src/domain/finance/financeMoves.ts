import type { PortfolioState } from '../../contracts/overview.ts';
import type { paymentStatusSchema } from '../../contracts/rbf.ts';
import type { z } from '../../contracts/zod.ts';

/**
 * Allowed state transitions (C-60; the documents name the states and leave the rules open): the only table, enforced by the platform and
 * explained by the console. A transition that is not listed is not allowed.
 */
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;
/** The states that may follow each state. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

/** A frozen portfolio may be released before it is packaged; a sold one is recycled, or defaults and is written off. */
export const portfolioMoves: Moves<PortfolioState> = {
  eligible: ['eligible_frozen'],
  eligible_frozen: ['packaged', 'eligible'],
  packaged: ['sold', 'defaulted'],
  sold: ['recycled', 'defaulted'],
  recycled: [],
  defaulted: ['written_off'],
  written_off: [],
};

/** A payment refused by the bank may be sent again; a paid one stays paid. */
export const paymentMoves: Moves<PaymentStatus> = { pending: ['paid', 'failed'], failed: ['pending'], paid: [] };

/** True if `to` may follow `from`. Staying in a state is not a transition. */
export function mayMove<State extends string>(moves: Moves<State>, from: State, to: State): boolean {
  return moves[from].includes(to);
}

/** True if no state may follow. */
export function isFinal<State extends string>(moves: Moves<State>, state: State): boolean {
  return moves[state].length === 0;
}
