/** True if a host of a connection string is this machine: a socket folder or a loopback address. */
function isHere(host: string): boolean {
  return host === '' || host.startsWith('/') || ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);
}

/**
 * Checks the address of a PostgreSQL server. Returns the problem as the end of a sentence that begins with the variable's name, or null
 * if there is none. Over a network the server must prove its identity, because the audit record, password hashes and rights travel over
 * this connection, and `sslmode=require` alone accepts any man in the middle (G-22). The message does not repeat the address: it contains
 * a password.
 * @param unverified whether the operator declared the network trusted (DATABASE_TLS)
 */
export function addressMistake(connectionString: string, unverified: boolean): string | null {
  if (!/^postgres(ql)?:\/\//.test(connectionString)) return 'must start with postgres:// or postgresql://.';
  if (!URL.canParse(connectionString)) return 'is no address: characters of a password such as / # ? @ % are written %2F %23 %3F %40 %25.';
  const { hostname, searchParams } = new URL(connectionString);
  // As pg reads it: the last value of a parameter counts, and a non-empty `host` parameter overrides the host of the URL.
  const told = (name: string): string => searchParams.getAll(name).at(-1) ?? '';
  const host = told('host') || decodeURIComponent(hostname);
  if (isHere(host) || unverified || told('sslmode') === 'verify-full') return null;
  return `leads to ${host} over a network without having that server prove who it is: add sslmode=verify-full (and sslrootcert=FILE where its certificate is of an authority of your own), or say DATABASE_TLS=unverified where nobody else is on that network.`;
}
