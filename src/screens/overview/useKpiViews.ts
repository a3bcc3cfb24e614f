import { useZone } from '../../ui/time/clock.tsx';
import { type KpiView, kpiViews } from './kpiModel.ts';
import type { Figures } from './queries.ts';

/** The four KPIs for the overview's cards and the wall's tiles (C-13), on the business clock and in the reader's time zone. */
export function useKpiViews({ kpis, letters, day, hour, now, onBusinessClock, halt }: Figures): readonly KpiView[] {
  const zone = useZone();
  const lettersKnown = letters.state === 'ready' || letters.state === 'empty';
  return kpiViews({
    kpis: kpis.value,
    kpisFreshness: kpis.freshness,
    letters: lettersKnown ? (letters.value ?? []) : null,
    lettersUnread: letters.unread,
    lettersFreshness: letters.freshness,
    day,
    hour,
    now,
    // Nothing is measured while work is halted, so later confirmations are not new samples.
    asOf: kpis.freshness.kind === 'never' ? now : onBusinessClock(Math.min(kpis.freshness.at, halt?.at ?? Infinity)),
    zone,
  });
}
