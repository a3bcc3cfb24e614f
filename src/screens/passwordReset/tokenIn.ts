import { linkTokenSchema } from '../../contracts/identity.ts';
import { z } from '../../contracts/zod.ts';

/** The secret in a link's address; null where there is none that could be ours. */
export function tokenIn(search: string): string | null {
  const read = z.safeParse(linkTokenSchema, new URLSearchParams(search).get('token'));
  return read.success ? read.data : null;
}
