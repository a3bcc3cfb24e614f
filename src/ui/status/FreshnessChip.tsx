import { clockNotConfirmed } from '../../domain/clock/labels.ts';
import type { FreshnessReason, FreshnessState } from '../../domain/freshness/freshness.ts';
import { formatAge, formatDayTime, formatUtc, formatWhen, formatWhenSeconds, zoneName } from '../../domain/formatTime.ts';
import { heardLive } from '../../domain/claims/link.ts';
import { Glyph } from '../glyphs/Glyph.tsx';
import { useClockConfirmed, useNowOf, useZone } from '../time/clock.tsx';
import { claimMarks } from './claimMarks.ts';
import './status.css';
import '../time/time.css';

/**
 * `age`: 'Live · 4 s'. `updated`: 'Updated at 14:26:06' while live, with the day if it is not today (KPI cards, C-20). `short`: '4 s',
 * for narrow places.
 */
export type FreshnessLabels = 'age' | 'updated' | 'short';

/**
 * Text of a freshness (D-15). Pure; exported for the wall and for tests. With an unconfirmed clock (`sure` false) no age is given, only
 * the platform's own time with its day, since 'today' may be wrong. Stale data is still called stale: nothing old may look new.
 */
export function freshnessLabels(value: FreshnessState, say: FreshnessLabels, now: number, zone: string, sure = true): string {
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

/** Two words if a fetch failed, since nothing else in the panel says so; the full sentence is in the tooltip. */
function shortReason(why: FreshnessReason | undefined): string {
  if (why?.kind !== 'failed') return '';
  const { code, status } = why.problem;
  if (code === 'network' || code === 'timeout') return ' · no answer';
  if (code === 'bad_shape') return ' · came damaged';
  return status === undefined ? ' · not fetched' : ` · error ${status}`;
}

/** Why the data is not live, as a sentence; empty if there is no reason to give. */
function reasonSentence(why: FreshnessReason | undefined): string {
  switch (why?.kind) {
    case undefined:
      return '';
    case 'failed':
      return `The last fetch failed: ${why.problem.message}`;
    case 'disconnected':
      return 'The platform is not connected.';
    case 'changed':
      return 'It has changed at the platform, and the change has not arrived yet.';
    case 'overdue':
      return 'The expected answer has not arrived.';
    case 'switchUnknown':
      return 'The platform has not reported whether the kill switch is on: processing may be halted.';
    case 'wasHalted':
      return 'All processing was halted when last known. It may have resumed since.';
    case 'onDemand':
      return 'Fetched when opened, and not updated.';
    case 'damaged':
      return 'Part of it is damaged and not shown.';
    default:
      return why satisfies never;
  }
}

interface FreshnessChipProps {
  readonly value: FreshnessState;
  readonly say?: FreshnessLabels;
  /**
   * When the content itself was computed, epoch milliseconds on the business clock: `updated` shows it while live, instead of the last
   * confirmation (C-40).
   */
  readonly updatedAt?: number | undefined;
  /** Inside a link, so no tab stop of its own. The linked page shows the same age separately. */
  readonly inLink?: boolean;
  /** What the age refers to: the panel's title. */
  readonly about?: string;
}

/** Age of a panel's data in words, shape and colour; always at the top right (D-15). Hover or focus shows UTC (D-29). */
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
      <span>{freshnessLabels(value, say, now, zone, sure)}</span>
    </span>
  );
}
