import { useClockConfirmed } from '../../ui/time/clock.tsx';
import { useFigure } from '../../ui/wall/figures.tsx';
import { isLostOnWall, WallAge, WallBadge } from '../../ui/wall/WallParts.tsx';
import { lastingLabels, takenUpLabels } from './lasting.ts';
import { useWallIncidents } from './wall.ts';

/** Line under every dashboard while an incident is active (LOOK, Wall). */
export function IncidentLine() {
  const { line, freshness } = useWallIncidents();
  const sure = useClockConfirmed('business');
  useFigure('incident-line', freshness);
  if (line === null) return null;
  const { view, more } = line;
  const isLost = isLostOnWall(freshness);
  return (
    <p className="wall-line" data-tone={isLost ? undefined : view.severity.look} role="status">
      <WallBadge status={view.severity.look} was={isLost}>
        {view.severity.word}
      </WallBadge>
      <b>{view.title}</b>
      <span className="wall-line-rest">
        {isLost ? 'was active' : lastingLabels('active', view.lastedMs, sure)} ·{' '}
        {takenUpLabels(view.acknowledged?.by ?? null, more, isLost)}
      </span>
      <WallAge value={freshness} />
    </p>
  );
}
