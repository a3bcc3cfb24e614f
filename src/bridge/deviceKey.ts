import { deviceKeyHeaders } from '../contracts/deviceKey.ts';
import { endpoints, headers } from '../contracts/endpoints.ts';
import { echoOf } from '../domain/api/provenance.ts';
import { deviceKeyStore, makeKeyPair, proofBy, publicText, thumbprintOf } from '../store/deviceKeys.ts';

/** A wall display's side of a session that is bound to a key of its device (D-55, G-17). A person's is the hub's (`workers/hub/deviceKey.ts`). */

/** Longest that the call may take, milliseconds. */
const limitMs = 10_000;

/** `renewed`: the cookie is good for a quarter of an hour. `refused`: the platform knows another key, or none of this session. `unreached`: nothing is known. */
export type ProofOutcome = 'renewed' | 'refused' | 'unreached';

/** Whether this browser has a key that a session may be bound to. */
export async function holdsDeviceKey(): Promise<boolean> {
  return deviceKeyStore.read().then(
    ({ held }) => held !== null,
    () => false,
  );
}

/** Forgets the key: another session begins, which is bound to a key of its own. */
export async function forgetDeviceKey(): Promise<void> {
  await deviceKeyStore.alone(deviceKeyStore.remove);
}

/** Has the session's cookie renewed by the key, which is made and given to the platform where there is none. One at a time in this browser, whatever its tabs do. Never throws. */
export async function proveDevice(): Promise<ProofOutcome> {
  try {
    return await deviceKeyStore.alone(async () => {
      const first = await prove();
      // Its answer had been lost before: cookie and nonce may be old by now.
      return first === 'again' ? outcomeOf(await prove()) : first;
    });
  } catch {
    return 'unreached'; // no room, or the storage is gone: asked again
  }
}

const outcomeOf = (told: ProofOutcome | 'again'): ProofOutcome => (told === 'again' ? 'renewed' : told);

async function prove(): Promise<ProofOutcome | 'again'> {
  let { held } = await deviceKeyStore.read();
  if (held === null) {
    held = { pair: await makeKeyPair(false), nonce: null };
    // Kept before it is given: a key that the platform has and this browser has not would bind the session to nothing.
    await deviceKeyStore.write({ held, next: null });
  }
  if (!('pair' in held)) return 'refused'; // of a person who has left
  const { pair, nonce } = held;
  const over = nonce ?? (await thumbprintOf(pair.publicKey));
  const id = crypto.randomUUID();
  const { method, path } = endpoints.refresh;
  const answer = await fetch(path, {
    method,
    headers: {
      [headers.correlation]: id,
      [deviceKeyHeaders.proof]: await proofBy(pair.privateKey, over),
      ...(nonce === null && { [deviceKeyHeaders.key]: await publicText(pair.publicKey) }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
  });
  // A stranger's answer says nothing (D-50).
  if (echoOf(id, answer.headers.get(headers.correlation)) !== 'same') return 'unreached';
  if (answer.status === 401) return 'refused';
  const next = answer.headers.get(deviceKeyHeaders.nonce);
  if (!answer.ok || next === null) return 'unreached';
  await deviceKeyStore.write({ held: { pair, nonce: next }, next: null });
  return answer.headers.get(deviceKeyHeaders.again) === null ? 'renewed' : 'again';
}
