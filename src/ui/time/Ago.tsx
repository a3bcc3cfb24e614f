import { formatAge, formatDayTime } from '../../domain/formatTime.ts';
import { useClockConfirmed, useNow, useZone } from './clock.tsx';

/** Age of a time on the server's clock: '4 s', '12 min', '2 h 41 min'. While that clock is not confirmed, the time itself. */
export function Ago({ at, suffix = '' }: { readonly at: string | number; readonly suffix?: string }) {
  const now = useNow();
  const zone = useZone();
  const sure = useClockConfirmed();
  const instant = typeof at === 'number' ? at : Date.parse(at);
  return (
    <span className="uk-num">
      {sure ? formatAge(now - instant) : formatDayTime(instant, zone)}
      {sure && suffix}
    </span>
  );
}
