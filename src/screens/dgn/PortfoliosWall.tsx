import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import type { WallPortfolios } from '../../contracts/wallFigures.ts';
import { signaturesHold } from '../../domain/claims/proof.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { isLostOnWall, WallBadge, WallBar, WallStates, WallTile, WallValue } from '../../ui/wall/WallParts.tsx';
import { dgnViewFrom } from './model.ts';

/** Splits 'KES 12,400k' into currency and figure; any other text stays whole. */
function split(money: string): { readonly prefix: string; readonly value: string } {
  const [, prefix = '', value = money] = /^([A-Z]{3}) (.+)$/.exec(money) ?? [];
  return { prefix, value };
}

const countOf = ({ byState }: WallPortfolios): number => byState.reduce((all, { portfolios }) => all + portfolios, 0);

/**
 * Lifecycle of Digital Green Notes at wall scale (K-10), with recycled capital and signature checks. The platform sends a wall no
 * individual portfolios (G-17).
 */
export function PortfoliosWall() {
  const { value, state, problem, freshness, cameDamaged } = useReadPanel(displayEndpoints.wallPortfolios, {}, countOf, 'work');
  return (
    <WallStates
      state={state}
      problem={problem}
      empty="No refinance portfolios available"
      later="Portfolios are shown here from their first receivable."
      freshness={freshness}
      unread={cameDamaged.length}
    >
      {() => value !== null && <Figures told={value} unread={cameDamaged.length} freshness={freshness} />}
    </WallStates>
  );
}

interface FiguresProps {
  readonly told: WallPortfolios;
  /** States that arrived in an unusable form; while there are any, no statement about all of them is made. */
  readonly unread: number;
  readonly freshness: FreshnessState;
}

function Figures({ told, unread, freshness }: FiguresProps) {
  const isLost = isLostOnWall(freshness);
  const view = dgnViewFrom(told);
  const signatures = signaturesHold('list', { ...told.signatures, unread, by: 'platform' });
  const [rate] = view.rates;
  const capital = [...view.liquidity, ...view.losses.map(({ title, values }) => ({ label: title, values }))];
  return (
    <div className="wall-page wall-portfolios">
      <div className="wall-row">
        {view.steps.map(({ state, title, values, portfolios: count, share }) => {
          const { prefix, value } = split(values.join(' + '));
          return (
            <WallTile key={state} title={title} freshness={freshness} note={count}>
              <WallValue size="sm" prefix={prefix} value={value} lost={isLost} />
              <WallBar share={share} lost={isLost} />
            </WallTile>
          );
        })}
      </div>
      <div className="wall-row">
        <WallTile title="Recycling rate" freshness={freshness} note={<WallBadge status={signatures} was={isLost} />}>
          <WallValue value={rate?.percent.replace('%', '') ?? '–'} unit={rate === undefined ? '' : '%'} lost={isLost} />
          <p className="wall-note">{rate?.basis ?? 'Nothing to recycle yet'}</p>
        </WallTile>
        <WallTile title="Capital" freshness={freshness} note={view.losses.length === 0 ? 'Nothing defaulted or written off' : undefined}>
          <dl className="wall-facts">
            {capital.map(({ label, values }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{values.join(' + ') || '–'}</dd>
              </div>
            ))}
          </dl>
        </WallTile>
        <WallTile title="Performance" freshness={freshness} note="Weighted by verifications">
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
  );
}
