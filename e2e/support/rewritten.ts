import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { rulesOff } from '../../server/testing/behindTheRules.ts';
import type { TestPlatform } from './platform.ts';

/**
 * Changes rows as an attacker with the platform's database could: stops the platform, runs the statements, restarts it. Each statement
 * must change a row.
 */
export async function rewriteDatabase(platform: TestPlatform, statements: readonly string[]): Promise<void> {
  await platform.stop();
  const database = new PGlite(join(platform.dataDir, 'db'));
  try {
    await database.exec(rulesOff);
    for (const statement of statements) {
      const { affectedRows } = await database.query(statement);
      if (affectedRows === 0) throw new Error(`nothing was changed by: ${statement}`);
    }
  } finally {
    await database.close();
  }
  await platform.start();
}
