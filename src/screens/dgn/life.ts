import type { PortfolioState } from '../../contracts/overview.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import { movedAt } from '../../domain/exports/rules.ts';
import { mayMove, portfolioMoves } from '../../domain/finance/financeMoves.ts';
import { portfolioStateNames } from '../../domain/operations/platformStates.ts';

/** One state in a portfolio's life: past, current, or possible next by the shared transition table. */
export interface LifeStop {
  readonly state: PortfolioState;
  readonly title: string;
  readonly kind: 'past' | 'now' | 'next';
  /** Null if the row has no date for it, and for possible next states. */
  readonly at: string | null;
}

/** A portfolio's past states by the dates it carries, its current one, and the transitions that the platform allows (C-30, C-60). */
export function lifeOf(portfolio: Portfolio): readonly LifeStop[] {
  const { state, covenant, frozenAt, packagedAt, soldAt } = portfolio;
  const past = [
    ['eligible', covenant?.agreedAt ?? null, true],
    ['eligible_frozen', frozenAt ?? null, frozenAt !== undefined],
    ['packaged', packagedAt ?? null, packagedAt !== undefined],
    ['sold', soldAt ?? null, soldAt !== undefined],
    // A written-off portfolio has defaulted before; the row has no date for that.
    ['defaulted', null, state === 'written_off'],
  ] as const;
  const stop = (stage: PortfolioState, kind: LifeStop['kind'], at: string | null): LifeStop => ({
    state: stage,
    title: portfolioStateNames[stage].word,
    kind,
    at,
  });
  return [
    ...past.filter(([stage, , reached]) => reached && stage !== state).map(([stage, at]) => stop(stage, 'past', at)),
    stop(state, 'now', movedAt(portfolio)),
    ...(Object.keys(portfolioStateNames) as readonly PortfolioState[]) // keys of a complete record
      .filter((stage) => mayMove(portfolioMoves, state, stage))
      .map((stage) => stop(stage, 'next', null)),
  ];
}
