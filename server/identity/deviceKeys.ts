import { createHash, createHmac } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { calculateJwkThumbprint } from 'jose';
import { type BoundSession, judgeProof, proofText, renewed, type TokenState, tokenStateOf } from '../../src/domain/session/deviceProof.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';

/** What a device brings to have its session's token renewed: headers as they came (src/contracts/deviceKey.ts). */
export interface Brought {
  readonly token: string;
  readonly key: string | null;
  readonly proof: string | null;
}

/** What it is given: the cookie's token, and the nonce that it signs the next time. `again`: as the last time, whose answer was lost. */
export interface Renewal {
  readonly token: string;
  readonly nonce: string;
  readonly again: boolean;
}

export type KeyRow = Pick<
  Selectable<Database['session_keys']>,
  'nonce_hash' | 'spent_nonce_hash' | 'spent_token_hash' | 'spent_until' | 'renewed_at'
>;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A session's row as the rules take it (domain/session/deviceProof.ts). */
function boundOf(tokenHash: string, row: KeyRow): BoundSession {
  return {
    token: tokenHash,
    spentToken: row.spent_token_hash,
    spentUntil: Date.parse(row.spent_until),
    nonce: row.nonce_hash,
    spentNonce: row.spent_nonce_hash,
    renewedAt: Date.parse(row.renewed_at),
  };
}

/** What a token of a bound session opens now. Hashes. */
export function tokenStateIn(session: { readonly tokenHash: string; readonly key: KeyRow }, presentedHash: string, now: Date): TokenState {
  return tokenStateOf(boundOf(session.tokenHash, session.key), presentedHash, now.getTime());
}

/** Has a session that was just opened bound: its token opens something for a quarter of an hour, in which the device brings its key. */
export async function bindSession(trx: Kysely<Database>, sessionId: string, now: Date): Promise<void> {
  await trx.insertInto('session_keys').values({ session_id: sessionId, spent_until: now, renewed_at: now }).execute();
}

/**
 * Renews the token of a session for the device that proves to have its key, or brings one where there is none yet. Null where it does not. The same answer is made of the same proof, by a secret of the
 * platform's: whoever lost it asks again, and two calls of one device are told the same, whichever is heard last.
 * @param also what else comes of it, in the same transaction
 */
export async function renewByKey(
  { database, secrets, clock }: Pick<Platform, 'database' | 'secrets' | 'clock'>,
  sessionId: string,
  brought: Brought,
  also: (trx: Transaction<Database>) => Promise<void>,
): Promise<Renewal | null> {
  const held = await secrets.held('sessions.renewal');
  const [over = '', signature = ''] = (brought.proof ?? '').split('.');
  return database.write(`session ${sessionId}`, async (trx) => {
    const session = await trx
      .selectFrom('sessions')
      .select('token_hash')
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (session === undefined) return null;
    const now = clock.now();
    const row = await trx.selectFrom('session_keys').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
    const key = row?.public_key ?? brought.key;
    const thumbprint = key === null ? null : await signedBy(key, over, signature);
    if (key === null || thumbprint === null) return null;
    // A key is brought under its own name, and by nobody else's signature.
    const brings = brought.key !== null;
    if (brings && (over !== thumbprint || brought.key !== key)) return null;
    const bound = boundOf(session.token_hash, row ?? unbound(now));
    const proof = { token: hash(brought.token), over: hash(over), brings };
    const judged = judgeProof(bound, proof);
    if (judged === 'refused') return null;
    await also(trx);
    const made = held.map(({ text }) => make(text, sessionId, over));
    const before = judged === 'again' ? made.find(({ token }) => hash(token) === session.token_hash) : undefined;
    if (before !== undefined) return { ...before, again: true };
    // The first time; or the secret by which it was made is gone, so that what was lost cannot be made again.
    const [next] = made;
    if (next === undefined) return null;
    const after = renewed(bound, proof, { token: hash(next.token), nonce: hash(next.nonce) }, now.getTime());
    const columns = {
      thumbprint,
      public_key: key,
      nonce_hash: after.nonce,
      spent_nonce_hash: after.spentNonce,
      spent_token_hash: after.spentToken,
      spent_until: new Date(after.spentUntil),
      renewed_at: now,
      noted_at: null,
    };
    await trx
      .insertInto('session_keys')
      .values({ session_id: sessionId, ...columns })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(columns))
      .execute();
    await trx.updateTable('sessions').set({ token_hash: after.token }).where('session_id', '=', sessionId).execute();
    return { ...next, again: false };
  });
}

/** A session that was opened before sessions were bound: its token opened what it did, and goes on to for the grace that any has. */
const unbound = (now: Date): KeyRow => ({
  nonce_hash: null,
  spent_nonce_hash: null,
  spent_token_hash: null,
  spent_until: now.toISOString(),
  renewed_at: now.toISOString(),
});

/** Token and nonce that follow on a proof. */
function make(secret: string, sessionId: string, over: string): { readonly token: string; readonly nonce: string } {
  const of = (kind: string): string => createHmac('sha256', secret).update(`${kind}\n${sessionId}\n${over}`).digest('base64url');
  return { token: of('token'), nonce: of('nonce') };
}

/** The thumbprint of the key where the text was signed by it; null where it was not, or this is no key. */
async function signedBy(key: string, over: string, signature: string): Promise<string | null> {
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || over === '') return null;
  try {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const verifier = await crypto.subtle.importKey('raw', point, algorithm, true, ['verify']);
    const bytes = new TextEncoder().encode(proofText(over));
    const good = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, verifier, Buffer.from(signature, 'base64url'), bytes);
    const { kty = '', crv, x, y } = await crypto.subtle.exportKey('jwk', verifier);
    return good ? await calculateJwkThumbprint({ kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }) : null;
  } catch {
    return null; // no point of the curve
  }
}
