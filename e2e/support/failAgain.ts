import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestPlatform } from './platform.ts';

/**
 * Makes a promoted dead letter fail again, as the simulation does with three in ten: writes the columns that `failPromoted`
 * (server/entities/deadLetters.ts) writes, because no clock triggers it here. The platform is stopped meanwhile: its database allows one
 * session.
 */
export async function failAgain(platform: TestPlatform, itemId: string): Promise<void> {
  await platform.stop();
  const database = await PGlite.create(join(platform.dataDir, 'db'));
  const { affectedRows } = await database.query(
    `update dead_letters set promoted_at = null, failed_at = last_promoted_at + interval '1 minute', retry_count = retry_count + 1, version = version + 1
     where item_id = $1 and promoted_at is not null`,
    [itemId],
  );
  await database.close();
  if (affectedRows !== 1) throw new Error(`${itemId} is not one that was promoted`);
  await platform.start();
}
