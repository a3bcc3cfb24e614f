import type { Transport } from '../../contracts/rpc.ts';
import { readLimitMs } from '../api/request.ts';
import { exponentialDelayMs, maxTries, websocketDelayMs } from '../backoff.ts';

/** Best first. Falling goes to the right, climbing to the left, never past the start rung. */
const rungs: readonly Transport[] = ['websocket', 'sse', 'polling'];

/** C-58. */
export const pollIntervalMs = 15_000;
/** From a lower rung, a better one is tried this often (D-14). */
export const climbIntervalMs = 300_000;
/** How long an opened or opening connection may keep silent before its hello. */
export const helloTimeoutMs = 15_000;
/** A round of polling is over when its calls are, which have a limit of their own (F-32: a slow answer is taken when it comes). This outlasts them. */
const roundLimitMs = readLimitMs + 5_000;
/** Wait before the second and third try to fill a hole, times the tries made. */
export const fillDelayMs = 2_000;
/** Tries to fill a hole before everything the topic feeds is fetched again. */
export const maxFills = 3;
/** C-88: websocket keep-alive. */
export const pingIntervalMs = 25_000;

const longestHeartbeatMs = 60_000;

/** Two missed heartbeats and 5 s (D-14, C-88): 55 s at the platform's 25 s. A nonsensical interval is not believed. */
export function watchdogMs(heartbeatMs: number): number {
  return 2 * Math.min(Math.max(heartbeatMs, 1000), longestHeartbeatMs) + 5000;
}

/** How long a try on a rung may take to be answered before it is given up. */
export function answerLimitMs(transport: Transport): number {
  return transport === 'polling' ? roundLimitMs : helloTimeoutMs;
}

/** The rung below; polling has none. */
export function rungBelow(transport: Transport): Transport | null {
  return rungs[rungs.indexOf(transport) + 1] ?? null;
}

/** Rungs better than `current`, best first, none better than the start rung. Streams only: polling is never climbed to. */
export function rungsAbove(current: Transport, startRung: Transport): readonly Exclude<Transport, 'polling'>[] {
  const from = rungs.indexOf(startRung);
  const to = rungs.indexOf(current);
  return rungs.slice(from, Math.max(from, to)).filter((rung) => rung !== 'polling');
}

/** Wait before a try, milliseconds; null when the rung is used up and the next one is to be taken. Polling never is. */
export function delayBeforeTry(transport: Transport, attempt: number, random: number): number | null {
  switch (transport) {
    case 'polling':
      return pollIntervalMs;
    case 'websocket':
      return attempt > maxTries ? null : websocketDelayMs(attempt, random);
    case 'sse':
      return attempt > maxTries ? null : exponentialDelayMs(attempt);
    default:
      return transport satisfies never;
  }
}
