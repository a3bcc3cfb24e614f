import { hubLink } from './startBridge.ts';

/** The hub makes a key; the device's storage may be slow. Milliseconds. */
const limitMs = 5_000;

/** What a sign-in sends along, so that its session is bound to a key of this device (D-55); nothing where the device can keep none. Comes with the sign-in: no page that shows figures needs it. */
export async function introduction(): Promise<Readonly<Record<string, string>>> {
  const answer = await hubLink().call(limitMs, (remote) => remote.introduction());
  return answer.ok ? answer.value : {};
}
