import type { HubStatus } from '../../contracts/rpc.ts';
import { formatWhen, zoneName } from '../../domain/formatTime.ts';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { useNow, useZone } from '../../ui/time/clock.tsx';

/**
 * The kill switch on a wall (D-23): over the full width in the danger tone, on every dashboard, and `alone` for its first minute. The words never give way to the reason, which is
 * cut by whole lines below them.
 */
export function WallHalt({
  killSwitch: { since, by, reason },
  alone,
}: {
  readonly killSwitch: NonNullable<HubStatus['killSwitch']>;
  readonly alone: boolean;
}) {
  const now = useNow(60_000);
  const zone = useZone();
  const at = Date.parse(since);
  return (
    <section className="wall-halt" data-alone={alone ? '' : undefined} role="alert" aria-label="Kill switch">
      <p className="wall-halt-what">
        <Glyph shape="halted" />
        <b>Emergency kill switch activated</b>
        <span>
          All processing halted since {formatWhen(at, now, zone)} {zoneName(zone, at)}
          {by !== '' && ` by ${by}`}
        </span>
      </p>
      {reason !== '' && <p className="wall-halt-why">{reason}</p>}
    </section>
  );
}
