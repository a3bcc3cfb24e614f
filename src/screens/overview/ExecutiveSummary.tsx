import { isLost } from '../../domain/freshness/freshness.ts';
import { Gauge } from 'lucide-react';
import { Sparkline } from '../../ui/chart/Sparkline.tsx';
import { ProblemPanel } from '../../ui/feedback/ProblemPanel.tsx';
import { NothingHeld } from '../../ui/page/NothingHeld.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { KpiCard, KpiCardSkeleton } from '../../ui/panel/KpiCard.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import type { Overview } from './queries.ts';
import { useKpiViews } from './useKpiViews.ts';

/** The four cards of the executive summary (C-13), at the same height in every state. */
export function ExecutiveSummary({ overview, title }: { readonly overview: Overview; readonly title: string }) {
  const { kpis, letters, now, lost, halt } = overview;
  const views = useKpiViews(overview);
  const waiting = (kpis.state === 'loading' ? 3 : 0) + (letters.state === 'loading' ? 1 : 0);
  return (
    <section aria-labelledby="executive-summary">
      <div className="overview-summary-head">
        <h2 className="uk-h2" id="executive-summary">
          {title}
        </h2>
        <span className="uk-sp" />
        <FreshnessChip value={kpis.freshness} />
      </div>
      <div className="uk-kpis" aria-busy={waiting > 0 ? true : undefined}>
        {kpis.state === 'failed' && (
          <Card as="div" className="uk-kpis-missing">
            <ProblemPanel problem={kpis.problem} onRetry={kpis.retry} />
          </Card>
        )}
        {kpis.state === 'empty' && (
          <Card as="div" className="uk-kpis-missing">
            <NothingHeld freshness={kpis.freshness} icon={Gauge} title="No KPI data available">
              Accuracy, latency and automation appear here after the first verifications.
            </NothingHeld>
          </Card>
        )}
        {/* Skeletons stand at the cards' final places, because the queue may load before the figures. */}
        {kpis.state === 'loading' && [0, 1, 2].map((place) => <KpiCardSkeleton key={`waiting-${place}`} />)}
        {views.map((view) => (
          <KpiCard
            key={view.id}
            title={view.title}
            value={view.value}
            unit={view.unit}
            basis={view.basis}
            badge={<ClaimBadge claim={view.badge} />}
            {...(view.trend === null ? {} : { trend: view.trend })}
            chart={
              <Sparkline
                points={view.chart.points}
                tone={view.chart.tone}
                limit={view.chart.limit}
                limitHot={view.chart.hot}
                stepped={view.chart.stepped}
                lost={lost && isLost(view.freshness)}
                halted={halt !== null}
                until={now}
                label={`${view.title} over the last 24 hours, now ${view.value}${view.unit}`}
              />
            }
            limit={view.limitLabels}
            freshness={view.freshness}
            updatedAt={view.updatedAt}
          />
        ))}
        {letters.state === 'loading' && <KpiCardSkeleton />}
      </div>
    </section>
  );
}
