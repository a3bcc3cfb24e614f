import { type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { HeldSecret } from '../../secrets/secrets.ts';

/** A new signing key for ID tokens: its id, and the JWK as text, private members included. */
export async function makeIdTokenKey(): Promise<{ readonly id: string; readonly text: string }> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  const id = (await calculateJwkThumbprint(jwk)).slice(0, 16);
  return { id, text: JSON.stringify({ ...jwk, kid: id, use: 'sig', alg: 'RS256' }) };
}

/** Parses a stored key of the provider. */
export function jwkOf({ text }: HeldSecret): JWK {
  return JSON.parse(text) as JWK; // written by `makeIdTokenKey` and authenticated by its envelope
}

/** The public part of a key. */
export function publicPart({ kty, n, e, kid, use, alg }: JWK): JWK {
  return { kty, n, e, kid, use, alg } as JWK; // RSA: all of its public members
}
