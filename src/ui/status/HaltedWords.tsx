import type { Halt } from '../../domain/freshness.ts';
import { formatWhen } from '../../domain/formatTime.ts';
import { useNow, useZone } from '../time/clock.tsx';

/** 'Halted since 14:02 by Wanjiru Kamande': since when all work is stopped and by whom, where that is known. */
export function HaltedWords({ halt: { at, by } }: { readonly halt: Halt }) {
  const now = useNow(60_000);
  const zone = useZone();
  return (
    <>
      Halted since {formatWhen(at, now, zone)}
      {by !== '' && ` by ${by}`}
    </>
  );
}
