import type { ClientConfig } from 'pg';

/**
 * A connection whose other side is gone without a word is noticed within some 15 s, from either side: by the platform's system (Node asks each second after the first
 * silence, ten times) and by PostgreSQL's, which then gives up what the connection held.
 */
const keepAliveAfterMs = 5000;
const serverSide = ['tcp_keepalives_idle=5', 'tcp_keepalives_interval=3', 'tcp_keepalives_count=3', 'tcp_user_timeout=15000'];

/** What every connection of the platform has: the address with the server's side of keeping it alive, and ours. What the address itself sets counts more. */
export function connectionTo(
  connectionString: string,
): Pick<ClientConfig, 'connectionString' | 'keepAlive' | 'keepAliveInitialDelayMillis'> {
  const url = new URL(connectionString);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', [...serverSide.map((setting) => `-c ${setting}`), ...(given === null ? [] : [given])].join(' '));
  return { connectionString: url.href, keepAlive: true, keepAliveInitialDelayMillis: keepAliveAfterMs };
}
