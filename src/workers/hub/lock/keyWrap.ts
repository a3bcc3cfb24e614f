import type { LockSecret } from '../../../contracts/lock.ts';
import { fromBase64url, toBase64url } from '../../../domain/encoding/base64url.ts';
import { pinText } from '../../../domain/lock/pin.ts';
import { cipherAlgorithm } from '../../../store/rowCipher.ts';
import type { Escrow } from '../../../domain/lock/record.ts';
import { escrowOf } from './lockEscrow.ts';

/**
 * The data key and its wrapping key: derived from the PIN or password (PBKDF2-SHA-256 over its NFC form) or from the passkey's PRF output
 * (HKDF-SHA-256). In memory the data key is non-extractable, except for the moment in which it is wrapped. This module counts no tries.
 */

/** A wrapped data key as stored; bytes are base64url. */
export interface Wrapping {
  readonly salt: string;
  readonly iterations: number;
  readonly iv: string;
  readonly wrapped: string;
}

const info = new TextEncoder().encode('ukweli app lock 1');
const usages = ['encrypt', 'decrypt'] as const;

const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));

async function wrappingKey(secret: LockSecret, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const wraps = [{ name: cipherAlgorithm, length: 256 }, false, ['wrapKey', 'unwrapKey']] as const;
  if (secret.kind === 'pin') {
    const pin = await crypto.subtle.importKey('raw', new TextEncoder().encode(pinText(secret.pin)), 'PBKDF2', false, ['deriveKey']);
    return crypto.subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, pin, ...wraps);
  }
  const output = await crypto.subtle.importKey('raw', secret.output, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey({ name: 'HKDF', hash: 'SHA-256', salt, info }, output, ...wraps);
}

async function wrap(dataKey: CryptoKey, secret: LockSecret, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Wrapping> {
  const iv = random(12);
  const wrapped = await crypto.subtle.wrapKey('raw', dataKey, await wrappingKey(secret, salt, iterations), { name: cipherAlgorithm, iv });
  return { salt: toBase64url(salt), iterations, iv: toBase64url(iv), wrapped: toBase64url(new Uint8Array(wrapped)) };
}

/** Unwraps the data key; null if the secret is wrong. */
async function unwrap(secret: LockSecret, wrapping: Wrapping, readable: boolean): Promise<CryptoKey | null> {
  const key = await wrappingKey(secret, fromBase64url(wrapping.salt), wrapping.iterations);
  const iv = fromBase64url(wrapping.iv);
  try {
    return await crypto.subtle.unwrapKey(
      'raw',
      fromBase64url(wrapping.wrapped),
      key,
      { name: cipherAlgorithm, iv },
      cipherAlgorithm,
      readable,
      usages,
    );
  } catch {
    return null;
  }
}

/**
 * A new data key, wrapped, and wrapped a second time for the platform's escrow key if that is given. `salt` is given if the passkey was
 * already asked with it.
 */
export async function newDataKey(
  secret: LockSecret,
  salt: string | null,
  iterations: number,
  escrow: Parameters<typeof escrowOf>[1] | null = null,
): Promise<{ readonly key: CryptoKey; readonly wrapping: Wrapping; readonly escrow: Escrow | null }> {
  const readable = await crypto.subtle.generateKey({ name: cipherAlgorithm, length: 256 }, true, usages);
  const wrapping = await wrap(readable, secret, salt === null ? random(16) : fromBase64url(salt), secret.kind === 'pin' ? iterations : 0);
  const key = await unwrap(secret, wrapping, false);
  if (key === null) throw new Error('a key that was just wrapped does not open');
  return { key, wrapping, escrow: escrow === null ? null : await escrowOf(readable, escrow) };
}

/** The data key, non-extractable; null for a wrong secret. */
export function openDataKey(secret: LockSecret, wrapping: Wrapping): Promise<CryptoKey | null> {
  return unwrap(secret, wrapping, false);
}

/** Wraps the same data key with another PIN or more iterations; null if `from` is wrong. Rows stay unchanged. */
export async function rewrapDataKey(from: LockSecret, to: LockSecret, wrapping: Wrapping, iterations: number): Promise<Wrapping | null> {
  const readable = await unwrap(from, wrapping, true);
  return readable === null ? null : wrap(readable, to, random(16), iterations);
}
