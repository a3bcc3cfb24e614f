import { formatAge } from '../../domain/formatTime.ts';
import { wallRows } from '../../domain/wall/rows.ts';
import { useClockConfirmed } from '../../ui/time/clock.tsx';
import { isLostOnWall, WallBadge, WallStates, WallTile, WallValue } from '../../ui/wall/WallParts.tsx';
import { lastedThenWords, lastingWords } from './lasting.ts';
import { incidentResolved } from '../../domain/claims/records.ts';
import { type IncidentView, resolvedInSpite } from './model.ts';
import { atLeast } from './services.ts';
import { useWallIncidents } from './wall.ts';

/** What is wrong and was, at wall scale (K-10): active first, the worst before the rest. */
export function IncidentsWall() {
  const { state, problem, views, standing, freshness, unread } = useWallIncidents();
  const isLost = isLostOnWall(freshness);
  const figures = [
    {
      title: isLost ? 'Were active' : 'Active',
      value: atLeast(standing.active, unread),
      tone: standing.active > 0 ? ('bad' as const) : undefined,
    },
    { title: isLost ? 'Of them taken up then' : 'Of them taken up', value: atLeast(standing.takenUp, unread), tone: undefined },
    { title: 'Resolved in 30 days', value: standing.resolved, tone: undefined },
    { title: standing.newestOnly ? 'Median of the last' : 'Median to resolve', value: standing.median, tone: undefined },
  ];
  return (
    <WallStates
      state={state}
      problem={problem}
      empty="No incidents"
      later="What goes wrong stands here while it lasts."
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
        {/* One that moved up because another is damaged on this display: a wall is told what those are called that it shows (G-17). */}
        <b>{view.title || view.id}</b>
        <span className="wall-note">{view.services.map(({ title }) => title).join(', ') || view.id}</span>
      </span>
      <span className="wall-list-end">
        <WallBadge status={claim} />
        <span className="wall-note">
          {!view.active
            ? `lasted ${formatAge(view.lastedMs)}`
            : lost
              ? lastedThenWords(view.lastedMs)
              : lastingWords('lasts', view.lastedMs, sure)}
        </span>
      </span>
    </li>
  );
}
