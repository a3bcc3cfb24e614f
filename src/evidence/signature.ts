import type { EvidenceFault, Leaf } from '../contracts/verdict.ts';
import { MAX_JWS_LENGTH, readJws, verifyJws } from './jws.ts';
import { timeFault } from './keyLife.ts';
import type { KeySet } from './keys.ts';
import { clip, messages, unknownKidMessage } from './messages.ts';
import { parseStrictJson } from './strictJson.ts';

/** Payload members that are texts or numbers. */
export type SignedPayload = ReadonlyMap<string, string | number>;

/** An object's claim about its own signature, before verification. */
export interface SignatureClaim {
  readonly jws: string;
  /** The kind's own `typ`: a signature of another kind is not accepted (D-33). */
  readonly typ: string;
  /** Key id named by the object; null if only the signature names one. */
  readonly kid: string | null;
  /** 'manifest', 'report', 'portfolio', 'payment': used in reasons. */
  readonly what: string;
  /** The signed time, ISO 8601; null if its kind has none, so that the key's validity is not judged. */
  readonly signedAt: string | null;
  /** Payload members that must equal the object's; the tenant is checked separately. */
  readonly expected: Readonly<Record<string, Leaf | undefined>>;
  /**
   * The payload's exact text for a tenant. `signed` is the payload as read, from which forms with many members take those they know. Null
   * if it is incomplete.
   */
  readonly canonical: (tenantId: string, signed: SignedPayload) => string | null;
}

/** The signing key and tenant, or why the signature does not hold. */
export type SignatureFinding =
  | {
      readonly ok: true;
      readonly kid: string;
      readonly tenantId: string;
      /** The payload's text, and its members. */
      readonly payload: string;
      readonly signed: SignedPayload;
    }
  | {
      readonly ok: false;
      /** As named by the signature; null if unreadable. */
      readonly kid: string | null;
      readonly code: EvidenceFault;
      readonly message: string;
      readonly reasons: readonly string[];
    };

/**
 * Policy, in order: a compact JWS with exactly our header; its kid is the named one; the key is in the set and passed the lint; the
 * signature is that key's; the payload is this object and tenant, byte for byte; and it was signed within the key's validity.
 * @param tenantId the expected tenant; null: the one it names
 * @param at time of the check, ISO 8601
 */
export async function judgeSignature(claim: SignatureClaim, keys: KeySet, tenantId: string | null, at: string): Promise<SignatureFinding> {
  const jws = readJws(claim.jws, claim.typ);
  if (!jws.ok) return { ok: false, kid: null, code: jws.code, message: messages.signature, reasons: [jws.reason] };
  const { kid, payload } = jws.value;
  const failed = (code: EvidenceFault, reasons: readonly string[], message: string = messages.signature): SignatureFinding => ({
    ok: false,
    kid,
    code,
    message,
    reasons,
  });
  // The key named by the object comes first: if it is unknown it is reported, whichever key the signature names.
  const named = claim.kid ?? kid;
  const key = keys.trusted.get(named);
  if (key === undefined) {
    const refused = keys.refused.filter((candidate) => candidate.kid === clip(named)).flatMap(({ reasons }) => reasons);
    if (refused.length > 0)
      return failed(
        'key_refused',
        refused.map((reason) => `Key ${clip(named)} ${reason}`),
      );
    return failed(
      'unknown_kid',
      ['No key of this id (kid) is in the key set: withdrawn, or never the platform’s'],
      unknownKidMessage(named),
    );
  }
  if (kid !== named) return failed('kid_mismatch', [`The signature names key ${clip(kid)}, the ${claim.what} ${clip(named)}`]);
  if (!(await verifyJws(claim.jws, key))) return failed('signature_invalid', [`The signature is not that of key ${clip(kid)}`]);

  const signed = readPayload(payload);
  const differing = Object.entries(claim.expected)
    .filter(([name, value]) => signed.get(name) !== value)
    .map(([name]) => name);
  if (differing.length > 0)
    return failed(
      'payload_mismatch',
      differing.map((name) => `The signed ${name} is not the ${claim.what}’s`),
    );
  const signedTenant = signed.get('tenantId');
  if (typeof signedTenant !== 'string') return failed('payload_mismatch', ['The signed payload names no tenant']);
  if (tenantId !== null && signedTenant !== tenantId) return failed('wrong_tenant', ['Signed for another tenant']);
  // Byte for byte: neither additional members nor another spelling may be smuggled in under the signature.
  if (payload !== claim.canonical(signedTenant, signed))
    return failed('payload_mismatch', ['The signed payload is not in its canonical form']);
  const fault = claim.signedAt === null ? null : timeFault(claim.signedAt, key, at);
  if (fault !== null) return failed(fault.code, [fault.reason]);
  return { ok: true, kid, tenantId: signedTenant, payload, signed };
}

/** Payload members that are texts or numbers; untrusted until the signature holds. */
export function readPayload(payload: string): SignedPayload {
  const json = parseStrictJson(payload, { maxLength: MAX_JWS_LENGTH, maxDepth: 1 });
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return new Map();
  return new Map(
    Object.entries(json.value).filter(
      (pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number',
    ),
  );
}

/** The payload's `signedAt`, untrusted until the signature holds; an empty string if missing, which no time check accepts. */
export function signedTimeOf(compact: string, typ: string): string {
  const jws = readJws(compact, typ);
  const time = jws.ok ? readPayload(jws.value.payload).get('signedAt') : undefined;
  return typeof time === 'string' ? time : '';
}
