import { type KillSwitch, killSwitchSchema } from '../../contracts/killSwitch.ts';
import { type Entity, ownVersion } from './entity.ts';
import { single } from './overview.ts';

/** Last known state of the kill switch (D-23), in the table of single rows. Its version orders states that arrive by different ways. */
export const killSwitchEntity: Entity<KillSwitch> = { ...single('killSwitch', killSwitchSchema), versionOf: ownVersion };
