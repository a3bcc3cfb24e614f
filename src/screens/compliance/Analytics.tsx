import { Leaf } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatPercent, plural } from '../../domain/format.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Bar } from '../../ui/panel/Meter.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { chosenPortfolio, listedPortfolios, type ListedPortfolio } from './analyticsModel.ts';
import { DetailSkeleton, PortfolioDetail } from './PortfolioDetail.tsx';
import { usePcafPortfolios } from './queries.ts';
import { tonnes } from './tonnes.ts';
import './analytics.css';

interface AnalyticsProps {
  readonly wanted: string | null;
  readonly onChoose: (portfolioId: string) => void;
}

/** Avoided emissions of the financed portfolios, their data quality, and the share of sites that meet each framework's rules (C-35). */
export function Analytics({ wanted, onChoose }: AnalyticsProps) {
  const { state, value, problem, freshness, busy, refresh } = usePcafPortfolios();
  const portfolios = listedPortfolios(value?.portfolios ?? []);
  const chosen = chosenPortfolio(portfolios, wanted);
  return (
    <Panel
      title="Portfolio analytics"
      note="avoided emissions of financed assets, by PCAF"
      freshness={freshness}
      busy={state === 'loading'}
    >
      {state === 'failed' ? (
        <ProblemPanel
          problem={problem}
          onRetry={refresh}
          busy={busy}
          title="Failed to load PCAF portfolios"
          message={problem?.message ?? 'An error occurred while loading this content.'}
        />
      ) : state === 'empty' ? (
        <EmptyState icon={Leaf} title="No financed assets yet">
          Portfolios of financed assets appear here once the platform holds some.
        </EmptyState>
      ) : (
        <div className="pcaf">
          {state === 'loading' ? <ListSkeleton /> : <PortfolioList portfolios={portfolios} chosen={chosen} onChoose={onChoose} />}
          {chosen === null ? <DetailSkeleton /> : <PortfolioDetail key={chosen} portfolioId={chosen} />}
        </div>
      )}
    </Panel>
  );
}

interface ListProps {
  readonly portfolios: readonly ListedPortfolio[];
  readonly chosen: string | null;
  readonly onChoose: (portfolioId: string) => void;
}

function PortfolioList({ portfolios, chosen, onChoose }: ListProps) {
  return (
    <ul className="pcaf-list" aria-label="Portfolios" style={acrossOf(portfolios.length)}>
      {portfolios.map(({ portfolioId, portfolioName, portfolioType, totalSites, totalAnnualAvoidedEmissions, complianceRate, share }) => (
        <li key={portfolioId}>
          <button type="button" aria-current={portfolioId === chosen ? 'true' : undefined} onClick={() => onChoose(portfolioId)}>
            <b>{portfolioName}</b>
            <span className="pcaf-list-figure">{tonnes(totalAnnualAvoidedEmissions)}</span>
            <span>
              {portfolioType}, {plural(totalSites, 'site')}
            </span>
            <span className="pcaf-list-figure">{formatPercent(complianceRate, 1)} compliant</span>
            <Bar share={share} label={`${portfolioName}: ${tonnes(totalAnnualAvoidedEmissions)} a year`} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Maximum number of portfolios side by side; the style sheet uses fewer on narrow screens. */
const MAX_ACROSS = 4;

function acrossOf(portfolios: number): CSSProperties {
  return { '--pcaf-across': Math.min(portfolios, MAX_ACROSS) } as CSSProperties; // CSSProperties does not know custom properties
}

function ListSkeleton() {
  return (
    <div className="pcaf-list" aria-hidden="true" style={acrossOf(MAX_ACROSS)}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="pcaf-list-wait">
          <Skeleton w="70%" h={14} block />
          <Skeleton w="45%" h={12} />
        </div>
      ))}
    </div>
  );
}
