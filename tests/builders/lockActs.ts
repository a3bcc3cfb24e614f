import type { LockAct } from '../../src/contracts/lock.ts';
import { pass, type signedInAs, turning } from './hubDevice.ts';

/** A device on which somebody is in, with its hub and a page. */
export type Running = Awaited<ReturnType<typeof signedInAs>>;
type Unnamed<A> = A extends unknown ? Omit<A, 'id'> : never;

let named = 0;
/** Asks for one act at the lock, a decision of its own. */
export function askLock({ api }: Pick<Running, 'api'>, what: Unnamed<LockAct>): ReturnType<Running['api']['lock']> {
  named += 1;
  return api.lock({ ...what, id: `act${named}` } as LockAct); // the act, with its name
}

/** The same to its end, with turns for the databases and the derivation of the key, which no clock moves. */
export const actOnLock = (running: Pick<Running, 'api'>, what: Unnamed<LockAct>): ReturnType<typeof askLock> =>
  turning(askLock(running, what));

/** The browser begins again over what the one before has left on the device. */
export async function startAgain(device: Pick<Running, 'start'>, name = 'p2') {
  const next = device.start();
  const page = await next.openPage(name);
  await next.hub.begin();
  await pass(300);
  return { ...next, page };
}
