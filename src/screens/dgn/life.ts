import type { PortfolioState } from '../../contracts/overview.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import { movedAt } from '../../domain/exports/rules.ts';
import { mayMove, portfolioMoves } from '../../domain/financeMoves.ts';
import { portfolioStateNames } from '../../domain/platformStates.ts';

/** One stop of a portfolio's life: gone through, where it stands, or what may come next by the shared table. */
export interface LifeStop {
  readonly state: PortfolioState;
  readonly title: string;
  readonly kind: 'past' | 'now' | 'next';
  /** Null where the row carries no date for it, and for what may come. */
  readonly at: string | null;
}

/** A portfolio's way so far by the dates it carries, and the ways that the platform would let it go (C-30, C-60). */
export function lifeOf(portfolio: Portfolio): readonly LifeStop[] {
  const { state, covenant, frozenAt, packagedAt, soldAt } = portfolio;
  const past = [
    ['eligible', covenant?.agreedAt ?? null, true],
    ['eligible_frozen', frozenAt ?? null, frozenAt !== undefined],
    ['packaged', packagedAt ?? null, packagedAt !== undefined],
    ['sold', soldAt ?? null, soldAt !== undefined],
    // What is written off has defaulted before; when, the row does not say.
    ['defaulted', null, state === 'written_off'],
  ] as const;
  const stop = (of: PortfolioState, kind: LifeStop['kind'], at: string | null): LifeStop => ({
    state: of,
    title: portfolioStateNames[of].word,
    kind,
    at,
  });
  return [
    ...past.filter(([of, , reached]) => reached && of !== state).map(([of, at]) => stop(of, 'past', at)),
    stop(state, 'now', movedAt(portfolio)),
    ...(Object.keys(portfolioStateNames) as readonly PortfolioState[]) // keys of a total record
      .filter((of) => mayMove(portfolioMoves, state, of))
      .map((of) => stop(of, 'next', null)),
  ];
}
