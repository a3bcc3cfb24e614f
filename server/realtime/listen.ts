import pg from 'pg';
import type { Platform } from '../context.ts';
import { connectionTo } from '../db/connection.ts';
import { eventHubOf } from './hub.ts';
import { NOTIFY_CHANNEL } from './log.ts';

const RETRY_MS = 1000;
/**
 * How often the heads of watched tenants are read, milliseconds: one row each, by primary key. Bounds the delay if the connection breaks
 * silently (F-42).
 */
const LOOK_EVERY_MS = 750;
/** A connection dropped by a firewall reports no error: probe it this often, with this maximum wait for the answer, milliseconds. */
const PROBE_EVERY_MS = 20_000;
const ANSWER_WITHIN_MS = 5000;

/**
 * On PostgreSQL, learns what other instances committed: by NOTIFY or by reading the log heads, whichever comes first (D-67). Uses its own
 * connection (LISTEN belongs to a session) and replaces it when lost. No notification is essential: each only says how far to read, and
 * after a reconnect all watched tenants are read on.
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
      ...connectionTo(connectionString),
      application_name: 'ukweli-listen',
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
      void next.end().catch(() => {}); // the connection is gone either way
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
  let blind = false;
  let looking: Promise<void> = Promise.resolve();
  let next: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    try {
      await hub.look();
      if (blind) platform.log.info('events.look_back');
      blind = false;
    } catch (failure) {
      // Log only the changes.
      if (!blind) platform.log.error('events.look', failure);
      blind = true;
    }
    if (!closed) next = setTimeout(() => void (looking = look()), LOOK_EVERY_MS);
  };
  platform.onStart(() => void (looking = look()));
  platform.onClose(async () => {
    closed = true;
    clearTimeout(next);
    await looking;
    if (retry !== null) clearTimeout(retry);
    await client?.end().catch(() => {}); // closing: a failure no longer matters
  });
}
