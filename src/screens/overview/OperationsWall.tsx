import { stageNames } from '../../contracts/pipeline.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { Sparkline } from '../../ui/chart/Sparkline.tsx';
import { stageHealthy } from '../../domain/claims/states.ts';
import { isLostOnWall, WallBadge, WallBar, WallStates, WallTile, WallValue } from '../../ui/wall/WallParts.tsx';
// In one file with the screen it is a skin of: if separate, the bundler would split out the code that both share, which enlarges the first
// load.
import './OverviewScreen.tsx';
import { useOperations } from './queries.ts';
import { stageTile } from './stageTile.ts';
import { useKpiViews } from './useKpiViews.ts';

/** Accuracy, latency, automation and dead letters above the lag of each stage: the overview's figures at wall scale (K-10). */
export function OperationsWall() {
  const figures = useOperations();
  const { kpis, stages, now, lost, halt } = figures;
  const views = useKpiViews(figures);
  const tiles = stageNames.flatMap((name) => stages.value?.filter((stage) => stage.name === name).map(stageTile) ?? []);
  const state = views.length > 0 ? 'ready' : kpis.state;
  return (
    <WallStates
      state={state}
      problem={kpis.problem}
      empty="Nothing has been verified yet"
      later="Accuracy, latency and the lag of each stage are shown here from the first verification."
      freshness={kpis.freshness}
      // Each stage has a tile, so a damaged one is missing here. Damaged dead letters are counted and mentioned in their tile.
      unread={stages.unread}
    >
      {() => (
        <div className="wall-page wall-operations">
          <div className="wall-row">
            {views.map(({ id, title, value, unit, basis, badge, chart, freshness }) => (
              <WallTile
                key={id}
                title={title}
                freshness={freshness}
                tone={badge.look === 'warn' || badge.look === 'bad' ? badge.look : undefined}
                note={<WallBadge status={badge} />}
              >
                <WallValue value={value} unit={unit} lost={isLostOnWall(freshness)} />
                <p className="wall-note">{basis}</p>
                <div className="wall-chart">
                  <Sparkline
                    points={chart.points}
                    tone={chart.tone}
                    limit={chart.limit}
                    limitHot={chart.hot}
                    stepped={chart.stepped}
                    lost={lost && isLostOnWall(freshness)}
                    halted={halt !== null}
                    until={now}
                    width={420}
                    height={120}
                    label={`${title} over the last 24 hours`}
                  />
                </div>
              </WallTile>
            ))}
          </div>
          <WallStates
            state={stages.state}
            problem={stages.problem}
            empty="No pipeline data available"
            later="The lag of each stage is shown here once the platform reports it."
            freshness={stages.freshness}
            unread={stages.unread}
            what="stage"
          >
            {() => (
              <div className="wall-row">
                {tiles.map(({ name, title, lag, status, breach, share, limitShare, note }) => {
                  const lost = isLost(stages.freshness);
                  const claim = stageHealthy(name, { state: status, freshness: stages.freshness });
                  return (
                    <WallTile
                      key={name}
                      title={title}
                      freshness={stages.freshness}
                      tone={breach && !lost ? 'bad' : undefined}
                      badge={<WallBadge status={claim} />}
                      note={note}
                    >
                      <WallValue size="md" value={lag} unit="min lag" lost={lost} {...(breach ? { tone: 'bad' as const } : {})} />
                      <WallBar share={share} limit={limitShare} tone={breach ? 'bad' : claim} lost={lost} />
                    </WallTile>
                  );
                })}
              </div>
            )}
          </WallStates>
        </div>
      )}
    </WallStates>
  );
}
