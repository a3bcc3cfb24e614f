import type { Result } from '../contracts/problem.ts';
import { emptyDatabase } from './removing.ts';
import { letGo } from './write.ts';

/**
 * Empties a database (`emptyDatabase`) after its writer has stopped and pending writes have ended, because they would restore deleted
 * rows.
 */
export async function stopAndEmpty(name: string, keep: readonly string[], encryptedAlone?: boolean): Promise<Result<null>> {
  await letGo(name);
  return emptyDatabase(name, keep, encryptedAlone);
}
