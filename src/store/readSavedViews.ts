import type { SavedView } from '../contracts/savedView.ts';
import { payloadOf } from './entities/entity.ts';
import { savedViewsEntity } from './entities/savedViews.ts';
import { readDb } from './readDb.ts';

/** The person's saved views of all screens; null where none were ever fetched on this device. */
export async function readSavedViews(): Promise<readonly SavedView[] | null> {
  const row = await readDb().rows('singles').get('savedViews');
  return row === undefined ? null : (payloadOf(savedViewsEntity, row)?.views ?? null);
}
