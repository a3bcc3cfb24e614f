import { useReadPanel } from '../../bridge/reads/useReadPanel.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import type { ToldMoney, WallPayments } from '../../contracts/wallFigures.ts';
import { signaturesHold } from '../../domain/claims/proof.ts';
import { formatCount, formatMoney, formatMoneyInThousands, formatPercent, plural } from '../../domain/format.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { moneyOf } from '../../domain/money/money.ts';
import { completionRate } from '../../domain/money/rates.ts';
import { isLostOnWall, WallBadge, WallBar, WallStates, WallTile, WallValue } from '../../ui/wall/WallParts.tsx';
import { conditionLabels } from './model.ts';

const inWords = (sums: readonly ToldMoney[], words = formatMoney): string =>
  sums.map(({ amount, currency }) => words(moneyOf(amount, currency))).join(' + ');

/**
 * Milestone payments at wall scale (K-10): paid, pending, and signature checks. The platform sends a wall no individual payments (G-17).
 */
export function PaymentsWall() {
  const { value, state, problem, freshness, cameDamaged } = useReadPanel(displayEndpoints.wallPayments, {}, ({ total }) => total, 'work');
  return (
    <WallStates
      state={state}
      problem={problem}
      empty="No RBF payments found"
      later="Payments are shown here once a milestone is reached."
      freshness={freshness}
      unread={cameDamaged.length}
      what="milestone"
    >
      {() => value !== null && <Figures told={value} unread={cameDamaged.length} freshness={freshness} />}
    </WallStates>
  );
}

interface FiguresProps {
  readonly told: WallPayments;
  /** Milestones that arrived in an unusable form; while there are any, no statement about all of them is made. */
  readonly unread: number;
  readonly freshness: FreshnessState;
}

function Figures({ told, unread, freshness }: FiguresProps) {
  const { total, paid, pending, failed, unbacked, milestones } = told;
  const isLost = isLostOnWall(freshness);
  const signatures = signaturesHold('list', { ...told.signatures, unread, by: 'platform' });
  return (
    <div className="wall-page wall-payments">
      <div className="wall-row">
        <WallTile
          title="Completion rate"
          // In the header: on one line with the signatures it was cut off, and the rest of the line became an overstatement.
          badge={unbacked > 0 && <WallBadge status="idle">{formatCount(unbacked)} without evidence</WallBadge>}
          freshness={freshness}
          note={<WallBadge status={signatures} was={isLost} />}
        >
          <WallValue size="md" value={formatPercent(completionRate(paid, total), 1).replace('%', '')} unit="%" lost={isLost} />
          <p className="wall-note">
            {formatCount(paid)} of {plural(total, 'payment')} made
          </p>
        </WallTile>
        <WallTile title="Paid" freshness={freshness} note={plural(paid, 'payment')}>
          <Money text={inWords(told.totalPaid)} lost={isLost} />
        </WallTile>
        <WallTile
          title="Pending"
          freshness={freshness}
          tone={failed > 0 && !isLost ? 'warn' : undefined}
          note={
            failed > 0 ? (
              <WallBadge status="warn" was={isLost}>
                {formatCount(failed)} failed
              </WallBadge>
            ) : (
              plural(pending, 'payment')
            )
          }
        >
          <Money text={inWords(told.totalPending)} lost={isLost} />
        </WallTile>
      </div>
      <ul className="wall-list">
        {milestones.map((milestone) => (
          <Milestone key={milestone.description} milestone={milestone} lost={isLost} />
        ))}
      </ul>
    </div>
  );
}

function Milestone({ milestone, lost }: { readonly milestone: WallPayments['milestones'][number]; readonly lost: boolean }) {
  const { description, paid, pending, failed, paidSum } = milestone;
  const all = paid + pending + failed;
  return (
    <li className="wall-list-row">
      <span className="wall-list-what">
        <b>{description}</b>
        <span className="wall-note">{conditionLabels(milestone)}</span>
      </span>
      <span className="wall-list-bar">
        <WallBar share={paid / Math.max(1, all)} lost={lost} />
        <span className="wall-note">
          {formatCount(paid)} of {formatCount(all)} paid
        </span>
      </span>
      <b className="wall-list-sum">{inWords(paidSum, formatMoneyInThousands)}</b>
    </li>
  );
}

/** Font size by text length: millions, or two currencies, need more room. */
function Money({ text, lost }: { readonly text: string; readonly lost: boolean }) {
  return <WallValue size={text.length > 11 ? 'sm' : 'md'} value={text} lost={lost} />;
}
