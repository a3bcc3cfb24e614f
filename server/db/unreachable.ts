/**
 * SQLSTATE classes and codes, and the system's own codes, of a database that is not there, full or busy for the moment: among them a row that could not be had in time (55P03)
 * and a transaction that was ended because it stood still (25P03).
 */
const codes = /^(08|53|57|58|40P01$|55P03$|25P03$|ECONN|EPIPE$|ENOENT$|ENOTFOUND$|EAI_AGAIN$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$)/;
/** What node-postgres says without a code. */
const words =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * Whether this failure means that the database cannot be reached or take work just now (restarted, failed over, out of
 * connections, disk full), so that the same call may well succeed in a few seconds (F-26): 503 and not 500.
 */
export function isUnreachable(failure: unknown): boolean {
  if (typeof failure !== 'object' || failure === null) return false;
  const { code, message } = failure as { code?: unknown; message?: unknown }; // of any driver: both are looked at before use
  if (typeof code === 'string') return codes.test(code);
  return typeof message === 'string' && words.test(message);
}
