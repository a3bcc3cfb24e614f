import type { KillSwitch } from '../contracts/killSwitch.ts';
import { killSwitchEntity } from './entities/killSwitch.ts';
import { readDb } from './readDb.ts';
import { unpackOne } from './unpack.ts';

/** Where the kill switch stood when the platform last told of it; null if it never did. As of when stands in the sync row `killSwitch`. */
export async function readKillSwitch(): Promise<KillSwitch | null> {
  return unpackOne(killSwitchEntity, await readDb().rows('singles').get('killSwitch'));
}
