import { z } from '../../contracts/zod.ts';
import { type LockOwner, pinProblem } from '../../domain/lock/pin.ts';

/** Errors of a new PIN or password and its repetition, for the fields. Empty fields show none. */
export function newPinLabels(
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

/** Reads the repetition of a new PIN or password, which tells by itself what is missing. */
export function repeatedPinSchema(pin: string, owner: LockOwner) {
  return z.string().check(z.refine((repeated) => newPinLabels(pin, repeated, owner).ready));
}
