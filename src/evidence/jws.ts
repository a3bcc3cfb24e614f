import { base64url, compactVerify, errors, importJWK } from 'jose';
import type { EvidenceFault } from '../contracts/verdict.ts';
import { textOf } from './bytes.ts';
import type { TrustedKey } from './keys.ts';
import { parseStrictJson } from './strictJson.ts';

/** Maximum length of our signatures, characters: at most 8192 bits, a small header and a payload of a few members. */
export const MAX_JWS_LENGTH = 16_384;

/** What a compact JWS (RFC 7515) says, before its signature is checked. */
export interface ReadJws {
  readonly kid: string;
  readonly typ: string;
  /** The payload's text, byte for byte as signed; untrusted until `verifyJws` succeeds. */
  readonly payload: string;
}

/** What was read, or the first reason to refuse it. */
export type JwsReading =
  | { readonly ok: true; readonly value: ReadJws }
  | { readonly ok: false; readonly code: EvidenceFault; readonly reason: string };

const bad = (code: EvidenceFault, reason: string): JwsReading => ({ ok: false, code, reason });

/** Decoded text of one part; null if it is not canonical unpadded base64url of UTF-8: a signature has only one encoding. */
function partText(part: string): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return null;
  try {
    const bytes = base64url.decode(part);
    return base64url.encode(bytes) === part ? textOf(bytes) : null;
  } catch {
    return null;
  }
}

function isCanonical(part: string): boolean {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return false;
  try {
    return base64url.encode(base64url.decode(part)) === part;
  } catch {
    return false;
  }
}

/**
 * Reads a compact JWS without trusting it. The protected header must be exactly `{alg: RS256, kid, typ}` (D-7). The attacker controls the
 * header: any other member (crit, jwk, jku, x5u, b64, …) could influence how the signature is checked, so the whole JWS is refused
 * instead of ignoring it.
 */
export function readJws(jws: string, typ: string): JwsReading {
  if (jws.length > MAX_JWS_LENGTH) return bad('jws_form', `The signature is longer than ${MAX_JWS_LENGTH} characters`);
  const parts = jws.split('.');
  const [headPart, payloadPart, signaturePart] = parts;
  if (parts.length !== 3 || !headPart || !payloadPart || !signaturePart)
    return bad('jws_form', 'The signature is not a compact JWS of three parts');
  const head = partText(headPart);
  const payload = partText(payloadPart);
  if (head === null || payload === null || !isCanonical(signaturePart))
    return bad('jws_form', 'A part of the signature is not canonical base64url');

  const json = parseStrictJson(head, { maxLength: 1024, maxDepth: 1 });
  if (!json.ok) return bad('jws_header', `The protected header ${json.faults[0]?.text ?? 'is not JSON'}`);
  if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
    return bad('jws_header', 'The protected header is not a JSON object');
  const header = new Map<string, unknown>(Object.entries(json.value));
  const more = [...header.keys()].filter((name) => name !== 'alg' && name !== 'kid' && name !== 'typ');
  if (more.length > 0)
    return bad(
      'jws_header',
      `The protected header holds more than alg, kid and typ: ${more.map((name) => JSON.stringify(name.slice(0, 20))).join(', ')}`,
    );
  if (header.get('alg') !== 'RS256') return bad('jws_header', 'The protected header does not say alg RS256');
  if (header.get('typ') !== typ) return bad('jws_header', `The protected header does not say typ ${typ}`);
  const kid = header.get('kid');
  if (typeof kid !== 'string' || kid.length === 0) return bad('jws_header', 'The protected header names no kid');
  return { ok: true, value: { kid, typ, payload } };
}

/** The `typ` in a compact JWS, if readable; selects the rules by which it is read. Untrusted. */
export const typNamed = (jws: string): string | null => headNames(jws, 'typ');
/** The `kid` in a compact JWS, if readable. Untrusted. */
export const kidNamed = (jws: string): string | null => headNames(jws, 'kid');

function headNames(jws: string, member: 'typ' | 'kid'): string | null {
  if (jws.length > MAX_JWS_LENGTH) return null;
  const head = partText(jws.split('.', 1)[0] ?? '');
  const json = head === null ? null : parseStrictJson(head, { maxLength: 1024, maxDepth: 1 });
  const named = json?.ok === true && typeof json.value === 'object' ? new Map(Object.entries(json.value ?? {})).get(member) : null;
  return typeof named === 'string' ? named : null;
}

type VerifyKey = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>;
const imported = new WeakMap<TrustedKey, Promise<VerifyKey | Uint8Array>>();

function keyFor(key: TrustedKey): Promise<VerifyKey | Uint8Array> {
  let promise = imported.get(key);
  if (promise === undefined) {
    promise = importJWK({ kty: 'RSA', n: key.n, e: key.e, alg: 'RS256', use: 'sig' }, 'RS256');
    imported.set(key, promise);
  }
  return promise;
}

/** True if the signature is this key's, RSASSA-PKCS1-v1_5 with SHA-256. Throws only if the platform has no cryptography. */
export async function verifyJws(jws: string, key: TrustedKey): Promise<boolean> {
  try {
    await compactVerify(jws, await keyFor(key), { algorithms: ['RS256'] });
    return true;
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return false;
    // A modulus that the engine cannot import (a DataError) verifies nothing; a missing engine is not a verdict and throws.
    if (cause instanceof Error && (cause.name === 'DataError' || cause.name === 'OperationError')) return false;
    throw cause;
  }
}
