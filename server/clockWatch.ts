import type { FastifyInstance } from 'fastify';
import { noticeableMs, tooFarMs } from './clock.ts';
import type { Platform } from './context.ts';

/** Interval of looks at the database's clock, milliseconds: a changed clock is followed within this. */
export const lookEveryMs = 2000;
/** Interval while the database does not answer; it may come back with another clock. */
const lookAgainMs = 500;
/** Below this difference a machine clock that was off counts as correct again, milliseconds. Hysteresis against repeated messages. */
const agreesMs = 1000;

/** Seconds with one decimal, for log lines and messages. */
const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/**
 * Why an instance with this clock difference is not ready, as text; null if it is. The platform itself does not use that clock, but other
 * software on the machine does.
 */
export function clockTooFar(aheadMs: number): string | null {
  if (Math.abs(aheadMs) <= tooFarMs) return null;
  const by = `${seconds(Math.abs(aheadMs))} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
  return `The clock of this machine is ${by} the database’s: nothing is sent here until they agree within ${seconds(tooFarMs)} s`;
}

/**
 * Follows the database's clock while the platform runs, measures the machine clock's difference, and logs once when a clock was set or is
 * off, and once when it agrees again.
 */
export function registerClockWatch(_app: FastifyInstance, { clock, log, metrics, onStart, onClose }: Platform): void {
  metrics.gauge('ukweli_clock_ahead_seconds', () => clock.aheadMs() / 1000);
  let told: number | null = null;
  const judge = (): void => {
    const aheadMs = clock.aheadMs();
    const differs = Math.abs(aheadMs - (told ?? 0)) > noticeableMs;
    if (told !== null && Math.abs(aheadMs) <= (differs ? noticeableMs : agreesMs)) {
      told = null;
      log.info('clock.agrees');
    } else if (differs) {
      told = aheadMs;
      log.warn('clock.off', { aheadSeconds: seconds(aheadMs) });
    }
  };
  let unanswered = false;
  const look = async (): Promise<void> => {
    try {
      const parted = await clock.look();
      if (unanswered) log.info('clock.answered');
      unanswered = false;
      if (parted !== null) {
        metrics.count('ukweli_clock_set_total');
        log.warn('clock.set', { bySeconds: seconds(parted) });
      }
    } catch (failure) {
      if (!unanswered) log.error('clock.unanswered', failure);
      unanswered = true;
    }
    judge();
  };
  let closed = false;
  let next: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const turn = (): void => {
    looking = look().then(() => {
      if (!closed) next = setTimeout(turn, unanswered ? lookAgainMs : lookEveryMs);
    });
  };
  onStart(turn);
  onClose(async () => {
    closed = true;
    clearTimeout(next);
    await looking;
  });
}
