import pg from 'pg';
import type { Platform } from '../context.ts';
import { eventHubOf } from './hub.ts';
import { NOTIFY_CHANNEL } from './log.ts';

const RETRY_MS = 1000;

/**
 * Hears, on PostgreSQL, of what other instances committed. The connection is its own (LISTEN belongs to a session) and is
 * replaced when lost. Nothing depends on a notification arriving: each only says how far there is to read, and after every
 * new connection all watched tenants are read on from where they stand.
 */
export function listenForOtherInstances(platform: Platform): void {
  const { connectionString } = platform.database;
  if (connectionString === null) return;
  const hub = eventHubOf(platform);
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: 'ukweli-listen', keepAlive: true });
    const lost = (failure?: Error): void => {
      if (client !== next) return;
      client = null;
      if (closed) return;
      if (failure !== undefined) platform.log.error('events.listen', failure);
      void next.end().catch(() => {}); // it is gone either way
      retry = setTimeout(() => void connect(), RETRY_MS);
    };
    client = next;
    next.on('error', lost);
    next.on('end', () => lost());
    next.on('notification', ({ payload = '' }) => {
      const [tenantId = '', seq = ''] = payload.split(' ');
      hub.hint(tenantId, Number(seq));
    });
    try {
      await next.connect();
      await next.query(`listen ${NOTIFY_CHANNEL}`);
      hub.catchUp();
    } catch (failure) {
      lost(failure instanceof Error ? failure : new Error(String(failure)));
    }
  };
  platform.onStart(connect);
  platform.onClose(async () => {
    closed = true;
    if (retry !== null) clearTimeout(retry);
    await client?.end().catch(() => {}); // closing: nobody is left to tell
  });
}
