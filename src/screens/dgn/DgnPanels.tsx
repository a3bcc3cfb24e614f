import { ChevronRight } from 'lucide-react';
import type { PortfolioState } from '../../contracts/overview.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { TrendSkeleton } from '../../ui/chart/TrendPanel.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Column, Columns } from '../../ui/page/Page.tsx';
import { Bar } from '../../ui/panel/Meter.tsx';
import { NumberStrip } from '../../ui/panel/NumberStrip.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { DgnView } from './model.ts';

interface DgnPanelsProps {
  readonly view: DgnView;
  readonly freshness: FreshnessState;
  /** The state whose portfolios are listed; null for all. */
  readonly chosen: PortfolioState | null;
  readonly onChoose: (state: PortfolioState | null) => void;
}

/**
 * The lifecycle from Eligible to Recycled with the losses beside it, performance, and liquidity with the recycling rate (C-30). Pressing
 * a state filters the list by it; pressing it again shows all.
 */
export function DgnPanels({ view, freshness, chosen, onChoose }: DgnPanelsProps) {
  const pick = (state: PortfolioState, title: string) => (
    <button type="button" className="dgn-pick" aria-pressed={state === chosen} onClick={() => onChoose(state === chosen ? null : state)}>
      {title}
    </button>
  );
  return (
    <>
      <div className="dgn-top" data-losses={view.losses.length}>
        <Panel
          title="Lifecycle"
          note={view.currency === null ? 'receivables by state and currency' : `${view.currency} receivables by state`}
          freshness={freshness}
        >
          <ol className="dgn-life">
            {view.steps.map(({ state, title, values, portfolios, share, depth }, place) => (
              <li key={state}>
                <p className="dgn-life-name">
                  {pick(state, title)}
                  {place < view.steps.length - 1 && <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />}
                </p>
                <div className="dgn-life-value">
                  {values.map((value) => (
                    <p key={value}>{value}</p>
                  ))}
                </div>
                <p className="dgn-life-count">{portfolios}</p>
                <Bar share={share} depth={depth} size="lg" label={`${title} ${values.join(', ')}`} />
              </li>
            ))}
          </ol>
        </Panel>
        {view.losses.map(({ state, title, values, portfolios }) => (
          <Card key={state} as="div" className="dgn-loss">
            <div>
              <div>
                <h3>{pick(state, title)}</h3>
                <StatusBadge status="bad">{portfolios}</StatusBadge>
              </div>
              <p>
                <b>{values.join(', ')}</b> excluded from receivables
              </p>
            </div>
          </Card>
        ))}
      </div>
      <Columns>
        <Column span={6}>
          <Panel className="dgn-sums dgn-five" title="Performance summary" note="weighted by verifications" freshness={freshness}>
            <NumberStrip kind="stacked" items={view.performance} />
          </Panel>
        </Column>
        <Column span={6}>
          <Panel
            className="dgn-sums dgn-four"
            title="Liquidity"
            note={view.rates.map(({ basis }) => basis).join('; ')}
            freshness={freshness}
          >
            <NumberStrip
              kind="stacked"
              items={[...view.liquidity, { label: 'Recycling rate', values: view.rates.map(({ percent }) => percent) }].map(
                ({ label, values }) => ({
                  label,
                  value: values.map((value, place) => (
                    <span key={`${place} ${value}`} className="dgn-line">
                      {value}
                    </span>
                  )),
                }),
              )}
            />
          </Panel>
        </Column>
      </Columns>
    </>
  );
}

/** Skeleton of the panels. */
export function DgnSkeleton() {
  return (
    <>
      <div className="dgn-top" data-losses={0}>
        <Panel title="Lifecycle" busy>
          <div className="dgn-life">
            {[0, 1, 2, 3, 4].map((step) => (
              <div key={step} className="dgn-life-wait">
                <Skeleton w={64} h={11} block />
                <Skeleton w={96} h={18} block />
                <Skeleton w="100%" h={6} />
              </div>
            ))}
          </div>
        </Panel>
      </div>
      <Columns>
        {['Performance summary', 'Liquidity'].map((title) => (
          <Column key={title} span={6}>
            <Panel className="dgn-sums" title={title} busy>
              <div className="dgn-wait">
                {[0, 1, 2, 3].map((place) => (
                  <Skeleton key={place} w={88} h={38} />
                ))}
              </div>
            </Panel>
          </Column>
        ))}
      </Columns>
      <Panel title="Trends" busy>
        <TrendSkeleton count={4} />
      </Panel>
      <Panel title="Portfolios" busy pad>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} w="100%" h={20} block />
        ))}
      </Panel>
    </>
  );
}
