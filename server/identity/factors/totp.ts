import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Time-based one-time passwords (RFC 6238 over RFC 4226) with the defaults of authenticator apps: HMAC-SHA-1, 30-second steps, six
 * digits.
 */

const stepMs = 30_000;
const digits = 6;
/** Accepted steps before and after the platform's own, for phones whose clock is off. */
export const stepsEitherWay = 1;
/** Bytes of a secret: the length of the hash (RFC 4226, section 4). */
const secretBytes = 20;

/** The time step that contains a moment. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / stepMs);
}

/** The code of a step (RFC 4226, section 5.3). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits).padStart(digits, '0');
}

/**
 * The step that a code belongs to: within the window at `now` and after `lastStep`, the last one used; else null. So a used code and all
 * earlier ones stay invalid, even if the clock is set back.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date, lastStep: number | null): number | null {
  const given = Buffer.from(code);
  const here = stepAt(now);
  const fits = [];
  // Compare with every step, so that timing does not reveal which one matches.
  for (let step = Math.max(0, here - stepsEitherWay); step <= here + stepsEitherWay; step += 1) {
    const expected = Buffer.from(codeAt(secret, step));
    if (expected.length === given.length && timingSafeEqual(expected, given) && (lastStep === null || step > lastStep)) fits.push(step);
  }
  return fits[0] ?? null;
}

/** A new secret: 160 random bits. */
export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

const base32Signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648, section 6), the format in which authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32Signs[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** `otpauth:` address of a secret (Key URI Format), with account and issuer, for authenticator apps. */
export function totpAddress(secret: Uint8Array, { email, issuer }: { readonly email: string; readonly issuer: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
