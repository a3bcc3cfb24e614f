import type { KillSwitch } from '../contracts/killSwitch.ts';
import { payloadOf } from './entities/entity.ts';
import { killSwitchEntity } from './entities/killSwitch.ts';
import type { ConsoleDb } from './schema.ts';
import { decryptRows } from './decryptRows.ts';

/** Last known state of the kill switch; null if the platform never sent it, or the row is damaged (F-25). */
export async function keptSwitch(db: ConsoleDb): Promise<KillSwitch | null> {
  const row = await db.rows('singles').get('killSwitch');
  const [opened] = row === undefined ? [] : await decryptRows(db, 'singles', [row]);
  return opened === undefined ? null : payloadOf(killSwitchEntity, opened);
}
