import pg from 'pg';
import type { Platform } from '../context.ts';
import { eventHubOf } from './hub.ts';
import { NOTIFY_CHANNEL } from './log.ts';

const RETRY_MS = 1000;
/** A connection that a firewall forgot says nothing when it breaks: it is asked this often, and has that long to answer. */
const PROBE_EVERY_MS = 20_000;
const ANSWER_WITHIN_MS = 5000;

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
  let listening = false;
  platform.metrics.gauge('ukweli_listener_connected', () => (listening ? 1 : 0));

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString,
      application_name: 'ukweli-listen',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    let probe: NodeJS.Timeout | undefined;
    const lost = (failure?: Error): void => {
      if (client !== next) return;
      client = null;
      listening = false;
      clearInterval(probe);
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
      listening = true;
      hub.catchUp();
      probe = setInterval(() => void next.query('select 1').catch(lost), PROBE_EVERY_MS).unref();
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
