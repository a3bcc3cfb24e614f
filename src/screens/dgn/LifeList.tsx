import type { Portfolio } from '../../contracts/portfolio.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { lifeOf, type LifeStop } from './life.ts';
import { PortfolioBadge } from './PortfolioTable.tsx';

/** A portfolio's history: past states with their dates, the current state, and the states the platform allows next. */
export function LifeList({ portfolio }: { readonly portfolio: Portfolio }) {
  const stops = lifeOf(portfolio);
  const next = stops.filter(({ kind }) => kind === 'next');
  return (
    <>
      <ol className="dgn-way" aria-label={`Lifecycle of ${portfolio.portfolioId}`}>
        {stops
          .filter(({ kind }) => kind !== 'next')
          .map((stop) => (
            <li key={stop.state} aria-current={stop.kind === 'now' ? 'step' : undefined}>
              {stop.kind === 'now' ? (
                <PortfolioBadge about={portfolio.portfolioId} state={stop.state} />
              ) : (
                <StatusBadge status="idle">{stop.title}</StatusBadge>
              )}
              <When stop={stop} />
            </li>
          ))}
      </ol>
      <p className="uk-small uk-fg2">{next.length === 0 ? 'Final state.' : `Next: ${next.map(({ title }) => title).join(' or ')}.`}</p>
    </>
  );
}

function When({ stop }: { readonly stop: LifeStop }) {
  return stop.at === null ? <span className="uk-fg3">No date recorded</span> : <Time at={stop.at} as="dateTime" zone />;
}
