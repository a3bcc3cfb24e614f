import type { FastifyInstance } from 'fastify';
import { noticeableMs, tooFarMs } from './clock.ts';
import type { Platform } from './context.ts';

/** How often the database is asked what time it is, milliseconds: a clock that was set is followed within this. */
export const lookEveryMs = 2000;
/** And while it does not answer: when it is back, its clock may be another. */
const lookAgainMs = 500;
/** A machine's clock that was off agrees again from here on, milliseconds: one at the edge is not told of again and again. */
const agreesMs = 1000;

/** Seconds, as a log line and a person read them. */
const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** Why an instance with such a clock is not ready, in words; null where it may serve. Nothing that it does goes by that clock: whatever else runs on the machine does. */
export function clockTooFar(aheadMs: number): string | null {
  if (Math.abs(aheadMs) <= tooFarMs) return null;
  const by = `${seconds(Math.abs(aheadMs))} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
  return `The clock of this machine is ${by} the database’s: nothing is sent here until they agree within ${seconds(tooFarMs)} s`;
}

/**
 * Follows the database's clock while the platform runs, measures by how much the machine's own is off, and logs where one was set: one line when it is seen, one when the
 * machine's agrees again.
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
