import type { Halt } from '../../domain/freshness/freshness.ts';
import { formatWhen } from '../../domain/formatTime.ts';
import { useNow, useZone } from '../time/clock.tsx';

/** 'Halted since 14:02 by Wanjiru Kamande'; without the name if it is unknown. */
export function HaltedLabels({ halt: { at, by } }: { readonly halt: Halt }) {
  const now = useNow(60_000);
  const zone = useZone();
  return (
    <>
      Halted since {formatWhen(at, now, zone)}
      {by !== '' && ` by ${by}`}
    </>
  );
}
