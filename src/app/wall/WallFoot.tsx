import type { WallDashboardId } from '../../contracts/display.ts';
import { wallDashboards } from '../../domain/wall/dashboards.ts';
import { useClockConfirmed, useNow, useZone } from '../../ui/time/clock.tsx';
import { useFigures } from '../../ui/wall/figures.tsx';
import { WallBadge } from '../../ui/wall/WallParts.tsx';
import { figuresLabels } from './figuresLabels.ts';
import { figuresLive, noIncident } from '../../domain/claims/link.ts';
import { claimMarks } from '../../ui/status/claimMarks.ts';

interface WallFootProps {
  /** If no incident is shown: whether there is none, or it is unknown. */
  readonly quiet: 'none' | 'unknown' | null;
  readonly playlist: readonly WallDashboardId[];
  readonly place: number;
  readonly pinned: boolean;
  readonly dwellMs: number;
  readonly nextInMs: number | null;
}

/** Position in the rotation, and the age of all figures shown. */
export function WallFoot({ quiet, playlist, place, pinned, dwellMs, nextInMs }: WallFootProps) {
  const figures = useFigures();
  const now = useNow(1000);
  const zone = useZone();
  const sure = useClockConfirmed();
  const done = nextInMs === null ? 1 : 1 - nextInMs / dwellMs;
  return (
    <footer className="wall-foot">
      <ol className="wall-rounds" aria-label="Rotation">
        {playlist.map((id, index) => (
          <li key={id} aria-current={index === place && !pinned ? 'true' : undefined}>
            <i>{index === place && !pinned && <b style={{ width: `${(done * 100).toFixed(1)}%` }} />}</i>
            {wallDashboards[id].title}
          </li>
        ))}
      </ol>
      <span className="wall-foot-end wall-num">
        {quiet !== null && (
          <span>
            <WallBadge status={noIncident('incidents', quiet === 'none' ? true : null)} />
          </span>
        )}
        {pinned && <span>Paused for an incident</span>}
        {!pinned && nextInMs !== null && <span>Next in {Math.ceil(nextInMs / 1000)} s</span>}
        {figures !== null && (
          <span {...claimMarks(figuresLive('wall', figures))} data-stale={figures.stale > 0 ? '' : undefined}>
            {figuresLabels(figures, now, zone, sure)}
          </span>
        )}
      </span>
    </footer>
  );
}
