import type { KillSwitch } from '../contracts/killSwitch.ts';
import { payloadOf } from './entities/entity.ts';
import { killSwitchEntity } from './entities/killSwitch.ts';
import { readDb } from './readDb.ts';

/** Where the kill switch stood when the platform last told of it; null if it never did. As of when stands in the sync row `killSwitch`. */
export async function readKillSwitch(): Promise<KillSwitch | null> {
  const row = await readDb().rows('singles').get('killSwitch');
  return row === undefined ? null : payloadOf(killSwitchEntity, row);
}
