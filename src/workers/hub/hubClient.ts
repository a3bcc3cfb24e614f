import { type Call, createApiClient } from '../../domain/api/client.ts';
import type { Caller } from '../../domain/api/request.ts';
import { type Pace, paceAfter, slownessOf } from '../../domain/api/pace.ts';
import { createLinkWatch, isHeard, type LinkWatch } from './linkWatch.ts';
import type { HubPorts } from './ports.ts';
import type { StatusBoard } from './statusBoard.ts';

/** The hub's client of the platform: every call watched for its bytes, how slow answers come told, whoever calls named. */
export interface HubClient {
  readonly bare: Call<AbortSignal>;
  readonly link: LinkWatch;
  /** Whether the link is slow, beside what the stream says of it. */
  readonly isSlow: () => boolean;
}

export function createHubClient(
  ports: Pick<HubPorts, 'monotonic' | 'setTimer' | 'send' | 'newId' | 'build'>,
  board: StatusBoard,
  caller: () => Pick<Caller, 'tenantId' | 'accountId'>,
  onServerTime: (serverTime: number, receivedAt: number, rttMs: number) => void,
  /** Gives the stream up for a new one. */
  cutStream: () => void,
): HubClient {
  let slow = false;
  let pace: Pace = [];
  const common = {
    newCorrelationId: ports.newId,
    caller: () => ({ ...caller(), build: ports.build }),
    onServerTime,
    onAnswered: (tookMs: number) => {
      pace = paceAfter(pace, tookMs);
      board.set({ answersTakeMs: slownessOf(pace) });
    },
  };
  /** Not watched: a probe would be sent beside the probe. One at a time, whoever wants it: a slow link is not asked the same thing twice. */
  const unwatched = createApiClient<AbortSignal>({ ...common, send: ports.send });
  let asking: ReturnType<typeof unwatched<'config'>> | null = null;
  const config = () => {
    asking ??= unwatched('config').finally(() => {
      asking = null;
    });
    return asking;
  };
  const link = createLinkWatch({
    now: ports.monotonic,
    setTimer: ports.setTimer,
    probe: async () => isHeard(await config()),
    cutStream,
    publish: (health) => {
      slow = health === 'slow';
      board.set({ connection: { ...board.get().connection, slow } });
    },
  });
  const watched = createApiClient<AbortSignal>({ ...common, send: link.watched(ports.send) });
  // The configuration's answer is what its caller asked for; the compiler does not narrow a type parameter by a comparison.
  const bare: Call<AbortSignal> = (of, input) => (of === 'config' ? (config() as never) : watched(of, input));
  return { bare, link, isSlow: () => slow };
}
