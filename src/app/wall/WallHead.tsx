import { useNewestData } from '../../bridge/reads/useFreshness.ts';
import { useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { clockSince } from '../../domain/clock/labels.ts';
import { formatAge, formatDate, formatDayTime, formatSeconds, formatWhen, zoneName } from '../../domain/formatTime.ts';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import { useNow, useZone } from '../../ui/time/clock.tsx';
import { transportNames } from '../../domain/realtime/transportNames.ts';
import { lostAtOf } from '../chrome/connectionLabels.ts';
import { linkConnected } from '../../domain/claims/link.ts';
import { claimMarks } from '../../ui/status/claimMarks.ts';

/** The dashboard's title, the tenant, the connection state, and the platform's time. */
export function WallHead({ title, place, name }: { readonly title: string; readonly place: string; readonly name: string }) {
  const { connection, clock } = useHubStatus();
  const now = useNow(1000);
  const zone = useZone();
  const connected = connection.state === 'connected';
  const slow = connection.slow === true;
  const transport = transportNames[connection.transport];
  const claim = linkConnected('platform', { connection, slow, gone: true });
  // After a restart no stream has stated it yet: the rows' as-of time is used.
  const newest = useNewestData();
  const lostAt = lostAtOf(connection);
  const since = lostAt === null ? ' · since when is not known' : lostAt === undefined ? '' : ` · since ${formatWhen(lostAt, now, zone)}`;
  return (
    <header className="wall-head" data-lost={connected ? undefined : ''}>
      <Logo size={56} />
      <h1>{title}</h1>
      <span className="wall-head-where">
        {place}
        <i>{name}</i>
      </span>
      <span className="wall-head-link" role="status">
        {newest !== null && (
          <span className="wall-num">
            {!clock.confirmed
              ? `Heard ${formatDayTime(newest, zone)}`
              : connected
                ? `Heartbeat ${formatAge(now - newest)} ago`
                : `As of ${formatWhen(newest, now, zone)}`}
          </span>
        )}
        <span className="wall-head-state" {...claimMarks(claim)}>
          <Glyph shape={claim} />
          {connected
            ? `Connected · ${transport}${slow ? ' · slow' : ''}`
            : `Disconnected · ${transport}${clock.confirmed || lostAt === null ? since : ''}`}
        </span>
      </span>
      <time className="wall-clock" dateTime={new Date(now).toISOString()} data-unsure={clock.confirmed ? undefined : ''}>
        {formatSeconds(now, zone)}
        <small>{zoneName(zone, now)}</small>
        {!clock.confirmed && <em>{clockSince(clock, zone)}</em>}
      </time>
    </header>
  );
}

/** Shown over every dashboard while the business clock stands still. */
export function WallStill() {
  const { simulation } = useHubStatus();
  const zone = useZone();
  if (simulation?.mode !== 'off') return null;
  return (
    <p className="wall-still">
      <Glyph shape="info" />
      Simulation is off: the business clock stands at {formatDate(Date.parse(simulation.businessTime), zone)}
    </p>
  );
}
