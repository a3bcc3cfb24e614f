import type { LockAct } from '../../src/contracts/lock.ts';
import { pass, type signedInAs, turning } from './hubDevice.ts';

/** A device with a signed-in user, its hub and a page. */
export type Running = Awaited<ReturnType<typeof signedInAs>>;
type Unnamed<A> = A extends unknown ? Omit<A, 'id'> : never;

let named = 0;
/** Requests one lock act under a new id. */
export function askLock({ api }: Pick<Running, 'api'>, what: Unnamed<LockAct>): ReturnType<Running['api']['lock']> {
  named += 1;
  return api.lock({ ...what, id: `act${named}` } as LockAct); // The act with its id.
}

/** Requests a lock act and awaits it, with turns for the databases and the key derivation, which need no clock. */
export const actOnLock = (running: Pick<Running, 'api'>, what: Unnamed<LockAct>): ReturnType<typeof askLock> =>
  turning(askLock(running, what));

/** Starts a new browser over the device's existing data. */
export async function startAgain(device: Pick<Running, 'start'>, name = 'p2') {
  const next = device.start();
  const page = await next.openPage(name);
  await next.hub.begin();
  await pass(300);
  return { ...next, page };
}
