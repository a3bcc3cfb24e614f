import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { displacedEvent } from '../../src/contracts/realtime/ends.ts';
import { spoken } from '../../src/contracts/version.ts';
import type { Platform } from '../context.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { corkUntilTold } from './corked.ts';
import { eventStreamBytes, frameStreamText } from './frames.ts';
import { eventHubOf } from './hub.ts';
import type { EndOfStream, OpenStreams } from './openStreams.ts';
import type { RealtimeSettings } from './settings.ts';
import { createSubscription, type Sink } from './subscription.ts';
import { readWanted } from './topics.ts';

/** Time for a disconnected reader to receive the last frame, milliseconds. */
const LAST_FRAME_MS = 2000;

/** The last event of a stream displaced by a newer one of its session (contracts/realtime/ends.ts). */
const displacedText = `event: ${displacedEvent}\ndata: ${displacedEvent}\n\n`;

/** GET /api/events: hello, then events as they come, heartbeats in between, and `resync` if missed events are no longer kept (D-14). */
export function registerEventStream(app: FastifyInstance, platform: Platform, streams: OpenStreams, settings: RealtimeSettings): void {
  route(
    app,
    platform,
    'events',
    async (call) => {
      const lastEventId = call.request.headers['last-event-id'];
      const wanted = readWanted(
        { topics: call.query.topics, since: call.query.since, lastEventId: Array.isArray(lastEventId) ? lastEventId[0] : lastEventId },
        call.session.permissions,
      );
      if (!wanted.ok) return refuse(wanted.code);
      const { raw } = call.reply;
      // Before `enter`: this may fail, and after `enter` only the end of the connection removes the stream.
      const head = await eventHubOf(platform).watch(call.tenantId);
      if (raw.destroyed) {
        call.reply.hijack(); // the client has disconnected
        return undefined;
      }
      let stop = (): void => {};
      let renew = (): void => {};
      const ended = (why: EndOfStream): void => {
        stop();
        if (why === 'displaced') raw.write(displacedText);
        if (why !== 'displaced' && why !== 'renewed' && why !== 'shutdown') return void raw.destroy();
        raw.end();
        // On a dead connection the end is never received.
        setTimeout(() => raw.destroy(), LAST_FRAME_MS).unref();
      };
      const leave = streams.enter(call.session, ended, () => renew());

      call.reply.hijack();
      const { socket } = raw;
      if (socket === null) {
        leave(); // the client has disconnected
        return undefined;
      }
      // No chunked encoding: the stream ends with its connection, and an event is the same bytes on every socket.
      raw.useChunkedEncodingByDefault = false;
      raw.writeHead(200, {
        ...(call.reply.getHeaders() as Record<string, string>), // set by our own hooks: strings
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
        // The stream ends with its connection: it must not be reused after the reader was disconnected.
        connection: 'close',
      });
      raw.flushHeaders();
      socket.setNoDelay(true);

      const sink: Sink = {
        event(event, more) {
          // A single event is sent directly: corking it costs a third more CPU time in our own code.
          if (more) corkUntilTold(socket);
          socket.write(eventStreamBytes(event));
        },
        frame: (frame) => void socket.write(frameStreamText(frame)),
        bufferedBytes: () => socket.writableLength,
        drained: (withinMs) => drainOf(socket, withinMs),
        drop: () => {
          raw.end();
          setTimeout(() => socket.destroy(), LAST_FRAME_MS).unref();
        },
      };
      // A reader that does not know this frame ignores it, and its stream ends within a minute.
      renew = () => sink.frame({ kind: 'renew' });
      const subscription = createSubscription(platform, call, sink, settings.maxBufferedBytes);
      const at = (): string => platform.clock.now().toISOString();
      const heartbeat = setInterval(() => {
        const topics = subscription.beat();
        if (topics !== null && subscription.keepsUp()) sink.frame({ kind: 'heartbeat', topics, at: at() });
      }, settings.heartbeatMs);
      stop = () => {
        clearInterval(heartbeat);
        subscription.end();
      };
      raw.once('close', () => {
        stop();
        leave();
      });

      const visible = Object.fromEntries([...wanted.cursors.keys()].map((topic) => [topic, head.topics[topic] ?? 0]));
      sink.frame({ kind: 'hello', epoch: head.epoch, topics: visible, at: at(), heartbeatMs: settings.heartbeatMs, protocol: spoken });
      subscription.add(wanted.cursors, head).catch((failure) => {
        platform.log.error('events.stream', failure, { correlationId: call.correlationId });
        raw.destroy();
      });
      return undefined;
    },
    { snapshot: false },
  );
}

/** Resolves true once the socket has drained or closed; false after `withinMs`. */
function drainOf(socket: Socket, withinMs: number): Promise<boolean> {
  if (!socket.writableNeedDrain || socket.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (drained: boolean) => () => {
      clearTimeout(timer);
      socket.removeListener('drain', onDrain);
      socket.removeListener('close', onDrain);
      resolve(drained);
    };
    const onDrain = settle(true);
    const timer = setTimeout(settle(false), withinMs);
    socket.once('drain', onDrain);
    socket.once('close', onDrain);
  });
}
