import { pinProblem } from '../../domain/lock/pin.ts';

/** What is wrong with a new PIN or its repetition, as the fields show it. Nothing is said before something was typed. */
export function newPinWords(pin: string, repeated: string): { readonly pin?: string; readonly repeated?: string; readonly ready: boolean } {
  const weak = pinProblem(pin);
  const differs = repeated !== '' && repeated !== pin;
  return {
    ...(pin !== '' && weak !== null && { pin: weak }),
    ...(differs && !(pin.startsWith(repeated) && repeated.length < pin.length) && { repeated: 'Not the same PIN' }),
    ready: weak === null && repeated === pin,
  };
}
