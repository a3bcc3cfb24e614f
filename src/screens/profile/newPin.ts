import { type LockOwner, pinProblem } from '../../domain/lock/pin.ts';

/** What is wrong with a new PIN or password or its repetition, as the fields show it. Nothing is said before something was typed. */
export function newPinWords(
  pin: string,
  repeated: string,
  owner: LockOwner,
): { readonly pin?: string; readonly repeated?: string; readonly ready: boolean } {
  const weak = pinProblem(pin, owner);
  const differs = repeated !== '' && repeated !== pin;
  return {
    ...(pin !== '' && weak !== null && { pin: weak }),
    ...(differs && !(pin.startsWith(repeated) && repeated.length < pin.length) && { repeated: 'Not the same' }),
    ready: weak === null && repeated === pin,
  };
}
