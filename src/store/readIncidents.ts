import type { Incident } from '../contracts/incident.ts';
import { incidentEntity } from './entities/incident.ts';
import { readDb } from './readDb.ts';
import type { Stored } from './types.ts';
import { unpack } from './unpack.ts';

/** All stored incidents, newest first, resolved or not: an old one may be open. */
export async function readIncidents(): Promise<Stored<Incident>> {
  return unpack(incidentEntity, await readDb().rows('incidents').orderBy('at').reverse().toArray());
}
