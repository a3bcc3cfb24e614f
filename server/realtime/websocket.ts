import type { IncomingMessage } from 'node:http';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type CloseName, closeCodes } from '../../src/contracts/realtime/ends.ts';
import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import { type UpFrame, upFrameSchema } from '../../src/contracts/realtime/up.ts';
import { z } from '../../src/contracts/zod.ts';
import { isSpoken, spoken } from '../../src/contracts/version.ts';
import type { Platform } from '../context.ts';
import { readCookie, sessionCookieName } from '../http/cookies.ts';
import { refuse } from '../http/problem.ts';
import { refused } from '../http/refused.ts';
import { protocolOf, sendProblem } from '../http/route.ts';
import type { AuthSession } from '../identity/sessions/sessions.ts';
import { eventJson } from './frames.ts';
import { eventHubOf } from './hub.ts';
import type { EndOfStream, OpenStreams } from './openStreams.ts';
import type { RealtimeSettings } from './settings.ts';
import { createSubscription, type Sink } from './subscription.ts';
import { mayFollow } from './topics.ts';

/** WebSocket close code for each reason to end a stream. */
const endOf: Readonly<Record<EndOfStream, CloseName>> = {
  session: 'session',
  locked: 'session',
  role: 'role',
  moved: 'moved',
  renewed: 'goingAway',
  displaced: 'displaced',
  shutdown: 'goingAway',
};
/** Maximum message size; the largest message that a client needs is some eighty bytes. */
const MAX_MESSAGE_BYTES = 1024;
/** Maximum number of messages waiting; our own clients never send faster. */
const MAX_WAITING = 64;
/** The only path that may be upgraded. */
const socketPath = '/tenants/:tenantId';
const LAST_FRAME_MS = 2000;
/** First protocol version whose clients accept a `renew` frame; older ones treat an unknown frame as an error. */
const knowsRenewSince = 29;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the upgrade of a WebSocket. */
    reader: AuthSession | null;
  }
}

/** WebSocket /tenants/{tenantId}: subscribe, unsubscribe, ping (C-88); `system` is followed from the start. */
export async function registerWebsocket(
  app: FastifyInstance,
  platform: Platform,
  streams: OpenStreams,
  settings: RealtimeSettings,
): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false },
    // A frame that violates the protocol (oversize: 1009) ends only its own connection.
    errorHandler: (_failure: Error, socket: WebSocket, _request: FastifyRequest, _reply: FastifyReply) => socket.terminate(),
    preClose(done: () => void) {
      for (const client of app.websocketServer.clients) client.close(closeCodes.goingAway, 'The platform stops');
      app.websocketServer.close(() => done());
      setTimeout(() => {
        for (const client of app.websocketServer.clients) client.terminate();
      }, LAST_FRAME_MS).unref();
    },
  });
  // The plugin upgrades any route for any Origin and closes only afterwards.
  app.addHook('preHandler', async (request, reply) => {
    if (request.ws && request.routeOptions.url !== socketPath) return sendProblem(reply, request, refuse('not_found'));
    return undefined;
  });
  app.decorateRequest('reader', null);
  app.register(async (scope) => {
    scope.get<{ Params: { tenantId: string } }>(
      socketPath,
      {
        websocket: true,
        // Before the upgrade: pages of other origins, anonymous callers and other tenants' users get an HTTP answer and no socket.
        preValidation: async (request, reply) => {
          if (request.headers.origin !== platform.config.origin)
            return sendProblem(reply, request, await refused(platform, request, refuse('csrf')));
          const token = readCookie(request.headers.cookie, sessionCookieName(platform.config));
          const session = token === null ? null : await platform.sessions.authenticate(token);
          if (session === null) return sendProblem(reply, request, refuse('unauthenticated'));
          if (session.user.tenantId !== request.params.tenantId)
            return sendProblem(reply, request, await refused(platform, request, refuse('wrong_tenant'), session));
          request.reader = session;
        },
      },
      (socket, request) => {
        // After the upgrade, since a page can read the reason only from a close frame.
        if (!isSpoken(protocolOf(request))) return socket.close(closeCodes.protocol, 'protocol');
        if (request.reader === null) return undefined;
        const reader = {
          session: request.reader,
          tenantId: request.params.tenantId,
          knowsRenew: (protocolOf(request) ?? 0) >= knowsRenewSince,
        };
        return serve(platform, streams, settings, socket, request.raw, reader);
      },
    );
  });
}

