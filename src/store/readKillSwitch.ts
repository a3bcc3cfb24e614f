import type { KillSwitch } from '../contracts/killSwitch.ts';
import { killSwitchEntity } from './entities/killSwitch.ts';
import { readDb } from './readDb.ts';
import { unpackOne } from './unpack.ts';

/** Last known state of the kill switch; null if the platform never sent it. Its as-of time is in the sync row `killSwitch`. */
export async function readKillSwitch(): Promise<KillSwitch | null> {
  return unpackOne(killSwitchEntity, await readDb().rows('singles').get('killSwitch'));
}
