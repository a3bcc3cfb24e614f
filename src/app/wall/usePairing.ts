import { useEffect, useState } from 'react';
import { forgetDeviceKey } from '../../bridge/keys/deviceKey.ts';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { hub } from '../../bridge/hub/hub.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { initialPairing, type PairingEffect, type PairingEvent, type PairingState, stepPairing } from '../../domain/wall/pairing.ts';
import { askForCode, poll } from './deviceGrantCalls.ts';

type Unstamped = PairingEvent extends infer Event ? (Event extends { readonly now: number } ? Omit<Event, 'now'> : never) : never;

/** Refusals of the token itself: repeating it would give the same answer. */
const final: ReadonlySet<string> = new Set(['login_failed', 'bad_request', 'forbidden', 'gone']);

/** Opens the session: the platform sets the cookie, and the hub asks for the identity. */
async function enter(idToken: string): Promise<Unstamped> {
  const session = await fetchApi(displayEndpoints.openDisplaySession, { body: { idToken } });
  if (!session.ok) return { type: 'enterFailed', over: final.has(session.problem.code) };
  void navigator.storage?.persist?.();
  // The key of an earlier pairing belongs to another session. If it cannot be removed, the platform refuses it and the display is paired
  // again.
  await forgetDeviceKey().catch(() => undefined);
  await hub.signedIn();
  return { type: 'entered' };
}

/** Drives the pairing state machine until this display has a session, and runs the effects it asks for. */
export function usePairing(): PairingState {
  const [state, setState] = useState<PairingState>(initialPairing);
  useEffect(() => {
    let held: PairingState = initialPairing;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const tell = (event: Unstamped): void => {
      if (over) return;
      // Monotonic clock: the display's wall clock may be wrong or jump.
      const step = stepPairing(held, { ...event, now: performance.now() });
      held = step.state;
      setState(held);
      for (const effect of step.effects) perform(effect);
    };
    const perform = (effect: PairingEffect): void => {
      switch (effect.type) {
        case 'askForCode':
          return void askForCode().then(tell);
        case 'poll':
          return void poll(effect.deviceCode).then(tell);
        case 'enter':
          return void enter(effect.idToken).then(tell);
        case 'schedule':
          clearTimeout(timer);
          timer = setTimeout(() => tell({ type: 'timerFired' }), effect.delayMs);
          return;
        default:
          return effect satisfies never;
      }
    };
    tell({ type: 'begin' });
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, []);
  return state;
}
