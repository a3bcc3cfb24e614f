import type { PortfolioState } from '../contracts/overview.ts';
import type { paymentStatusSchema } from '../contracts/rbf.ts';
import type { z } from '../contracts/zod.ts';

/**
 * Which state may follow which (C-60; the documents name the states and leave the rules open): the ONE table that the
 * platform enforces and the console explains by, so that the two cannot disagree. A state that is not listed may not follow.
 */
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

/** A frozen portfolio may be released again before it is packaged; what was sold comes round again, or is lost and written off. */
export const portfolioMoves: Moves<PortfolioState> = {
  eligible: ['eligible_frozen'],
  eligible_frozen: ['packaged', 'eligible'],
  packaged: ['sold', 'defaulted'],
  sold: ['recycled', 'defaulted'],
  recycled: [],
  defaulted: ['written_off'],
  written_off: [],
};

/** What the bank refused may be sent again; what was paid stays paid. */
export const paymentMoves: Moves<PaymentStatus> = { pending: ['paid', 'failed'], failed: ['pending'], paid: [] };

/** Whether `to` may follow `from`. Staying is no move. */
export function mayMove<State extends string>(moves: Moves<State>, from: State, to: State): boolean {
  return moves[from].includes(to);
}

/** Whether nothing follows any more. */
export function isFinal<State extends string>(moves: Moves<State>, state: State): boolean {
  return moves[state].length === 0;
}
