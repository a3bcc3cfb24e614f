import type { HubMessage } from '../../contracts/rpc.ts';
import { plural } from '../format.ts';

/** What the person is told once the rows of a log that is no longer the platform's have gone from the device (F-34). */
export function otherLogNotice(removed: number): HubMessage & { readonly kind: 'notice' } {
  return {
    kind: 'notice',
    level: 'warning',
    title: 'The platform answers from other data',
    text: `A backup was put back, or another platform answers here. ${plural(removed, 'verification')} that it does not have ${removed === 1 ? 'was' : 'were'} removed from this device; everything else was fetched again.`,
  };
}
