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

/** The keys that the signatures of a proof are judged by, what stands in the file, and whose they are. */
export interface JudgedKeys {
  /** The set that did not come with the proof, where one was given; else the file's own. */
  readonly set: KeySet;
  readonly listed: readonly ProofKey[];
  readonly part: ProofPart;
}

/**
 * *Keys*: whose they are. The attacker writes the file, and whoever writes a file can make a key, sign all of it anew and put his key in: every signature then holds. So by themselves the keys
 * of a file are nobody's, and the part is not checkable; it passes where each key that signs is, to the digit, one of a set that did not come with the proof. That set then also
 * judges the signatures: a key that was withdrawn since is not in it, and one that was retired says until when it counts.
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
          reason: `Key ${clip(jwk.kid)} is not in ${setWords(trusted)}: withdrawn, or never the platform’s`,
        });
      for (const difference of differences)
        bad.push({ code: 'key_differs', reason: `Key ${clip(jwk.kid)} ${difference} than in ${setWords(trusted)}` });
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

/** What is said of keys that nothing but the file vouches for. */
export const KEYS_IN_FILE =
  'The keys stand in the file itself, and whoever makes a file can make its keys: this check cannot say that they are the platform’s. Compare the thumbprint with the one that the platform publishes, or give its key set';

const setWords = (trusted: ProofCheck['trusted']): string =>
  trusted?.from === 'platform' ? 'the platform’s key set' : 'the key set that was given';

/** By id, the keys of a set that passed nothing yet; of two of one id neither is taken. */
function jwksOf(keys: readonly unknown[]): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const { trusted } = lintKeys(keys);
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  for (const key of keys) {
    const jwk = Object(key) as Readonly<Record<string, unknown>>; // any JSON value: every member unknown
    if (typeof jwk['kid'] === 'string' && trusted.has(jwk['kid'])) found.set(jwk['kid'], jwk);
  }
  return found;
}

/** Where a key of the file is another than one of the same id in a set: its digits, or the dates of its life. One that was retired after the file's set was fetched is no other. */
async function differencesOf(jwk: Jwk, same: Readonly<Record<string, unknown>>, fetchedAt: string | null): Promise<readonly string[]> {
  const differences: string[] = [];
  if ((await thumbprintOf(jwk)) !== (await thumbprintOf(same))) differences.push('has other digits');
  if (textOf(jwk.notBefore) !== textOf(same['notBefore'])) differences.push('begins at another time');
  const [ended, ends] = [textOf(jwk.retiredAt), textOf(same['retiredAt'])];
  const retiredSince = ended === null && ends !== null && (fetchedAt === null || Date.parse(ends) > Date.parse(fetchedAt) - CLOCK_GRACE_MS);
  if (ended !== ends && !retiredSince) differences.push('ends at another time');
  return differences;
}

/** RFC 7638: SHA-256 of the canonical form of the three members that make an RSA key. Null where one of them is no text. */
export async function thumbprintOf(jwk: Readonly<Record<string, unknown>>): Promise<string | null> {
  const { e, kty, n } = jwk;
  if (typeof e !== 'string' || typeof n !== 'string' || kty !== 'RSA') return null;
  const hex = await sha256Hex(JSON.stringify({ e, kty, n }));
  return base64url.encode(Uint8Array.from({ length: 32 }, (_, place) => Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16)));
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
