import type { EvidenceFault, Leaf } from '../contracts/verdict.ts';
import { MAX_JWS_LENGTH, readJws, verifyJws } from './jws.ts';
import { timeFault } from './keyLife.ts';
import type { KeySet } from './keys.ts';
import { clip, messages, unknownKidMessage } from './messages.ts';
import { parseStrictJson } from './strictJson.ts';

/** The members of a payload that are texts or numbers. */
export type SignedPayload = ReadonlyMap<string, string | number>;

/** What something says of its own signature, before anybody believes it. */
export interface SignatureClaim {
  readonly jws: string;
  /** The kind's own `typ`: no signature passes for another kind (D-33). */
  readonly typ: string;
  /** The key that the thing itself names; null where only the signature does. */
  readonly kid: string | null;
  /** 'manifest', 'report', 'portfolio', 'payment': for the reasons. */
  readonly what: string;
  /** The time that stands in what was signed, ISO 8601; null where its kind has none, so that nothing of its key's life is judged. */
  readonly signedAt: string | null;
  /** What was signed must say the same as the thing, member for member; the tenant apart. */
  readonly expected: Readonly<Record<string, Leaf | undefined>>;
  /** The payload's exact text for a tenant; `signed` is what was read of it, of which a form with many members keeps those that it knows. Null where it is not
   * all there. */
  readonly canonical: (tenantId: string, signed: SignedPayload) => string | null;
}

/** Whose signature it is and for which tenant, or why it is nobody's. */
export type SignatureFinding =
  | {
      readonly ok: true;
      readonly kid: string;
      readonly tenantId: string;
      /** The payload as it was signed, and what it says. */
      readonly payload: string;
      readonly signed: SignedPayload;
    }
  | {
      readonly ok: false;
      /** As the signature names it; null where it cannot be read. */
      readonly kid: string | null;
      readonly code: EvidenceFault;
      readonly message: string;
      readonly reasons: readonly string[];
    };

/**
 * Policy, in order: a compact JWS with exactly our header; its kid is the one that was named; the key stands in the set and passed the
 * lint; the signature is that key's; what was signed is this thing and this tenant, to the byte; and it was signed within the key's life.
 * @param tenantId whose it must be; null: whoever's it says
 * @param at the moment of the check, ISO 8601
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
  // The key that the thing names comes first: one that nobody knows is told by its name, whatever its signature names.
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
  // Byte for byte: neither another member nor another spelling of these may ride along under the signature.
  if (payload !== claim.canonical(signedTenant, signed))
    return failed('payload_mismatch', ['The signed payload is not in its canonical form']);
  const fault = claim.signedAt === null ? null : timeFault(claim.signedAt, key, at);
  if (fault !== null) return failed(fault.code, [fault.reason]);
  return { ok: true, kid, tenantId: signedTenant, payload, signed };
}

/** The members of a payload that are texts or numbers; nobody's until the signature holds. */
export function readPayload(payload: string): SignedPayload {
  const json = parseStrictJson(payload, { maxLength: MAX_JWS_LENGTH, maxDepth: 1 });
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return new Map();
  return new Map(
    Object.entries(json.value).filter(
      (pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number',
    ),
  );
}

/** The time that stands in a payload of ours as `signedAt`, nobody's until the signature holds; one that is not there cannot be read, and lets nothing pass. */
export function signedTimeOf(compact: string, typ: string): string {
  const jws = readJws(compact, typ);
  const time = jws.ok ? readPayload(jws.value.payload).get('signedAt') : undefined;
  return typeof time === 'string' ? time : '';
}
