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
 * How much of an instant is written. `when` writes no more than cannot be misread beside now, `whenSeconds` the same to the second. None is a time without its
 * day but `seconds`, for where the day stands before it.
 */
export type TimeForm = 'seconds' | 'date' | 'dateTime' | 'dayTime' | 'when' | 'whenSeconds';

interface TimeProps {
  /** ISO 8601 or epoch milliseconds. */
  readonly at: string | number;
  readonly as: TimeForm;
  readonly beside?: ClockOf;
  /** Names the zone ('EAT') after the time. */
  readonly zone?: boolean;
  /** In a table row: no tab stop of its own, since hundreds would bury the rows; hover still gives UTC, the row's details too. */
  readonly inRow?: boolean;
  /** Does not say that it is of the real clock: what stands beside it does. */
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

/** An instant in the tenant's zone; hover or focus gives it in UTC (D-29). What is of the real clock while the day stands still says so (S-11). */
export function Time({ at, as, beside = 'business', zone: named = false, inRow = false, unmarked = false, className }: TimeProps) {
  const zone = useZone();
  const instant = typeof at === 'number' ? at : Date.parse(at);
  const { now, real } = useNowBeside(instant, beside, 60_000);
  const sure = useClockConfirmed(beside);
  if (!Number.isFinite(instant)) return <span className={className}>–</span>;
  // What may be left out beside today is not known where nobody has confirmed what day it is.
  // Beside a day of another year its own would be taken for that one's; a row has no room, and its details say it whole.
  const whole = real && !inRow ? 'dateTime' : 'dayTime';
  const text = written(instant, (!sure || real) && as === 'when' ? whole : as, zone, now);
  const utc = real ? `${formatUtc(instant)}, real time: the day shown stands still` : formatUtc(instant);
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
