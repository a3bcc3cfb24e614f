import { existsSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import type { OpenDatabase } from '../db/database.ts';
import { keptKey } from '../evidence/keptKey.ts';
import { type KeyFiles, keyFileOf, KeyTrouble, openKeyWrap, readKeyFile } from '../evidence/keyWrap.ts';
import type { Logger } from '../log.ts';
import { forgetOldForms } from './oldForms.ts';
import { countFormer, openFormerWith, takeOver } from './takeOver.ts';

/**
 * Runs before a program uses a database: makes sure that its key exists and fits, and that every secret is wrapped by it (G-2). Creates a
 * key only if the database has no wrapped secret yet and no key file is configured.
 * @throws KeyTrouble, with nothing changed
 */
export async function prepareSecrets(parts: {
  readonly database: Pick<OpenDatabase, 'db' | 'kind' | 'asOwner'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: KeyFiles;
  readonly log: Logger;
}): Promise<void> {
  const { database, clock, config, log } = parts;
  const { db } = database;
  const path = keyFileOf(config);
  const { wrapped, clear } = await countFormer(db);
  if (config.keyFile === null && !existsSync(path)) {
    if (wrapped > 0)
      throw new KeyTrouble(
        `The secrets in this database are wrapped by a key that was in ${path}, which is not there. Put that file back from where it is kept, or name the one that holds the key by KEY_FILE. Without it nobody can sign in, and nothing can be signed: no other is made.`,
      );
    await keptKey(path);
  }
  const wrap = await openKeyWrap(config);
  if (clear > 0 || wrapped > 0) {
    const keys = [await readKeyFile(path), ...(config.keyFileBefore === null ? [] : [await readKeyFile(config.keyFileBefore)])];
    const taken = await takeOver(db, wrap, openFormerWith(keys), clock.now());
    if (taken > 0) log.warn('secrets.wrapped', { secrets: taken, stoodAsTheyWere: clear });
  }
  await forgetOldForms(database, log);
}
