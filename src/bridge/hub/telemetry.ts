import { headers as names } from '../../contracts/endpoints.ts';
import { echoOf } from '../../domain/api/provenance.ts';
import { buildRequest } from '../../domain/api/request.ts';
import { emptyQueue, nextBeacon, putBack, type TelemetryEvent, type TelemetryNews, tellQueue } from '../../domain/telemetryQueue.ts';
import { caller } from '../reads/apiClient.ts';
import { hubStatus } from './pageState.ts';

/** Result of one beacon. `refused`: it will never be accepted (signed out, wrong shape). */
type Sent = 'taken' | 'refused' | 'unreached';

/** Dependencies of telemetry. */
export interface TelemetryDeps {
  /** Device clock, epoch milliseconds. */
  readonly now: () => number;
  /** Whether a person is signed in: without a session there is no recipient, and a wall display only reads (K-10). */
  readonly signedIn: () => boolean;
  readonly send: (events: readonly TelemetryEvent[]) => Promise<Sent>;
  /** Calls `work` once after the delay, milliseconds. */
  readonly later: (work: () => void, delayMs: number) => void;
}

/** Delay to gather events for one beacon, and to retry after the platform was unreachable, milliseconds. */
const gatherMs = 10_000;
const retryMs = 60_000;

/**
 * What the console reports to its own platform and to nobody else (C-67, C-87): in beacons, redacted, queued while the link is gone,
 * never blocking the user.
 */
export interface Telemetry {
  readonly tell: (news: TelemetryNews) => void;
  /** Sends the queue now: the page is about to close. */
  readonly flush: () => Promise<void>;
}

/** The queue of one page, in memory: unsent events are lost when it closes, which is acceptable for telemetry. */
export function createTelemetry({ now, signedIn, send, later }: TelemetryDeps): Telemetry {
  let queue = emptyQueue;
  let planned = false;
  let sending = false;
  const iso = () => new Date(now()).toISOString();
  const plan = (delayMs: number): void => {
    if (planned) return;
    planned = true;
    later(() => {
      planned = false;
      void flush();
    }, delayMs);
  };
  const flush = async (): Promise<void> => {
    if (sending || !signedIn()) return;
    const beacon = nextBeacon(queue, iso());
    if (beacon === null) return;
    sending = true;
    queue = beacon.rest;
    const sent = await send(beacon.events);
    sending = false;
    if (sent === 'unreached') queue = putBack(queue, beacon.events);
    if (queue.waiting.length > 0) plan(sent === 'unreached' ? retryMs : gatherMs);
  };
  return {
    tell(news) {
      queue = tellQueue(queue, news, iso());
      plan(gatherMs);
    },
    flush,
  };
}

/**
 * Sends by fetch with keepalive (D-21): it outlives the page and carries the headers that every change needs, unlike
 * `navigator.sendBeacon`.
 */
async function beacon(events: readonly TelemetryEvent[]): Promise<Sent> {
  const id = crypto.randomUUID();
  const { url, method, headers, body } = buildRequest('telemetry', { body: { events } }, caller(), id);
  try {
    const answer = await fetch(url, { method, headers, body, credentials: 'include', redirect: 'error', keepalive: true });
    // An answer from anything but the platform neither accepts nor refuses (D-50).
    if (echoOf(id, answer.headers.get(names.correlation)) !== 'same') return 'unreached';
    return answer.ok ? 'taken' : answer.status >= 500 || answer.status === 429 ? 'unreached' : 'refused';
  } catch {
    return 'unreached';
  }
}

/** This page's telemetry. */
export const telemetry = createTelemetry({
  now: () => Date.now(),
  signedIn: () => {
    const { session } = hubStatus.get();
    return session.phase === 'signedIn' && session.user.display === undefined;
  },
  send: beacon,
  later: (work, delayMs) => void setTimeout(work, delayMs),
});
