/**
 * SQLSTATE classes and codes, and system error codes, of a database that is temporarily absent, full or busy. Includes a row not locked
 * in time (55P03) and a transaction ended for being idle (25P03).
 */
const codes = /^(08|53|57|58|40P01$|55P03$|25P03$|ECONN|EPIPE$|ENOENT$|ENOTFOUND$|EAI_AGAIN$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$)/;
/** Messages of node-postgres errors that carry no code. */
const words =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * True if the failure means that the database cannot be reached or take work just now (restart, failover, out of connections, disk full),
 * so the same call may succeed in a few seconds (F-26): 503 and not 500.
 */
export function isUnreachable(failure: unknown): boolean {
  if (typeof failure !== 'object' || failure === null) return false;
  const { code, message } = failure as { code?: unknown; message?: unknown }; // any driver's error: both members are checked before use
  if (typeof code === 'string') return codes.test(code);
  return typeof message === 'string' && words.test(message);
}
