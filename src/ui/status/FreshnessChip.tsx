import { clockNotConfirmed } from '../../domain/clock/words.ts';
import type { FreshnessReason, FreshnessState } from '../../domain/freshness.ts';
import { formatAge, formatDayTime, formatUtc, formatWhen, formatWhenSeconds, zoneName } from '../../domain/formatTime.ts';
import { heardLive } from '../../domain/claims/link.ts';
import { Glyph } from '../glyphs/Glyph.tsx';
import { useClockConfirmed, useNowOf, useZone } from '../time/clock.tsx';
import { claimMarks } from './claimMarks.ts';
import './status.css';
import '../time/time.css';

/** `age`: 'Live · 4 s'. `updated`: 'Updated at 14:26:06' while live, with its day if that is not today (KPI cards, C-20). `short`: '4 s', where room is scarce. */
export type FreshnessWords = 'age' | 'updated' | 'short';

/**
 * The words of a freshness (D-15). Pure; exported for the wall and for tests. By a clock that nobody has confirmed (`sure` false) no age is told: what is left is the platform's
 * own moment, with its day, since today may be another. What it takes for stale is still called so: nothing old may look new.
 */
export function freshnessWords(value: FreshnessState, say: FreshnessWords, now: number, zone: string, sure = true): string {
  const when = (at: number) => (sure ? formatWhen(at, now, zone) : formatDayTime(at, zone));
  switch (value.kind) {
    case 'never':
      return say === 'short' ? 'none' : 'Not loaded yet';
    case 'live': {
      if (say === 'updated') return `Updated at ${formatWhenSeconds(value.at, sure ? now : 0, zone)}`;
      const age = sure ? formatAge(now - value.at) : clockNotConfirmed;
      return say === 'short' ? age : `Live · ${age}`;
    }
    case 'halted':
      return `Halted since ${when(value.at)}`;
    case 'asOf':
      return say === 'short' ? when(value.at) : `As of ${when(value.at)}${shortReason(value.why)}`;
    case 'stale':
      return say === 'short' ? when(value.at) : `Stale · as of ${when(value.at)}${shortReason(value.why)}`;
    default:
      return value satisfies never;
  }
}

/** Two words where a fetch failed, which nothing else in the panel says; the sentence is a hover away. */
function shortReason(why: FreshnessReason | undefined): string {
  if (why?.kind !== 'failed') return '';
  const { code, status } = why.problem;
  if (code === 'network' || code === 'timeout') return ' · no answer';
  if (code === 'bad_shape') return ' · came damaged';
  return status === undefined ? ' · not fetched' : ` · error ${status}`;
}

/** Why it is not live, as a sentence; empty where there is nothing to say. */
function reasonSentence(why: FreshnessReason | undefined): string {
  switch (why?.kind) {
    case undefined:
      return '';
    case 'failed':
      return `The last fetch failed: ${why.problem.message}`;
    case 'disconnected':
      return 'The platform is not connected.';
    case 'changed':
      return 'It has changed at the platform, and the change has not come yet.';
    case 'overdue':
      return 'The answer that was due has not come.';
    case 'switchUnknown':
      return 'The platform has not said whether the kill switch is on: work may stand still.';
    case 'wasHalted':
      return 'All processing was halted when the platform was last heard of. Whether it still is, is not known.';
    case 'onDemand':
      return 'Fetched when it is opened, and not kept up.';
    case 'damaged':
      return 'Part of it is damaged and not shown.';
    default:
      return why satisfies never;
  }
}

interface FreshnessChipProps {
  readonly value: FreshnessState;
  readonly say?: FreshnessWords;
  /** When what stands here was itself made, epoch milliseconds on the business clock: told by `updated` while live, in place of when the device heard last (C-40). */
  readonly updatedAt?: number | undefined;
  /** Part of a link: no tab stop inside another. Where it leads, the same age stands by itself. */
  readonly inLink?: boolean;
  /** What is that old: the title of the panel. */
  readonly about?: string;
}

/** How old what a panel shows is, in words, shape and colour; always in the same place, top right (D-15). Hover or focus gives UTC (D-29). */
export function FreshnessChip({ value: heard, say = 'age', updatedAt, inLink = false, about = 'page' }: FreshnessChipProps) {
  const own = updatedAt !== undefined && heard.kind === 'live' && say === 'updated';
  const value: FreshnessState = own ? { kind: 'live', at: updatedAt } : heard;
  const now = useNowOf(own ? 'business' : 'server', value.kind === 'live' && say !== 'updated' ? 1000 : 60_000);
  const zone = useZone();
  const sure = useClockConfirmed(own ? 'business' : 'server');
  const claim = heardLive(about, heard);
  const reason =
    value.kind === 'halted'
      ? `All processing is halted${value.by === '' ? '' : ` by ${value.by}`}.`
      : value.kind === 'asOf' || value.kind === 'stale'
        ? reasonSentence(value.why)
        : '';
  const utc =
    value.kind === 'never'
      ? undefined
      : `${formatUtc(value.at)} (shown in ${zoneName(zone, value.at)})${reason === '' ? '' : `. ${reason}`}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- UTC must be reachable without a mouse (D-29)
    <span
      className="uk-fresh uk-utc"
      data-fresh={value.kind}
      {...claimMarks(claim)}
      title={utc}
      data-utc={utc}
      tabIndex={utc === undefined || inLink ? undefined : 0}
    >
      <Glyph shape={claim} size={12} />
      <span>{freshnessWords(value, say, now, zone, sure)}</span>
    </span>
  );
}
