import type { SavedView } from '../contracts/savedView.ts';
import { savedViewsEntity } from './entities/savedViews.ts';
import { readDb } from './readDb.ts';
import { unpackWhole } from './unpack.ts';

/**
 * The user's saved views of all screens; null if they were never fetched on this device.
 * @throws DamagedRow if they are unreadable
 */
export async function readSavedViews(): Promise<readonly SavedView[] | null> {
  return (await unpackWhole(savedViewsEntity, await readDb().rows('singles').get('savedViews')))?.views ?? null;
}
