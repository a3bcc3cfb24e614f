import { type Call, createApiClient } from '../../domain/api/client.ts';
import type { Caller } from '../../domain/api/request.ts';
import { type Pace, paceAfter, slownessOf } from '../../domain/api/pace.ts';
import { createLinkWatch, isHeard, type LinkWatch } from './events/linkWatch.ts';
import type { HubDeps } from './deps.ts';
import type { StatusBoard } from './statusBoard.ts';

/** The hub's API client: watches every call for received bytes, reports slow answers and names the calling account. */
export interface HubClient {
  readonly bare: Call<AbortSignal>;
  readonly link: LinkWatch;
  /** Whether the link is slow, independent of what the stream reports. */
  readonly isSlow: () => boolean;
}

/** Concurrent calls of `config` share one request; it serves as the probe of a quiet link. */
export function createHubClient(
  hubDeps: Pick<HubDeps, 'monotonic' | 'setTimer' | 'send' | 'newId' | 'build'>,
  board: StatusBoard,
  caller: () => Pick<Caller, 'tenantId' | 'accountId'>,
  onServerTime: (serverTime: number, receivedAt: number, rttMs: number) => void,
  /** Drops the stream and opens a new one. */
  cutStream: () => void,
): HubClient {
  let slow = false;
  let pace: Pace = [];
  const common = {
    newCorrelationId: hubDeps.newId,
    caller: () => ({ ...caller(), build: hubDeps.build }),
    onServerTime,
    onAnswered: (tookMs: number) => {
      pace = paceAfter(pace, tookMs);
      board.set({ answersTakeMs: slownessOf(pace) });
    },
  };
  /**
   * Not watched: watching the probe would trigger another probe. Callers share one request, so that a slow link is not asked the same
   * thing twice.
   */
  const unwatched = createApiClient<AbortSignal>({ ...common, send: hubDeps.send });
  let asking: ReturnType<typeof unwatched<'config'>> | null = null;
  const config = () => {
    asking ??= unwatched('config').finally(() => {
      asking = null;
    });
    return asking;
  };
  const link = createLinkWatch({
    now: hubDeps.monotonic,
    setTimer: hubDeps.setTimer,
    probe: async () => isHeard(await config()),
    cutStream,
    publish: (health) => {
      slow = health === 'slow';
      board.set({ connection: { ...board.get().connection, slow } });
    },
  });
  const watched = createApiClient<AbortSignal>({ ...common, send: link.watched(hubDeps.send) });
  // The answer of `config` has the caller's type; the compiler does not narrow a type parameter by a comparison.
  const bare: Call<AbortSignal> = (endpoint, input) => (endpoint === 'config' ? (config() as never) : watched(endpoint, input));
  return { bare, link, isSlow: () => slow };
}
