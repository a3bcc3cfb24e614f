import { formatCount, formatPercent, plural } from '../../domain/format.ts';
import { TrendSkeleton } from '../../ui/chart/TrendPanel.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Bar } from '../../ui/panel/Meter.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { Tile, TileBox, TileRow } from '../../ui/panel/Tile.tsx';
import type { RbfView } from './model.ts';

/** The document's summary fields (C-31). */
export function RbfSummary({ view }: { readonly view: RbfView }) {
  return (
    <>
      {view.mismatch !== null && (
        <div className="rbf-mismatch">
          <Banner tone="bad" lead="The summary does not match its payments.">
            {view.mismatch}
          </Banner>
        </div>
      )}
      <TileRow>
        <TileBox>
          <Tile title="Total paid" value={view.totalPaid.join(', ')} note={plural(view.paid, 'payment')} />
        </TileBox>
        <TileBox>
          <Tile title="Total pending" value={view.totalPending.join(', ')} note={plural(view.pending, 'payment')} />
        </TileBox>
        <TileBox>
          <Tile title="Total payments" value={formatCount(view.total)} note={failedLabels(view.failed)} />
        </TileBox>
        <TileBox>
          <Tile
            title="Completion rate"
            value={formatPercent(view.completion, 1)}
            note={`${formatCount(view.paid)} of ${plural(view.total, 'payment')} paid`}
          >
            <Bar share={view.completion / 100} label={`Completion rate ${formatPercent(view.completion, 1)}`} />
          </Tile>
        </TileBox>
      </TileRow>
      {view.note !== null && <p className="uk-caption uk-fg3 rbf-sums-note">{view.note}</p>}
    </>
  );
}

/** Number of failed payments; says so if the platform does not tell it. */
function failedLabels(failed: number | null): string {
  if (failed === null) return 'Failed payments not reported';
  return failed === 0 ? 'None failed' : `${formatCount(failed)} failed`;
}

/** Skeleton of summary and list. */
export function RbfSkeleton() {
  return (
    <>
      <div className="rbf-top">
        <Panel title="Summary" busy>
          <TileRow>
            {[0, 1, 2, 3].map((tile) => (
              <TileBox key={tile}>
                <Skeleton w={88} h={12} block />
                <Skeleton w={132} h={26} block />
                <Skeleton w={72} h={11} />
              </TileBox>
            ))}
          </TileRow>
        </Panel>
        <Panel title="Milestones" busy pad>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} w="100%" h={36} block />
          ))}
        </Panel>
      </div>
      <Panel title="Trends" busy>
        <TrendSkeleton count={3} />
      </Panel>
      <Panel title="Payments" busy pad>
        {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
          <Skeleton key={row} w="100%" h={20} block />
        ))}
      </Panel>
    </>
  );
}
