import { formatCount, formatPercent, plural } from '../../domain/format.ts';
import { recordsSummary } from '../../ui/evidence/recordVerdict.ts';
import { isLostOnWall, WallBadge, WallBar, WallStates, WallTile, WallValue } from '../../ui/wall/WallParts.tsx';
import { milestoneViews, unbackedCount } from './model.ts';
import { usePayments } from './queries.ts';

/** Milestones that are read at four metres. */
const shown = 4;

/** Milestone payments at wall scale (K-10): what was paid, what waits, and what the signatures came to on this display. */
export function PaymentsWall() {
  const { payments, view, checks, frame } = usePayments('30d');
  const isLost = isLostOnWall(frame.freshness);
  const milestones = milestoneViews(payments);
  const unbacked = unbackedCount(payments);
  const failed = view.failed ?? 0;
  const signatures = recordsSummary([...checks.verdicts.values()], payments.length, frame.unread + frame.notHeld);
  return (
    <WallStates
      state={frame.state}
      problem={frame.problem}
      empty="No RBF payments found"
      later="Payments stand here once a milestone is reached."
      freshness={frame.freshness}
      unread={frame.unread}
      notHeld={frame.notHeld}
      what="payment"
    >
      {() => (
        <div className="wall-page wall-payments">
          <div className="wall-row">
            <WallTile
              title="Completion rate"
              // In the head: in one line with the signatures it was cut off, and what was left of the line said more than is so.
              badge={unbacked > 0 && <WallBadge status="idle">{formatCount(unbacked)} without evidence</WallBadge>}
              freshness={frame.freshness}
              note={signatures === null ? 'Signatures not checked here yet' : <WallBadge status={signatures} />}
            >
              <WallValue size="md" value={formatPercent(view.completion, 1).replace('%', '')} unit="%" lost={isLost} />
              <p className="wall-note">
                {formatCount(view.paid)} of {plural(view.total, 'payment')} made
              </p>
            </WallTile>
            <WallTile title="Paid" freshness={frame.freshness} note={plural(view.paid, 'payment')}>
              <Money text={view.totalPaid.join(' + ')} lost={isLost} />
            </WallTile>
            <WallTile
              title="Pending"
              freshness={frame.freshness}
              tone={failed > 0 && !isLost ? 'warn' : undefined}
              note={
                failed > 0 ? (
                  <WallBadge status="warn" was={isLost}>
                    {formatCount(failed)} failed
                  </WallBadge>
                ) : (
                  plural(view.pending, 'payment')
                )
              }
            >
              <Money text={view.totalPending.join(' + ')} lost={isLost} />
            </WallTile>
          </div>
          <ul className="wall-list">
            {milestones.slice(0, shown).map(({ id, description, condition, paid, pending, failed, paidSum }) => (
              <li key={id} className="wall-list-row">
                <span className="wall-list-what">
                  <b>{description}</b>
                  <span className="wall-note">{condition}</span>
                </span>
                <span className="wall-list-bar">
                  <WallBar share={paid / Math.max(1, paid + pending + failed)} lost={isLost} />
                  <span className="wall-note">
                    {formatCount(paid)} of {formatCount(paid + pending + failed)} paid
                  </span>
                </span>
                <b className="wall-list-sum">{paidSum.join(' + ')}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
    </WallStates>
  );
}

/** Money as large as its tile takes it: millions, and two currencies, are longer. */
function Money({ text, lost }: { readonly text: string; readonly lost: boolean }) {
  return <WallValue size={text.length > 11 ? 'sm' : 'md'} value={text} lost={lost} />;
}
