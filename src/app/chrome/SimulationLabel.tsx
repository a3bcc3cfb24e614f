import { Snowflake } from 'lucide-react';
import { useConnection, useHubStatus } from '../../bridge/hub/useHubStatus.ts';
import { formatDateTime, formatDay, zoneName } from '../../domain/formatTime.ts';
import { useMedia } from '../../ui/overlay/useMedia.ts';
import { Tag } from '../../ui/status/Tag.tsx';
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx';
import { useClockConfirmed, useNow, useZone } from '../../ui/time/clock.tsx';

/** Where the label is shown: in the bar of a wide window, otherwise on its own line below the bar. */
type Place = 'bar' | 'line';

/**
 * Says that the platform's business clock stands still, and at which moment (D-16); nothing while it runs. Only one of the two places
 * shows it at a time.
 */
export function SimulationLabel({ place }: { readonly place: Place }) {
  const { simulation } = useHubStatus();
  const zone = useZone();
  const now = useNow(60_000);
  const sure = useClockConfirmed();
  // Below this width, with all five menus of an administrator, the label would not fit.
  const fitsBar = useMedia('(min-width: 87.5em)');
  const fitsWhole = useMedia('(min-width: 100em)');
  // While disconnected, the connection state needs the day's space.
  const fitsDay = useConnection().state === 'connected' || fitsWhole;
  if (simulation === null || simulation.mode === 'live' || fitsBar !== (place === 'bar')) return null;
  const at = Date.parse(simulation.businessTime);
  // At 1440 px the bar has no space for year and time beside a long connection state.
  const day = `· ${formatDay(at, zone)}`;
  const moment = `· ${formatDateTime(at, zone)} ${zoneName(zone, at)}`;
  // User actions and signatures carry the real clock, so show it apart from the frozen day (S-11).
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
