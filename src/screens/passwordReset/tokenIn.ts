import { linkTokenSchema } from '../../contracts/identity.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { z } from '../../contracts/zod.ts';

/** The secret in a link's address; null if missing or malformed. */
export function tokenIn(search: string): string | null {
  const read = z.safeParse(linkTokenSchema, readAddress('resetConfirm', new URLSearchParams(search)).token);
  return read.success ? read.data : null;
}
