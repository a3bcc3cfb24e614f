import type { Transport } from '../../contracts/rpc.ts';
import { readLimitMs } from '../api/limits.ts';
import { exponentialDelayMs, maxTries, websocketDelayMs } from '../backoff.ts';

/** Best first. Falling moves right, climbing moves left, never past the start transport. */
const transports: readonly Transport[] = ['websocket', 'sse', 'polling'];

/** Interval of polling rounds (C-58), milliseconds. */
export const pollIntervalMs = 15_000;
/** From a lower transport, a better one is tried this often (D-14). */
export const climbIntervalMs = 300_000;
/** Minimum interval between renewals of a stream: a session gets a new token at most once a minute. */
export const renewIntervalMs = 15_000;
/** How long a connection may take from opening to its hello. */
export const helloTimeoutMs = 15_000;
/** A polling round ends with its calls, which have their own limit (F-32: a slow answer is accepted when it comes). This outlasts them. */
const roundLimitMs = readLimitMs + 5_000;
/** Wait before the second and third attempt to fill a gap, multiplied by the attempts made. */
export const fillDelayMs = 2_000;
/** Attempts to fill a gap before everything the topic feeds is fetched again. */
export const maxFills = 3;
/** C-88: websocket keep-alive. */
export const pingIntervalMs = 25_000;

const longestHeartbeatMs = 60_000;

/** Silence limit: two missed heartbeats and 5 s (D-14, C-88), 55 s at the platform's 25 s. Clamps a nonsensical interval. */
export function watchdogMs(heartbeatMs: number): number {
  return 2 * Math.min(Math.max(heartbeatMs, 1000), longestHeartbeatMs) + 5000;
}

/** How long an attempt on a transport may wait for its answer, milliseconds. */
export function answerLimitMs(transport: Transport): number {
  return transport === 'polling' ? roundLimitMs : helloTimeoutMs;
}

/** The next lower transport; null for polling. */
export function transportBelow(transport: Transport): Transport | null {
  return transports[transports.indexOf(transport) + 1] ?? null;
}

/** Transports better than `current`, best first, none better than the start transport. Never includes polling. */
export function transportsAbove(current: Transport, startTransport: Transport): readonly Exclude<Transport, 'polling'>[] {
  const from = transports.indexOf(startTransport);
  const to = transports.indexOf(current);
  return transports.slice(from, Math.max(from, to)).filter((transport) => transport !== 'polling');
}

/** Delay before an attempt, milliseconds; null when the attempts of this transport are used up. Polling has no limit. */
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
