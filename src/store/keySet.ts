import type { JwksResponse } from '../contracts/evidence.ts';
import { keyEntity } from './entities/evidence.ts';
import type { ConsoleDb } from './schema.ts';
import { openRows } from './sealedRows.ts';

/** The signing keys that are held, in the order of the set; a row that does not open or is no key is left out. */
export async function readKeySet(db: ConsoleDb): Promise<JwksResponse['keys']> {
  const rows = await openRows(db, 'keys', await db.rows('keys').toArray());
  const read = rows.flatMap(({ payload }) => {
    const parsed = keyEntity.schema.safeParse(payload);
    return parsed.success ? [parsed.data] : [];
  });
  return read.sort((a, b) => a.place - b.place).map(({ key }) => key);
}
