import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { useServerNow } from '../../bridge/hub/useServerNow.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { Sparkline } from '../../ui/chart/Sparkline.tsx';
import { componentHealthy } from '../../domain/claims/states.ts';
import { isLostOnWall, WallBadge, WallStates, WallTile, WallValue } from '../../ui/wall/WallParts.tsx';
import { componentChartTone } from './model.ts';
import { useHealth } from './queries.ts';

/** The four components at wall scale (K-10): state, p95 with the last 24 hours, uptime. */
export function HealthWall() {
  const { state, problem, views, freshness, unread, lost, halt } = useHealth('24h');
  const now = businessNowOf(useHubStatus().simulation, useServerNow());
  const past = isLost(freshness);
  return (
    <WallStates
      state={state}
      problem={problem}
      empty="No health data available"
      later="Components are shown here once they report."
      freshness={freshness}
      unread={unread}
      what="component"
    >
      {() => (
        <div className="wall-page wall-quarters">
          {views.map((view) => {
            const { name, title, status, state: claim, uptime, p50, p95, p95Points, measured } = view;
            const [value = '–', unit = ''] = p95?.split(' ') ?? [];
            const tone = claim.look === 'warn' || claim.look === 'bad' ? claim.look : undefined;
            return (
              <WallTile
                key={name}
                title={title}
                freshness={freshness}
                tone={past ? undefined : tone}
                badge={<WallBadge status={componentHealthy(name, { state: status, freshness })} />}
                note={`${uptime === null ? 'Uptime not measured' : `Uptime ${uptime}, 30 days`}${measured?.by === 'simulated' ? ' · simulated' : ''}`}
              >
                <div className="wall-beside">
                  <div>
                    <WallValue value={value} unit={`${unit} p95`} lost={past} />
                    <p className="wall-note">{p50 === null ? 'Latency not measured' : `p50 ${p50}`}</p>
                  </div>
                  <div className="wall-chart">
                    <Sparkline
                      points={p95Points}
                      tone={componentChartTone(view, freshness)}
                      lost={lost && isLostOnWall(freshness)}
                      halted={halt !== null}
                      until={now}
                      width={420}
                      height={160}
                      label={`${title} p95 latency over the last 24 hours`}
                    />
                  </div>
                </div>
              </WallTile>
            );
          })}
        </div>
      )}
    </WallStates>
  );
}
