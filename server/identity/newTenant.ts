import type { Tenant } from '../../src/contracts/session.ts';

/**
 * Why a tenant cannot be created like this, in the words of the command line; null if it can. Its days and months begin in its time zone
 * and its money is in its currency, so every figure would fail with one that nobody knows.
 */
export function tenantFault({ name, place, timeZone, currency }: Pick<Tenant, 'name' | 'place' | 'timeZone' | 'currency'>): string | null {
  if (name.trim() === '') return '--tenant-name must not be empty.';
  if (place.trim() === '') return '--place must not be empty.';
  // Offsets and abbreviations are refused: browsers differ in which of them they know.
  if (!/^(UTC|[A-Za-z_]+(\/[\w+-]+)+)$/.test(timeZone) || !isKnownZone(timeZone))
    return `--time-zone ${JSON.stringify(timeZone)} is not a time zone of the IANA database, such as Africa/Nairobi.`;
  if (!Intl.supportedValuesOf('currency').includes(currency))
    return `--currency ${JSON.stringify(currency)} is not a currency code of ISO 4217, such as KES.`;
  return null;
}

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
