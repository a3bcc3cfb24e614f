import { Snowflake } from 'lucide-react';
import { useConnection, useHubStatus } from '../../bridge/useHubStatus.ts';
import { formatDateTime, formatDay, zoneName } from '../../domain/formatTime.ts';
import { useMedia } from '../../ui/overlay/useMedia.ts';
import { Tag } from '../../ui/status/Tag.tsx';
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx';
import { useClockConfirmed, useNow, useZone } from '../../ui/time/clock.tsx';

/** Where the label stands: in the bar of a wide window, on a line of its own under the bar of any other. */
type Place = 'bar' | 'line';

/** Says that the platform's business clock stands still, and where (D-16); nothing while it runs. One of its two places
 * shows it at a time. */
export function SimulationLabel({ place }: { readonly place: Place }) {
  const { simulation } = useHubStatus();
  const zone = useZone();
  const now = useNow(60_000);
  const sure = useClockConfirmed();
  // Narrower than this, beside all five menus of an administrator, its words would be cut in two.
  const fitsBar = useMedia('(min-width: 1400px)');
  const fitsWhole = useMedia('(min-width: 1600px)');
  // Cut off, the state of the connection takes the day's room.
  const fitsDay = useConnection().state === 'connected' || fitsWhole;
  if (simulation === null || simulation.mode === 'live' || fitsBar !== (place === 'bar')) return null;
  const at = Date.parse(simulation.businessTime);
  // A bar of 1440 has no room for the year and the time of day beside a long state of the connection.
  const day = `· ${formatDay(at, zone)}`;
  const moment = `· ${formatDateTime(at, zone)} ${zoneName(zone, at)}`;
  // What people do and what is signed carries the real clock, which is told apart from the day that stands (S-11).
  const stands = `Simulation off ${moment}`;
  const real = sure ? `real time ${formatDateTime(now, zone)}` : null;
  const rest = moment.slice(day.length);
  const icon = <Snowflake size={14} strokeWidth={1.75} aria-hidden />;
  if (place === 'bar')
    return (
      <Tag icon={icon} title={real === null ? stands : `${stands} · ${real}`}>
        <span>Simulation off</span>{' '}
        <span>
          {fitsDay && day}
          {fitsWhole ? rest : <VisuallyHidden>{fitsDay ? rest : moment}</VisuallyHidden>}
        </span>
      </Tag>
    );
  return (
    <p className="app-simulation">
      {icon}
      <span>
        <span className="app-simulation-part">{stands}</span> {real !== null && <span className="app-simulation-part uk-fg2">{real}</span>}
      </span>
    </p>
  );
}
