import type { HubStatus } from '../../contracts/rpc.ts';
import type { OutboxConditions } from './state.ts';

/** The part of the hub's status that the outbox depends on. */
export type OutboxStatus = Pick<HubStatus, 'connection' | 'session' | 'killSwitch' | 'buildTooOld'>;

/** The outbox's conditions from the hub's status; shared by the hub that sends and the pages that explain the wait. */
export function conditionsOf({
  connection,
  session,
  killSwitch,
  buildTooOld,
}: OutboxStatus): OutboxConditions & { readonly buildTooOld: boolean } {
  return {
    link: connection.state === 'connected',
    session: session.phase === 'signedIn' && session.confirmed,
    readOnly: killSwitch?.active === true,
    buildTooOld,
  };
}
