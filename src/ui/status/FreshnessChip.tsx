import type { FreshnessState } from '../../domain/freshness.ts';
import { formatAge, formatSeconds, formatUtc, formatWhen, zoneName } from '../../domain/formatTime.ts';
import { Glyph, type GlyphShape } from '../glyphs/Glyph.tsx';
import { useNow, useZone } from '../time/clock.tsx';
import './status.css';
import '../time/time.css';

/** `age`: 'Live · 4 s'. `updated`: 'Updated at 14:26:06' while live (KPI cards, C-20). `short`: '4 s', where room is scarce. */
export type FreshnessWords = 'age' | 'updated' | 'short';

const shapes: Readonly<Record<FreshnessState['kind'], GlyphShape>> = {
  live: 'live',
  asOf: 'pending',
  stale: 'hourglass',
  never: 'unknown',
};

/** The words of a freshness (D-15). Pure; exported for the wall and for tests. */
export function freshnessWords(value: FreshnessState, say: FreshnessWords, now: number, zone: string): string {
  switch (value.kind) {
    case 'never':
      return say === 'short' ? 'none' : 'Not loaded yet';
    case 'live':
      if (say === 'updated') return `Updated at ${formatSeconds(value.at, zone)}`;
      return say === 'short' ? formatAge(now - value.at) : `Live · ${formatAge(now - value.at)}`;
    case 'asOf':
      return say === 'short' ? formatWhen(value.at, now, zone) : `As of ${formatWhen(value.at, now, zone)}`;
    case 'stale':
      return say === 'short' ? formatWhen(value.at, now, zone) : `Stale · as of ${formatWhen(value.at, now, zone)}`;
    default:
      return value satisfies never;
  }
}

interface FreshnessChipProps {
  readonly value: FreshnessState;
  readonly say?: FreshnessWords;
  /** Part of a link: no tab stop inside another. Where it leads, the same age stands by itself. */
  readonly inLink?: boolean;
}

/** How old what a panel shows is, in words, shape and colour; always in the same place, top right (D-15). Hover or focus gives UTC (D-29). */
export function FreshnessChip({ value, say = 'age', inLink = false }: FreshnessChipProps) {
  const now = useNow(value.kind === 'live' && say !== 'updated' ? 1000 : 60_000);
  const zone = useZone();
  const utc = value.kind === 'never' ? undefined : `${formatUtc(value.at)} (shown in ${zoneName(zone)})`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- UTC must be reachable without a mouse (D-29)
    <span
      className="uk-fresh uk-utc"
      data-fresh={value.kind}
      title={utc}
      data-utc={utc}
      tabIndex={utc === undefined || inLink ? undefined : 0}
    >
      <Glyph shape={shapes[value.kind]} size={12} />
      <span>{freshnessWords(value, say, now, zone)}</span>
    </span>
  );
}
