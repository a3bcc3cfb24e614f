import type { Draft } from '../contracts/draft.ts';
import { draftEntity } from './entities/draft.ts';
import { readDb } from './readDb.ts';
import { unpackOne } from './unpack.ts';

/** What was typed under this key and not sent; null if nothing is kept, or it is unreadable. */
export async function readDraft(key: string): Promise<Draft | null> {
  return unpackOne(draftEntity, await readDb().rows('drafts').get(key));
}
