import { type KillSwitch, killSwitchSchema } from '../../contracts/killSwitch.ts';
import { type Entity, ownVersion } from './entity.ts';
import { single } from './overview.ts';

/** Where the kill switch last stood (D-23), in the table of single rows. Its version tells an older word from a newer one, whichever way they came. */
export const killSwitchEntity: Entity<KillSwitch> = { ...single('killSwitch', killSwitchSchema), versionOf: ownVersion };
