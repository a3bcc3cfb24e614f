import { base64url } from 'jose';
import type { Proof } from '../../contracts/proof.ts';
import type { ProofCheck, ProofKey, ProofPart } from '../../contracts/proofVerdict.ts';
import type { EvidenceFault } from '../../contracts/verdict.ts';
import { sha256Hex } from '../bytes.ts';
import { CLOCK_GRACE_MS } from '../keyLife.ts';
import { type KeySet, lintKeys } from '../keys.ts';
import { clip, messages } from '../messages.ts';
import { kidsNamed } from './links.ts';

type Jwk = Proof['keys']['keys'][number];

/** The keys used for the signatures of a proof, the keys in the file, and the part on their origin. */
export interface JudgedKeys {
  /** The independent key set if given; otherwise the file's own. */
  readonly set: KeySet;
  readonly listed: readonly ProofKey[];
  readonly part: ProofPart;
}

/**
 * *Keys*: whose they are. The attacker controls the file and can make a key, sign everything anew and include the key: every signature
 * then holds. So the keys of a file prove nothing by themselves and the part is not checkable. It passes if each signing key is identical
 * to one of an independent set. The signatures are then judged with that set: a key that was withdrawn since is not in it, and a retired
 * one carries its end date.
 */
export async function judgeKeys(proof: Proof, { trusted, at }: Pick<ProofCheck, 'trusted' | 'at'>): Promise<JudgedKeys> {
  const { keys, fetchedAt } = proof.keys;
  const own = lintKeys(keys);
  const theirs = trusted ? lintKeys(trusted.held.keys) : null;
  const known = trusted ? jwksOf(trusted.held.keys) : null;
  const named = kidsNamed(proof);
  const bad: { readonly code: EvidenceFault; readonly reason: string }[] = own.refused.map(({ kid, reasons }) => ({
    code: 'key_refused',
    reason: `Key ${kid ?? 'without an id'} in the file ${reasons.join(', ')}`,
  }));
  const listed: ProofKey[] = [];
  for (const jwk of keys) {
    const thumbprint = await thumbprintOf(jwk);
    const used = named.has(jwk.kid);
    let against: ProofKey['against'] = null;
    if (known !== null) {
      const same = known.get(jwk.kid);
      const differences = same === undefined ? [] : await differencesOf(jwk, same, fetchedAt);
      against = same === undefined ? 'missing' : differences.length > 0 ? 'differs' : 'equal';
      if (against === 'missing' && used)
        bad.push({
          code: 'unknown_kid',
          reason: `Key ${clip(jwk.kid)} is not in ${setLabels(trusted)}: withdrawn, or never the platform’s`,
        });
      for (const difference of differences)
        bad.push({ code: 'key_differs', reason: `Key ${clip(jwk.kid)} ${difference} than in ${setLabels(trusted)}` });
    }
    listed.push({ kid: jwk.kid, thumbprint, notBefore: textOf(jwk.notBefore), retiredAt: textOf(jwk.retiredAt), used, against });
  }
  for (const kid of named)
    if (!keys.some((jwk) => jwk.kid === kid))
      bad.push({ code: 'unknown_kid', reason: `Key ${clip(kid)}, which a signature names, is not in the file` });
  return { set: theirs ?? own, listed, part: partOf(bad, listed, trusted, at) };
}

function partOf(
  bad: readonly { readonly code: EvidenceFault; readonly reason: string }[],
  listed: readonly ProofKey[],
  trusted: ProofCheck['trusted'],
  at: string,
): ProofPart {
  const used = listed.filter((key) => key.used);
  const evidence = { used: used.map(({ kid, thumbprint }) => ({ kid, thumbprint })), from: trusted?.from ?? 'file' };
  const [first] = bad;
  if (first !== undefined)
    return {
      state: 'failed',
      at,
      code: first.code,
      message: messages.proofKeys,
      reasons: bad.map(({ reason }) => reason).slice(0, 20),
      evidence,
    };
  if (used.length === 0) return { state: 'notCheckable', reason: 'Nothing in the file is signed' };
  if (trusted == null) return { state: 'notCheckable', reason: KEYS_IN_FILE };
  return { state: 'passed', at, evidence };
}

/** Reason if only the file itself vouches for its keys. */
export const KEYS_IN_FILE =
  'The keys are in the file itself, and anybody who makes a file can make its keys: this check cannot say that they are the platform’s. Compare the thumbprint with the one that the platform publishes, or give its key set';

const setLabels = (trusted: ProofCheck['trusted']): string =>
  trusted?.from === 'platform' ? 'the platform’s key set' : 'the key set that was given';

/** The set's original JWKs by id, for keys that pass the lint; two keys with one id are both left out. */
function jwksOf(keys: readonly unknown[]): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const { trusted } = lintKeys(keys);
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  for (const key of keys) {
    const jwk = Object(key) as Readonly<Record<string, unknown>>; // safe: any JSON value, members unknown
    if (typeof jwk['kid'] === 'string' && trusted.has(jwk['kid'])) found.set(jwk['kid'], jwk);
  }
  return found;
}

/**
 * Differences between a key of the file and the key of the same id in a set: digits or dates. A retirement after the file's set was
 * fetched is not a difference.
 */
async function differencesOf(jwk: Jwk, same: Readonly<Record<string, unknown>>, fetchedAt: string | null): Promise<readonly string[]> {
  const differences: string[] = [];
  if ((await thumbprintOf(jwk)) !== (await thumbprintOf(same))) differences.push('has other digits');
  if (textOf(jwk.notBefore) !== textOf(same['notBefore'])) differences.push('begins at another time');
  const [ended, ends] = [textOf(jwk.retiredAt), textOf(same['retiredAt'])];
  const retiredSince = ended === null && ends !== null && (fetchedAt === null || Date.parse(ends) > Date.parse(fetchedAt) - CLOCK_GRACE_MS);
  if (ended !== ends && !retiredSince) differences.push('ends at another time');
  return differences;
}

/** RFC 7638: SHA-256 of the canonical form of an RSA key's three required members. Null if one of them is not a text. */
export async function thumbprintOf(jwk: Readonly<Record<string, unknown>>): Promise<string | null> {
  const { e, kty, n } = jwk;
  if (typeof e !== 'string' || typeof n !== 'string' || kty !== 'RSA') return null;
  const hex = await sha256Hex(JSON.stringify({ e, kty, n }));
  return base64url.encode(Uint8Array.from({ length: 32 }, (_, place) => Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16)));
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
