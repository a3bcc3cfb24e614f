import type { SavedView } from '../contracts/savedView.ts';
import { savedViewsEntity } from './entities/savedViews.ts';
import { readDb } from './readDb.ts';
import { unpackWhole } from './unpack.ts';

/** The person's saved views of all screens; null where none were ever fetched on this device. @throws DamagedRow where they cannot be read */
export async function readSavedViews(): Promise<readonly SavedView[] | null> {
  return (await unpackWhole(savedViewsEntity, await readDb().rows('singles').get('savedViews')))?.views ?? null;
}
