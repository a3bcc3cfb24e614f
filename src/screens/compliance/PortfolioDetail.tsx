import { useState } from 'react';
import { useOwnCurrency } from '../../bridge/reads/useOwnCurrency.ts';
import { formatPercent } from '../../domain/format.ts';
import { Bars } from '../../ui/chart/Bars.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { KeyValueList } from '../../ui/panel/KeyValueList.tsx';
import { Bar } from '../../ui/panel/Meter.tsx';
import { NumberStrip } from '../../ui/panel/NumberStrip.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { type FrameView, portfolioView } from './analyticsModel.ts';
import { BadgeRules } from './BadgeRules.tsx';
import { usePcafPortfolio } from './queries.ts';

/** One portfolio: avoided emissions by category, data quality, framework compliance of its sites, and its finances. */
export function PortfolioDetail({ portfolioId }: { readonly portfolioId: string }) {
  const { state, value, problem, freshness, busy, refresh } = usePcafPortfolio(portfolioId);
  const [rules, setRules] = useState(false);
  const own = useOwnCurrency();
  if (value === null) {
    if (state === 'loading') return <DetailSkeleton />;
    return (
      <div className="pcaf-detail">
        <ProblemPanel
          problem={problem}
          onRetry={refresh}
          busy={busy}
          title="Failed to load portfolio details"
          message={problem?.message ?? 'An error occurred while loading this content.'}
        />
      </div>
    );
  }
  const view = portfolioView(value, own);
  return (
    <section className="pcaf-detail" aria-label={value.portfolioName}>
      <div className="pcaf-detail-head">
        <div>
          <h3>{value.portfolioName}</h3>
          <p className="uk-small uk-fg2">
            {value.portfolioType} <span className="uk-mono uk-fg3">{value.portfolioId ?? portfolioId}</span>
          </p>
        </div>
        <FreshnessChip value={freshness} />
      </div>
      <NumberStrip kind="stacked" items={view.strip} />
      <div className="pcaf-parts">
        <div>
          <section aria-label="By category">
            <h4>By category</h4>
            <Bars label="Avoided per year, by category" items={view.categories} />
          </section>
          <section aria-label="Finance">
            <h4>Finance</h4>
            <KeyValueList items={view.finance} />
          </section>
        </div>
        <section aria-label="By data quality">
          <h4>
            By data quality <span className="uk-fg3">5 is the best</span>
          </h4>
          <Bars label="Assets by data quality" items={view.quality} />
        </section>
        <section aria-label="Compliance">
          <h4 className="pcaf-rules-head">
            Compliance
            <Button kind="ghost" size="sm" onClick={() => setRules(true)}>
              Requirements
            </Button>
          </h4>
          <ul className="pcaf-frames">
            {view.frames.map((frame) => (
              <Frame key={frame.title} frame={frame} />
            ))}
          </ul>
          <p className="uk-small uk-fg2">{view.compliance}</p>
        </section>
      </div>
      {rules && <BadgeRules onClose={() => setRules(false)} />}
    </section>
  );
}

function Frame({ frame: { title, rule, sites, share, claim } }: { readonly frame: FrameView }) {
  return (
    <li title={rule}>
      <b>{title}</b>
      <ClaimBadge claim={claim} />
      <Bar share={share} label={`${title}: ${sites}`} size="lg" />
      <span>{sites}</span>
      <span>{formatPercent(share * 100, 1)}</span>
    </li>
  );
}

/** Skeleton of a portfolio's analytics. */
export function DetailSkeleton() {
  return (
    <div className="pcaf-detail" aria-busy="true">
      <div className="pcaf-parts">
        {[0, 1, 2].map((part) => (
          <div key={part} className="pcaf-wait">
            <Skeleton w={120} h={14} block />
            <Skeleton w="100%" h={132} block />
            <Skeleton w={120} h={14} block />
            <Skeleton w="100%" h={132} />
          </div>
        ))}
      </div>
    </div>
  );
}
