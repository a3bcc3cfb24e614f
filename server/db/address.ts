/** Hosts of a connection string that are this machine: a socket's folder, or loopback. */
function isHere(host: string): boolean {
  return host === '' || host.startsWith('/') || ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);
}

/**
 * What is wrong with the address of a PostgreSQL, as the end of a sentence that begins with its variable; null where nothing is. Over a network the server has to prove who it is: all of the
 * record, hashes of passwords and rights of accounts go over this connection, and `sslmode=require` alone takes anybody who stands in between (G-22).
 * The address itself is not repeated: it holds a password.
 * @param unverified whether the operator has said that the network is his own (DATABASE_TLS)
 */
export function addressMistake(connectionString: string, unverified: boolean): string | null {
  if (!/^postgres(ql)?:\/\//.test(connectionString)) return 'must start with postgres:// or postgresql://.';
  if (!URL.canParse(connectionString)) return 'is no address: characters of a password such as / # ? @ % are written %2F %23 %3F %40 %25.';
  const { hostname, searchParams } = new URL(connectionString);
  // As pg reads it: the last of a name counts, and a host in the query, unless it is empty, stands above the address's own.
  const told = (name: string): string => searchParams.getAll(name).at(-1) ?? '';
  const host = told('host') || decodeURIComponent(hostname);
  if (isHere(host) || unverified || told('sslmode') === 'verify-full') return null;
  return `leads to ${host} over a network without having that server prove who it is: add sslmode=verify-full (and sslrootcert=FILE where its certificate is of an authority of your own), or say DATABASE_TLS=unverified where nobody else is on that network.`;
}
