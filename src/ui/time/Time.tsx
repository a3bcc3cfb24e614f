import {
  formatDate,
  formatDateTime,
  formatDayTime,
  formatSeconds,
  formatUtc,
  formatWhen,
  formatWhenSeconds,
  zoneName,
} from '../../domain/formatTime.ts';
import { type ClockOf, useClockConfirmed, useNowBeside, useZone } from './clock.tsx';
import './time.css';

/**
 * Precision of a displayed time. `when` is the shortest form that is unambiguous relative to now; `whenSeconds` adds seconds. All forms
 * include the day except `seconds`, which is used after a day.
 */
export type TimeForm = 'seconds' | 'date' | 'dateTime' | 'dayTime' | 'when' | 'whenSeconds';

interface TimeProps {
  /** ISO 8601 or epoch milliseconds. */
  readonly at: string | number;
  readonly as: TimeForm;
  readonly beside?: ClockOf;
  /** Adds the zone ('EAT') after the time. */
  readonly zone?: boolean;
  /** In a table row: no tab stop of its own, since there would be hundreds; hover still shows UTC, as do the row's details. */
  readonly inRow?: boolean;
  /** Omits the note that it is real time, because the text beside it says so. */
  readonly unmarked?: boolean;
  readonly className?: string;
}

function written(at: number, as: TimeForm, zone: string, now: number): string {
  switch (as) {
    case 'seconds':
      return formatSeconds(at, zone);
    case 'date':
      return formatDate(at, zone);
    case 'dateTime':
      return formatDateTime(at, zone);
    case 'dayTime':
      return formatDayTime(at, zone);
    case 'when':
      return formatWhen(at, now, zone);
    case 'whenSeconds':
      return formatWhenSeconds(at, now, zone);
    default:
      return as satisfies never;
  }
}

/** A time in the tenant's zone; hover or focus shows UTC (D-29). A real-clock time is marked while the business day stands still (S-11). */
export function Time({ at, as, beside = 'business', zone: named = false, inRow = false, unmarked = false, className }: TimeProps) {
  const zone = useZone();
  const instant = typeof at === 'number' ? at : Date.parse(at);
  const { now, real } = useNowBeside(instant, beside, 60_000);
  const sure = useClockConfirmed(beside);
  if (!Number.isFinite(instant)) return <span className={className}>–</span>;
  // Without a confirmed clock 'today' is unknown, so the day must not be left out. For real time beside a business day of another year the
  // year is needed too; rows have no room for it, but their details have.
  const whole = real && !inRow ? 'dateTime' : 'dayTime';
  const text = written(instant, (!sure || real) && as === 'when' ? whole : as, zone, now);
  const utc = real ? `${formatUtc(instant)}, real time: the day shown is paused` : formatUtc(instant);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- UTC must be reachable without a mouse (D-29)
    <time
      className={`uk-time uk-utc${className === undefined ? '' : ` ${className}`}`}
      dateTime={new Date(instant).toISOString()}
      title={utc}
      data-utc={utc}
      tabIndex={inRow ? undefined : 0}
    >
      {named ? `${text} ${zoneName(zone, instant)}` : text}
      {real && !inRow && !unmarked && <span className="uk-fg3"> real time</span>}
    </time>
  );
}
