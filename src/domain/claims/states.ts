import type { HealthStatus } from '../../contracts/health.ts';
import type { KpiStatus } from '../../contracts/kpi.ts';
import type { StageStatus } from '../../contracts/pipeline.ts';
import type { PaymentCounts, PaymentTrack } from '../figures/payments.ts';
import { formatCount } from '../format.ts';
import { formatSpan } from '../formatTime.ts';
import type { FreshnessState } from '../freshness/freshness.ts';
import { minutesText } from '../operations/slo.ts';
import type { NoLook } from './claim.ts';
import { atAge, decides, no, unknown, yes } from './judgement.ts';

/**
 * Claims about the platform's state: present tense while their rows are live, past tense once they are not, halted with the kill switch
 * on (D-15, D-23).
 */

interface Aged {
  /** Age of the rows behind the claim. */
  readonly freshness: FreshnessState;
}

/** A stage of the pipeline, by the colour the platform gives it (C-60). */
export const stageHealthy = decides('stage', ({ state, freshness }: Aged & { readonly state: StageStatus }) => {
  switch (state) {
    case 'green':
      return atAge(freshness, yes('Healthy'));
    case 'gray':
      return atAge(freshness, no('Idle', 'idle'));
    case 'blue':
      return atAge(freshness, no('Processing', 'processing'));
    case 'amber':
      return atAge(freshness, no('Warning', 'warn'), 'Was in warning');
    case 'red':
      return atAge(freshness, no('Critical', 'bad'));
    default:
      return state satisfies never;
  }
});

/**
 * A set of stages against their limits (C-61): how many exceed them, and how many the platform calls near. Callers pass both, so that
 * screens agree.
 */
interface Limits extends Aged {
  readonly breaches: number;
  readonly near: number;
  /** Stored stages that cannot be read (F-25): one of them may exceed its limit. */
  readonly unread: number;
}

/** One stage, or all of them, within the promised lag (C-61). */
export const withinSlo = decides('withinSlo', ({ breaches, near, unread, freshness }: Limits) => {
  if (breaches > 0) return atAge(freshness, no('SLO breach', 'bad'), 'Was in breach');
  if (near > 0) return atAge(freshness, no('Near limit', 'warn'));
  return unread > 0 ? atAge(freshness, unknown('Unknown')) : atAge(freshness, yes('Within SLO'), 'Was within SLO');
});

/** A component of the platform, by the state it reports (C-60). */
export const componentHealthy = decides('component', ({ state, freshness }: Aged & { readonly state: HealthStatus }) => {
  switch (state) {
    case 'healthy':
      return atAge(freshness, yes('Healthy'));
    case 'warning':
      return atAge(freshness, no('Warning', 'warn'), 'Was in warning');
    case 'critical':
      return atAge(freshness, no('Critical', 'bad'));
    case 'unknown':
      return atAge(freshness, unknown('Unknown'));
    default:
      return state satisfies never;
  }
});

interface Components extends Aged {
  readonly states: readonly HealthStatus[];
  /** Stored components that cannot be read (F-25): one of them may be unhealthy. */
  readonly unread: number;
}

/** All components together: the worst of them. Unknown if there are none. */
export const componentsHealthy = decides('health', ({ states, unread, freshness }: Components) => {
  if (states.includes('critical')) return atAge(freshness, no('Critical', 'bad'));
  if (states.includes('warning')) return atAge(freshness, no('Warning', 'warn'), 'Was in warning');
  if (states.includes('unknown') || states.length === 0 || unread > 0) return atAge(freshness, unknown('Unknown'));
  return atAge(freshness, yes('Healthy'));
});

interface Target {
  /** Null while there is no data for the figure. */
  readonly state: KpiStatus | null;
  /** The limit is reached, or predicted to be within the hour (C-21); shown instead of the state. `minutes`: time left. */
  readonly breach?: { readonly minutes: number; readonly urgency: 'red' | 'amber' } | null;
}

/** A figure against its target, by the platform's colour (C-82); the count of dead letters by its limits (C-84). */
export const onTarget = decides('kpi', ({ state, breach = null, freshness }: Aged & Target) => {
  if (breach !== null) {
    const { minutes, urgency } = breach;
    const look = urgency === 'red' ? 'bad' : 'warn';
    if (minutes === 0) return atAge(freshness, no('Limit reached', look), 'Limit was reached');
    return atAge(freshness, no(`Breach in ${formatSpan(Math.max(1, Math.round(minutes)))}`, look), 'Was near its limit');
  }
  switch (state) {
    case 'green':
      return atAge(freshness, yes('On target'));
    case 'amber':
      return atAge(freshness, no('At risk', 'warn'));
    case 'red':
      return atAge(freshness, no('Off target', 'bad'));
    case null:
      return atAge(freshness, unknown('No data', 'idle'), 'Had no data');
    default:
      return state satisfies never;
  }
});

/** Change against the last period: better means towards the target; a small change is neither. */
export const movedBetter = decides(
  'trend',
  ({ direction, better, freshness }: Aged & { readonly direction: 'up' | 'down' | 'stable'; readonly better: 'up' | 'down' }) => {
    if (direction === 'stable') return atAge(freshness, no('stable', 'idle'));
    return direction === better ? atAge(freshness, yes('better')) : atAge(freshness, no('worse', 'warn'));
  },
);

const counted = (look: NoLook, count: number, word: string, freshness: FreshnessState) =>
  atAge(freshness, no(`${formatCount(count)} ${word}`, look), `Had ${formatCount(count)} ${word}`);

/** The month's results-based payments (C-14, D-38): on track if some are paid and none failed, was refused or is overdue. */
export const onTrack = decides(
  'onTrack',
  ({ track, counts, freshness }: Aged & { readonly track: PaymentTrack; readonly counts: PaymentCounts }) => {
    switch (track) {
      case 'unknown':
        return atAge(freshness, unknown('Not known'), 'Not known');
      case 'none':
        return atAge(freshness, no('None this month', 'idle'), 'Had none');
      case 'failed':
        return counted('warn', counts.failed, 'failed', freshness);
      case 'refused':
        return counted('warn', counts.refused, 'refused', freshness);
      case 'overdue':
        return counted('warn', counts.overdue, 'overdue', freshness);
      case 'unpaid':
        return atAge(freshness, no('None paid yet', 'pending'), 'Had none paid');
      case 'onTrack':
        return atAge(freshness, yes('On track'));
      default:
        return track satisfies never;
    }
  },
);

interface LagThen {
  /** Lag at that moment in minutes; null if not measured. */
  readonly lagMinutes: number | null;
  /** The limit it is compared with: today's, since histories keep lags but no limits. Minutes. */
  readonly limitMinutes: number;
}

/**
 * A stage at a moment of its history against a limit, which the word names, since the limit promised at that moment is not stored. The
 * time is shown beside it, in business time.
 */
export const sloThen = decides('sloThen', ({ lagMinutes, limitMinutes }: LagThen) => {
  if (lagMinutes === null) return unknown('No data');
  const limit = `${minutesText(limitMinutes)} min`;
  return lagMinutes > limitMinutes ? no(`Over SLO of ${limit}`, 'bad') : yes(`Within SLO of ${limit}`);
});
