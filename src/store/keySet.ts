import type { JwksResponse } from '../contracts/evidence.ts';
import { keyEntity } from './entities/evidence.ts';
import type { ConsoleDb } from './schema.ts';
import { decryptRows } from './decryptRows.ts';

/** The stored signing keys in the set's order; rows that do not decrypt or are not keys are left out. */
export async function readKeySet(db: ConsoleDb): Promise<JwksResponse['keys']> {
  const rows = await decryptRows(db, 'keys', await db.rows('keys').toArray());
  const read = rows.flatMap(({ payload }) => {
    const parsed = keyEntity.schema.safeParse(payload);
    return parsed.success ? [parsed.data] : [];
  });
  return read.sort((a, b) => a.place - b.place).map(({ key }) => key);
}
