import type { HubMessage } from '../../contracts/rpc.ts';
import { plural } from '../format.ts';

/** Notice for the user after rows of a different log were removed from the device (F-34). */
export function otherLogNotice(removed: number): HubMessage & { readonly kind: 'notice' } {
  return {
    kind: 'notice',
    level: 'warning',
    title: 'The platform’s data was replaced',
    text: `A backup was restored, or another platform answers here. ${plural(removed, 'verification')} that it does not have ${removed === 1 ? 'was' : 'were'} removed from this device; everything else was fetched again.`,
  };
}
