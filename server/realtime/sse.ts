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
import type { OpenStreams } from './openStreams.ts';
import type { RealtimeSettings } from './settings.ts';
import { createSubscription, type Sink } from './subscription.ts';
import { readWanted } from './topics.ts';

/** A reader that was let go has this long to take the last frame. */
const LAST_FRAME_MS = 2000;

/** The last that a stream says which a newer one of its session takes the place of (contracts/realtime/ends.ts). */
const displacedText = `event: ${displacedEvent}\ndata: ${displacedEvent}\n\n`;

/** GET /api/events: hello, then events as they come, heartbeats between them, `resync` where a gap is no longer held (D-14). */
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
      // Before the stream is entered: it may fail, and from there on only the end of the connection takes the stream out again.
      const head = await eventHubOf(platform).watch(call.tenantId);
      if (raw.destroyed) {
        call.reply.hijack(); // nobody is left to answer
        return undefined;
      }
      let stop = (): void => {};
      const leave = streams.enter(call.session, (why) => {
        stop();
        if (why === 'displaced') raw.write(displacedText);
        if (why !== 'displaced' && why !== 'shutdown' && why !== 'renewed') return void raw.destroy();
        raw.end();
        // Of a line that is dead the end is never taken.
        setTimeout(() => raw.destroy(), LAST_FRAME_MS).unref();
      });

      call.reply.hijack();
      const { socket } = raw;
      if (socket === null) {
        leave(); // nobody is left to answer
        return undefined;
      }
      // Ended by the end of its connection, so that an event is the same bytes on every socket and needs no length around it.
      raw.useChunkedEncodingByDefault = false;
      raw.writeHead(200, {
        ...(call.reply.getHeaders() as Record<string, string>), // set by our own hooks: strings
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
        // The end of the stream is the end of its connection: nothing else may be sent on one whose reader was let go.
        connection: 'close',
      });
      raw.flushHeaders();
      socket.setNoDelay(true);

      const sink: Sink = {
        event(event, more) {
          // By itself it goes out as it comes: holding it back costs a third more of the time that is ours and not the system's.
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
      const subscription = createSubscription(platform, call.tenantId, sink, settings.maxBufferedBytes);
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

/** True once the stream has drained or is over; false when that took longer than `withinMs`. */
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
