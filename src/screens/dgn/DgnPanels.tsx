import { ChevronRight } from 'lucide-react';
import type { FreshnessState } from '../../domain/freshness.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Column, Columns } from '../../ui/page/Page.tsx';
import { Bar } from '../../ui/panel/Meter.tsx';
import { NumberStrip } from '../../ui/panel/NumberStrip.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { Tile, TileBox } from '../../ui/panel/Tile.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { DgnView } from './model.ts';

/** The strip from Eligible to Recycled with the recycling rate, the losses, performance and liquidity (C-30). */
export function DgnPanels({ view, freshness }: { readonly view: DgnView; readonly freshness: FreshnessState }) {
  return (
    <>
      <Panel
        title="Lifecycle"
        note={view.currency === null ? 'receivables by state and currency' : `${view.currency} receivables by state`}
        freshness={freshness}
        footer={view.rates.map(({ percent, basis }) => (
          <span key={basis}>
            <b>{percent}</b> recycling rate, {basis}
          </span>
        ))}
      >
        <ol className="dgn-life">
          {view.steps.map(({ state, title, values, portfolios, share, depth }, place) => (
            <li key={state}>
              <p className="dgn-life-name">
                {title}
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
      {view.losses.length > 0 && (
        <div className="dgn-losses">
          {view.losses.map(({ state, title, values, portfolios }) => (
            <div key={state} className="uk-card dgn-loss">
              <TileBox>
                <Tile
                  title={title}
                  badge={<StatusBadge status="bad">{portfolios}</StatusBadge>}
                  value={values.join(', ')}
                  note="Not counted as receivables"
                />
              </TileBox>
            </div>
          ))}
        </div>
      )}
      <Columns>
        <Column span={7}>
          <Panel className="dgn-sums" title="Performance summary" note="weighed by verifications" freshness={freshness}>
            <NumberStrip kind="stacked" items={view.performance} />
          </Panel>
        </Column>
        <Column span={5}>
          <Panel className="dgn-sums" title="Liquidity" freshness={freshness}>
            <NumberStrip
              kind="stacked"
              items={view.liquidity.map(({ label, values }) => ({
                label,
                value: values.map((value) => (
                  <span key={value} className="dgn-line">
                    {value}
                  </span>
                )),
              }))}
            />
          </Panel>
        </Column>
      </Columns>
    </>
  );
}

/** The boxes of the panels while they load. */
export function DgnSkeleton() {
  return (
    <>
      <Panel title="Lifecycle" busy>
        <div className="dgn-life">
          {[0, 1, 2, 3, 4].map((step) => (
            <div key={step}>
              <Skeleton w={64} h={11} block />
              <Skeleton w={96} h={18} block />
              <Skeleton w="100%" h={6} />
            </div>
          ))}
        </div>
      </Panel>
      <Panel title="Portfolios" busy pad>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} w="100%" h={20} block />
        ))}
      </Panel>
    </>
  );
}