function serve(
  platform: Platform,
  streams: OpenStreams,
  settings: RealtimeSettings,
  socket: WebSocket,
  raw: IncomingMessage,
  { session, tenantId, knowsRenew }: { readonly session: AuthSession; readonly tenantId: string; readonly knowsRenew: boolean },
): void {
  const close = (end: CloseName, reason: string): void => {
    if (end !== 'goingAway' && end !== 'tryAgain') platform.metrics.count('ukweli_socket_refusals_total', { reason });
    socket.close(closeCodes[end], reason);
    setTimeout(() => socket.terminate(), LAST_FRAME_MS).unref();
  };

  const at = (): string => platform.clock.now().toISOString();
  const sink: Sink = {
    event: (event) => socket.send(eventJson(event)),
    frame: (frame: DownFrame) => socket.send(JSON.stringify(frame)),
    bufferedBytes: () => socket.bufferedAmount,
    drained: (withinMs) => drainOf(socket, raw, withinMs),
    drop: () => close('tryAgain', 'slow'),
  };
  const renew = knowsRenew ? () => sink.frame({ kind: 'renew' }) : undefined;
  const leave = streams.enter(session, (why) => close(endOf[why], why), renew);
  const subscription = createSubscription(platform, { tenantId, session }, sink, settings.maxBufferedBytes);
  const heartbeat = setInterval(() => {
    const topics = subscription.beat();
    if (topics !== null && subscription.keepsUp()) sink.frame({ kind: 'heartbeat', topics, at: at() });
  }, settings.heartbeatMs);

  const act = async (frame: UpFrame): Promise<void> => {
    switch (frame.type) {
      case 'ping':
        return sink.frame({ kind: 'pong', at: at(), ...(frame.topic === undefined ? {} : { topic: frame.topic }) });
      case 'unsubscribe':
        return frame.topic === 'system' ? undefined : subscription.remove(frame.topic);
      case 'subscribe': {
        if (!mayFollow(frame.topic, session.permissions)) return close('role', 'topic not allowed');
        return subscription.add(new Map([[frame.topic, frame.since ?? null]]), await eventHubOf(platform).watch(tenantId));
      }
      default:
        return frame satisfies never;
    }
  };
  const failed = (failure: unknown): void => {
    platform.log.error('events.websocket', failure);
    socket.terminate();
  };

  // Messages are handled in order, one at a time: an unsubscribe never overtakes its subscribe.
  let waiting = 0;
  let turn: Promise<void> = eventHubOf(platform)
    .watch(tenantId)
    .then((head) => {
      const visible = Object.entries(head.topics).filter(([topic]) => mayFollow(topic as keyof typeof head.topics, session.permissions)); // keys of `head.topics`
      sink.frame({
        kind: 'hello',
        epoch: head.epoch,
        topics: Object.fromEntries(visible),
        at: at(),
        heartbeatMs: settings.heartbeatMs,
        protocol: spoken,
      });
      return subscription.add(new Map([['system', null]]), head);
    });
  turn.catch(failed);
  socket.on('message', (data, isBinary) => {
    if (isBinary) return close('unsupported', 'text only');
    const frame = parseUp(String(data));
    if (frame === null) return close('policy', 'not a frame of ours');
    if (waiting >= MAX_WAITING) return close('policy', 'too many messages');
    waiting += 1;
    turn = turn.then(() => act(frame)).finally(() => void (waiting -= 1));
    turn.catch(failed);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearInterval(heartbeat);
    subscription.end();
    leave();
  });
}

function parseUp(text: string): UpFrame | null {
  try {
    const parsed = z.safeParse(upFrameSchema, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Resolves true once the underlying connection has drained or closed; false after `withinMs`. */
function drainOf(socket: WebSocket, raw: IncomingMessage, withinMs: number): Promise<boolean> {
  if (!raw.socket.writableNeedDrain || socket.readyState !== socket.OPEN) return Promise.resolve(true);
  return new Promise((resolve) => {
    const onDrain = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      raw.socket.removeListener('drain', onDrain);
      resolve(socket.readyState !== socket.OPEN);
    }, withinMs);
    raw.socket.once('drain', onDrain);
  });
}
