import { formatAge } from '../../domain/formatTime.ts';
import { wallRows } from '../../domain/wall/rows.ts';
import { useClockConfirmed } from '../../ui/time/clock.tsx';
import { isLostOnWall, WallBadge, WallStates, WallTile, WallValue } from '../../ui/wall/WallParts.tsx';
import { lastedThenLabels, lastingLabels } from './lasting.ts';
import { incidentResolved } from '../../domain/claims/records.ts';
import { type IncidentView, resolvedInSpite } from './model.ts';
import { atLeast } from './services.ts';
import { useWallIncidents } from './wall.ts';

/** Incidents at wall scale (K-10): active first, then by severity. */
export function IncidentsWall() {
  const { state, problem, views, standing, freshness, unread } = useWallIncidents();
  const isLost = isLostOnWall(freshness);
  const figures = [
    {
      title: isLost ? 'Were active' : 'Active',
      value: atLeast(standing.active, unread),
      tone: standing.active > 0 ? ('bad' as const) : undefined,
    },
    { title: isLost ? 'Were acknowledged' : 'Acknowledged', value: atLeast(standing.takenUp, unread), tone: undefined },
    { title: 'Resolved in 30 days', value: standing.resolved, tone: undefined },
    { title: standing.newestOnly ? 'Median of the last' : 'Median to resolve', value: standing.median, tone: undefined },
  ];
  return (
    <WallStates
      state={state}
      problem={problem}
      empty="No incidents"
      later="Incidents are shown here while they are active."
      freshness={freshness}
      unread={unread}
      what="incident"
    >
      {() => (
        <div className="wall-page wall-incidents">
          <div className="wall-row">
            {figures.map(({ title, value, tone }) => (
              <WallTile key={title} title={title} freshness={freshness}>
                <WallValue size="md" value={value} lost={isLost} {...(tone === undefined ? {} : { tone })} />
              </WallTile>
            ))}
          </div>
          <ul className="wall-list">
            {views.slice(0, wallRows.incidents).map((view) => (
              <IncidentRow key={view.id} view={view} lost={isLost} />
            ))}
          </ul>
        </div>
      )}
    </WallStates>
  );
}

function IncidentRow({ view, lost }: { readonly view: IncidentView; readonly lost: boolean }) {
  const sure = useClockConfirmed('business');
  const { active, acknowledged } = view;
  const claim = incidentResolved(view.id, { active, takenUp: acknowledged !== null, stillHeld: resolvedInSpite(view), current: !lost });
  return (
    <li className="wall-list-row" data-tone={view.active && !lost ? view.severity.look : undefined}>
      <WallBadge status={view.active ? view.severity.look : 'idle'} was={lost}>
        {view.severity.word}
      </WallBadge>
      <span className="wall-list-what">
        {/* The title is empty for an incident that moved up because another row is damaged: a wall is sent titles only of those it would show (G-17). */}
        <b>{view.title || view.id}</b>
        <span className="wall-note">{view.services.map(({ title }) => title).join(', ') || view.id}</span>
      </span>
      <span className="wall-list-end">
        <WallBadge status={claim} />
        <span className="wall-note">
          {!view.active
            ? `lasted ${formatAge(view.lastedMs)}`
            : lost
              ? lastedThenLabels(view.lastedMs)
              : lastingLabels('lasts', view.lastedMs, sure)}
        </span>
      </span>
    </li>
  );
}
