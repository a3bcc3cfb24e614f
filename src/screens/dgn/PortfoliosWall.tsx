import { recordsSummary } from '../../ui/evidence/recordVerdict.ts';
import { isLostOnWall, WallBadge, WallBar, WallStates, WallTile, WallValue } from '../../ui/wall/WallParts.tsx';
import { dgnViewOf } from './model.ts';
import { usePortfolios } from './queries.ts';

/** 'KES 12,400k' as currency and figure; anything else whole. */
function split(money: string): { readonly prefix: string; readonly value: string } {
  const [, prefix = '', value = money] = /^([A-Z]{3}) (.+)$/.exec(money) ?? [];
  return { prefix, value };
}

/** The life of Digital Green Notes at wall scale (K-10), what came back, and what their signatures came to on this display. */
export function PortfoliosWall() {
  const { portfolios, checks, frame } = usePortfolios('30d');
  const isLost = isLostOnWall(frame.freshness);
  const view = dgnViewOf(portfolios);
  const signatures = recordsSummary([...checks.verdicts.values()], portfolios.length, frame.unread + frame.notHeld);
  const [rate] = view.rates;
  const capital = [...view.liquidity, ...view.losses.map(({ title, values }) => ({ label: title, values }))];
  return (
    <WallStates
      state={frame.state}
      problem={frame.problem}
      empty="No refinance portfolios available"
      later="Each portfolio stands here from its first receivable."
      freshness={frame.freshness}
      unread={frame.unread}
      notHeld={frame.notHeld}
      what="portfolio"
    >
      {() => (
        <div className="wall-page wall-portfolios">
          <div className="wall-row">
            {view.steps.map(({ state, title, values, portfolios: count, share }) => {
              const { prefix, value } = split(values.join(' + '));
              return (
                <WallTile key={state} title={title} freshness={frame.freshness} note={count}>
                  <WallValue size="sm" prefix={prefix} value={value} lost={isLost} />
                  <WallBar share={share} lost={isLost} />
                </WallTile>
              );
            })}
          </div>
          <div className="wall-row">
            <WallTile
              title="Recycling rate"
              freshness={frame.freshness}
              note={signatures === null ? 'Signatures not checked here yet' : <WallBadge status={signatures} />}
            >
              <WallValue value={rate?.percent.replace('%', '') ?? '–'} unit={rate === undefined ? '' : '%'} lost={isLost} />
              <p className="wall-note">{rate?.basis ?? 'Nothing to recycle yet'}</p>
            </WallTile>
            <WallTile
              title="Capital"
              freshness={frame.freshness}
              note={view.losses.length === 0 && frame.unread + frame.notHeld === 0 ? 'Nothing defaulted or written off' : undefined}
            >
              <dl className="wall-facts">
                {capital.map(({ label, values }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{values.join(' + ') || '–'}</dd>
                  </div>
                ))}
              </dl>
            </WallTile>
            <WallTile title="Performance" freshness={frame.freshness} note="Weighed by verifications">
              <dl className="wall-facts">
                {view.performance.map(({ label, value }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </WallTile>
          </div>
        </div>
      )}
    </WallStates>
  );
}
