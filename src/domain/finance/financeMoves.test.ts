import { describe, expect, it } from 'vitest';
import { type PortfolioState, portfolioStates } from '../../contracts/overview.ts';
import { paymentStatusSchema } from '../../contracts/rbf.ts';
import { isFinal, mayMove, type Moves, paymentMoves, portfolioMoves } from './financeMoves.ts';

const pairsOf = <State extends string>(moves: Moves<State>, states: readonly State[]): readonly string[] =>
  states.flatMap((from) => states.filter((to) => mayMove(moves, from, to)).map((to) => `${from} > ${to}`));

/** Every state reachable from `from`, including itself. */
function reachable(from: PortfolioState): ReadonlySet<PortfolioState> {
  const seen = new Set([from]);
  for (const state of seen) for (const next of portfolioMoves[state]) seen.add(next);
  return seen;
}

describe('moves of portfolios and payments', () => {
  it('a portfolio goes from Eligible to Recycled a step at a time, and no other way', { tags: ['C-60', 'C-30'] }, () => {
    expect(pairsOf(portfolioMoves, portfolioStates)).toEqual([
      'eligible > eligible_frozen',
      'eligible_frozen > eligible',
      'eligible_frozen > packaged',
      'packaged > sold',
      'packaged > defaulted',
      'sold > recycled',
      'sold > defaulted',
      'defaulted > written_off',
    ]);
  });

  it('every state can be reached from Eligible, and only what is recycled or written off is final', { tags: ['C-60'] }, () => {
    expect([...reachable('eligible')].sort()).toEqual([...portfolioStates].sort());
    expect(portfolioStates.filter((state) => isFinal(portfolioMoves, state))).toEqual(['recycled', 'written_off']);
  });

  it('a payment that was made stays made; one that was refused can be sent again', { tags: ['C-60'] }, () => {
    expect(pairsOf(paymentMoves, paymentStatusSchema.options)).toEqual(['pending > paid', 'pending > failed', 'failed > pending']);
    expect(isFinal(paymentMoves, 'paid')).toBe(true);
  });

  it('staying is no move', () => {
    for (const state of portfolioStates) expect(mayMove(portfolioMoves, state, state)).toBe(false);
  });
});
