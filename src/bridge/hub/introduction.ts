import { hubLink } from './startBridge.ts';

/** Time limit, milliseconds: the hub makes a key, and the device's storage may be slow. */
const limitMs = 5_000;

/**
 * The headers a sign-in sends to bind its session to a key of this device (D-55); empty if the device can store none. Loaded with the
 * sign-in only: no other page needs it.
 */
export async function introduction(): Promise<Readonly<Record<string, string>>> {
  const answer = await hubLink().call(limitMs, (remote) => remote.introduction());
  return answer.ok ? answer.value : {};
}
