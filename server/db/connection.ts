import type { ClientConfig } from 'pg';

/**
 * Both sides notice within about 15 s that the other is gone without closing: our operating system (Node probes every second after the
 * first silence, ten times) and PostgreSQL's, which then releases what the connection held.
 */
const keepAliveAfterMs = 5000;
const serverSide = ['tcp_keepalives_idle=5', 'tcp_keepalives_interval=3', 'tcp_keepalives_count=3', 'tcp_user_timeout=15000'];

/**
 * Settings of every connection to PostgreSQL: the address with server-side TCP keepalive options added, and client-side keepalive.
 * Options in the address itself take precedence.
 */
export function connectionTo(
  connectionString: string,
): Pick<ClientConfig, 'connectionString' | 'keepAlive' | 'keepAliveInitialDelayMillis'> {
  const url = new URL(connectionString);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', [...serverSide.map((setting) => `-c ${setting}`), ...(given === null ? [] : [given])].join(' '));
  return { connectionString: url.href, keepAlive: true, keepAliveInitialDelayMillis: keepAliveAfterMs };
}
