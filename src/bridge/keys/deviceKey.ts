import { deviceKeyHeaders } from '../../contracts/deviceKey.ts';
import { endpoints, headers } from '../../contracts/endpoints.ts';
import { echoOf } from '../../domain/api/provenance.ts';
import { deviceKeyStore, makeKeyPair, proofBy, publicText, thumbprintOf } from '../../store/deviceKeys.ts';

/** A wall display's side of a device-bound session (D-55, G-17). For a person, the hub does this (`workers/hub/lock/deviceKey.ts`). */

/** Time limit of the call, milliseconds. */
const limitMs = 10_000;

/**
 * `renewed`: the cookie is valid for a quarter of an hour. `refused`: the platform knows another key, or no key of this session.
 * `unreached`: nothing is known.
 */
export type ProofOutcome = 'renewed' | 'refused' | 'unreached';

/** Whether this browser has a key that a session may be bound to. */
export async function holdsDeviceKey(): Promise<boolean> {
  return deviceKeyStore.read().then(
    ({ held }) => held !== null,
    () => false,
  );
}

/** Removes the key: the next session is bound to a new one. */
export async function forgetDeviceKey(): Promise<void> {
  await deviceKeyStore.alone(deviceKeyStore.remove);
}

/**
 * Renews the session's cookie with the key; creates and registers a key if there is none. One call at a time in this browser, across
 * tabs. Never throws.
 */
export async function proveDevice(): Promise<ProofOutcome> {
  try {
    return await deviceKeyStore.alone(async () => {
      const first = await prove();
      // An earlier answer was lost: cookie and nonce may be outdated.
      return first === 'again' ? outcomeOf(await prove()) : first;
    });
  } catch {
    return 'unreached'; // no space, or the storage is gone: will be retried
  }
}

const outcomeOf = (told: ProofOutcome | 'again'): ProofOutcome => (told === 'again' ? 'renewed' : told);

async function prove(): Promise<ProofOutcome | 'again'> {
  let { held } = await deviceKeyStore.read();
  if (held === null) {
    held = { pair: await makeKeyPair(false), nonce: null };
    // Stored before it is sent: a key known only to the platform would make the session unusable.
    await deviceKeyStore.write({ held, next: null });
  }
  if (!('pair' in held)) return 'refused'; // belongs to a person who has left
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
  // An answer that is not the platform's own is ignored (D-50).
  if (echoOf(id, answer.headers.get(headers.correlation)) !== 'same') return 'unreached';
  if (answer.status === 401) return 'refused';
  const next = answer.headers.get(deviceKeyHeaders.nonce);
  if (!answer.ok || next === null) return 'unreached';
  await deviceKeyStore.write({ held: { pair, nonce: next }, next: null });
  return answer.headers.get(deviceKeyHeaders.again) === null ? 'renewed' : 'again';
}
