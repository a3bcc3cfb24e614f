import { headers as names } from '../contracts/endpoints.ts';
import { echoOf } from '../domain/api/provenance.ts';
import { buildRequest } from '../domain/api/request.ts';
import { emptyQueue, nextBeacon, putBack, type TelemetryEvent, type TelemetryNews, tellQueue } from '../domain/telemetryQueue.ts';
import { caller } from './apiClient.ts';
import { hubStatus } from './pageState.ts';

/** How one beacon ended. `refused`: nobody will ever take it (signed out, wrong shape). */
type Sent = 'taken' | 'refused' | 'unreached';

/** What telemetry needs of the page. */
export interface TelemetryPlaces {
  /** Epoch milliseconds of this device. */
  readonly now: () => number;
  /** Whether a person is signed in: without a session there is nobody to tell, and a wall display only reads (K-10). */
  readonly signedIn: () => boolean;
  readonly send: (events: readonly TelemetryEvent[]) => Promise<Sent>;
  /** Calls `work` once, after so many milliseconds. */
  readonly later: (work: () => void, delayMs: number) => void;
}

/** Time that events wait for others to share their beacon, and for the platform to be reachable again, milliseconds. */
const gatherMs = 10_000;
const retryMs = 60_000;

/** What the console tells the platform it belongs to, and nobody else (C-67, C-87): in beacons, redacted, kept while the link is gone, never in anybody's way. */
export interface Telemetry {
  readonly tell: (news: TelemetryNews) => void;
  /** Sends what waits, now: the page is about to go. */
  readonly flush: () => Promise<void>;
}

/** The queue of one page, in memory: what was not told when it closes is lost, which is what telemetry is worth. */
export function createTelemetry({ now, signedIn, send, later }: TelemetryPlaces): Telemetry {
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

/** By fetch with keepalive (D-21): it outlives the page and carries the headers that every change needs, which a browser's own beacon cannot. */
async function beacon(events: readonly TelemetryEvent[]): Promise<Sent> {
  const id = crypto.randomUUID();
  const { url, method, headers, body } = buildRequest('telemetry', { body: { events } }, caller(), id);
  try {
    const answer = await fetch(url, { method, headers, body, credentials: 'include', redirect: 'error', keepalive: true });
    // Whoever is not the platform takes and refuses nothing (D-50).
    if (echoOf(id, answer.headers.get(names.correlation)) !== 'same') return 'unreached';
    return answer.ok ? 'taken' : answer.status >= 500 || answer.status === 429 ? 'unreached' : 'refused';
  } catch {
    return 'unreached';
  }
}

/** This page's. */
export const telemetry = createTelemetry({
  now: () => Date.now(),
  signedIn: () => {
    const { session } = hubStatus.get();
    return session.phase === 'signedIn' && session.user.display === undefined;
  },
  send: beacon,
  later: (work, delayMs) => void setTimeout(work, delayMs),
});
