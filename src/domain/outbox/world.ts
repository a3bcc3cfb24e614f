import type { HubStatus } from '../../contracts/rpc.ts';
import type { OutboxWorld } from './state.ts';

/** As much of the hub's status as the outbox goes by. */
export type OutboxStatus = Pick<HubStatus, 'connection' | 'session' | 'killSwitch' | 'buildTooOld'>;

/** What the outbox waits for, as the hub's status tells of it: one reading for the hub that sends and the pages that say why it waits. */
export function worldOf({ connection, session, killSwitch, buildTooOld }: OutboxStatus): OutboxWorld & { readonly buildTooOld: boolean } {
  return {
    link: connection.state === 'connected',
    session: session.phase === 'signedIn' && session.confirmed,
    readOnly: killSwitch?.active === true,
    buildTooOld,
  };
}
