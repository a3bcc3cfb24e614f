import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { listenForOtherInstances } from './listen.ts';
import { createOpenStreams } from './openStreams.ts';
import { registerPoll } from './poll.ts';
import { scheduleRetention } from './retention.ts';
import { registerEventStream } from './sse.ts';
import { registerWebsocket } from './websocket.ts';

/** Registers the three transports over one event log, retention, and news from other instances. */
export async function registerRealtime(app: FastifyInstance, platform: Platform): Promise<void> {
  const settings = platform.config.realtime;
  const streams = createOpenStreams(platform);
  app.addHook('preClose', async () => streams.endAll());
  await registerWebsocket(app, platform, streams, settings);
  registerEventStream(app, platform, streams, settings);
  registerPoll(app, platform);
  scheduleRetention(platform);
  listenForOtherInstances(platform);
}
