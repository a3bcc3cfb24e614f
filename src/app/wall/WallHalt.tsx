import type { HubStatus } from '../../contracts/rpc.ts';
import { formatWhen, zoneName } from '../../domain/formatTime.ts';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { useNow, useZone } from '../../ui/time/clock.tsx';

/**
 * The kill switch on a wall display (D-23): full width in the danger tone on every dashboard, and `alone` for its first minute. The
 * headline is never shortened for the reason, which is cut by whole lines below it. `past`: this was the last known state and is not
 * confirmed now, so no alarm is shown.
 */
export function WallHalt({
  killSwitch: { since, by, reason },
  alone,
  past,
}: {
  readonly killSwitch: NonNullable<HubStatus['killSwitch']>;
  readonly alone: boolean;
  readonly past: boolean;
}) {
  const now = useNow(60_000);
  const zone = useZone();
  const at = Date.parse(since);
  return (
    <section
      className="wall-halt"
      data-alone={alone ? '' : undefined}
      data-past={past ? '' : undefined}
      role={past ? 'status' : 'alert'}
      aria-label="Kill switch"
    >
      <p className="wall-halt-what">
        <Glyph shape={past ? 'unknown' : 'halted'} />
        <b>{past ? 'Kill switch was active' : 'Emergency kill switch activated'}</b>
        <span>
          {past ? 'Activated at' : 'All processing halted since'} {formatWhen(at, now, zone)} {zoneName(zone, at)}
          {by !== '' && ` by ${by}`}
          {past && ' · may have been released since'}
        </span>
      </p>
      {reason !== '' && <p className="wall-halt-why">{reason}</p>}
    </section>
  );
}
