import { createHash, createHmac } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { Kysely, Transaction } from 'kysely';
import { judgeProof, proofSpanMs, proofText, renewed } from '../../../src/domain/session/deviceProof.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { tokenColumns, tokensOf } from './sessionToken.ts';

/** Input for renewing a session's token: the cookie and headers as received (src/contracts/deviceKey.ts). */
export interface Brought {
  readonly token: string;
  /** The device's first key, or one that replaces the current key; else null. */
  readonly key: string | null;
  readonly proof: string | null;
  /** Whether the new key is under an app lock. */
  readonly locked: boolean;
}

/**
 * Result of a renewal: the token for the cookie (null: keep the present one) and the nonce to sign next time. `again`: the previous
 * answer, repeated because it was lost.
 */
export interface Renewal {
  readonly token: string | null;
  readonly nonce: string;
  readonly again: boolean;
  /** The cookie ends with the browser. */
  readonly locked: boolean;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Binds a display's new session: its token is valid for a quarter of an hour, in which the display must send its key. */
export async function bindSession(trx: Kysely<Database>, sessionId: string, now: Date): Promise<void> {
  await trx.insertInto('session_keys').values({ session_id: sessionId, renewed_at: now }).execute();
}

/** A key sent with a sign-in, and the secret that the first nonce is derived from. */
export interface KeyBrought {
  readonly key: string;
  readonly thumbprint: string;
  readonly secret: string;
  /** Whether the key is under an app lock. */
  readonly locked: boolean;
}

/**
 * Verifies a key sent with a sign-in. It must be signed with itself, so that a session cannot be bound to somebody else's key. Null if
 * invalid. Call it before the session's transaction, which must not wait for another connection.
 */
export async function keyBrought(
  { secrets }: Pick<Platform, 'secrets'>,
  { key, proof, locked }: Omit<Brought, 'token'>,
): Promise<KeyBrought | null> {
  const { over, signature } = proofOf(proof);
  const thumbprint = key === null ? null : await thumbprintOf(key);
  if (key === null || thumbprint === null || over !== thumbprint || !(await isSigned(key, proofText(over), signature))) return null;
  const [held] = await secrets.held('sessions.renewal');
  return { key, thumbprint, secret: held.text, locked };
}

/** Binds a person's new session to the key sent with the sign-in. Returns the nonce for its first refresh. */
export async function bindToKey(
  trx: Kysely<Database>,
  sessionId: string,
  { key, thumbprint, secret, locked }: KeyBrought,
  now: Date,
): Promise<string> {
  const { nonce } = make(secret, sessionId, thumbprint);
  await trx
    .insertInto('session_keys')
    .values({
      session_id: sessionId,
      thumbprint,
      public_key: key,
      nonce_hash: hash(nonce),
      spent_nonce_hash: hash(thumbprint),
      renewed_at: now,
      locked,
    })
    .execute();
  return nonce;
}

/**
 * Renews a session's token for a device that proves to hold its key, sends the first key, or replaces the key with a signature of the old
 * one. Null if the proof fails. The answer is derived from the proof with a platform secret, so that a device that lost it can ask again,
 * and concurrent calls of one device get the same answer. A new proof resumes a parked session. A repeated proof changes nothing, since
 * somebody may have copied it with the cookie: it resumes and extends nothing and replaces no token. The device must sign anew right
 * away.
 * @param also further work in the same transaction; false if the session is over, which cancels everything
 */
export async function renewByKey(
  { database, secrets, clock }: Pick<Platform, 'database' | 'secrets' | 'clock'>,
  sessionId: string,
  brought: Brought,
  also: (trx: Transaction<Database>) => Promise<boolean>,
): Promise<Renewal | null> {
  const held = await secrets.held('sessions.renewal');
  return database.write(`session ${sessionId}`, async (trx) => {
    const session = await trx
      .selectFrom('sessions')
      .select([...tokenColumns, 'account_id', 'created_at'])
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (session === undefined) return null;
    const now = clock.now();
    const row = await trx.selectFrom('session_keys').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
    const proved = await provedBy(row?.public_key ?? null, brought);
    if (proved === null) return null;
    const { over, key, thumbprint, isNew } = proved;
    // A person's token ends with its session (D-34).
    const lastsMs = session.account_id === null ? proofSpanMs : null;
    const bound = {
      ...tokensOf(session, lastsMs === null ? null : (row?.renewed_at ?? now.toISOString())),
      nonce: row?.nonce_hash ?? null,
      spentNonce: row?.spent_nonce_hash ?? null,
    };
    const proof = { token: hash(brought.token), over: hash(over), brings: isNew && row?.public_key == null };
    const judged = judgeProof(bound, proof);
    if (judged === 'refused') return null;
    const made = held.map(({ text }) => make(text, sessionId, over));
    const before = judged === 'again' ? made.find(({ nonce }) => hash(nonce) === row?.nonce_hash) : undefined;
    if (before !== undefined) {
      // If a re-authentication has replaced the token since, the device has that one or the one it just sent; leave its cookie alone.
      const token = hash(before.token) === session.token_hash ? before.token : null;
      return { token, nonce: before.nonce, again: true, locked: row?.locked ?? false };
    }
    if (!(await also(trx))) return null;
    const locked = isNew ? brought.locked : (row?.locked ?? false);
    // Only a fresh signature proves that the app lock is open: a repeat may arrive after it closed. The counter of unlock attempts starts
    // again.
    if (judged === 'renew' && row?.parked_at != null) {
      await trx.updateTable('session_keys').set({ parked_at: null }).where('session_id', '=', sessionId).execute();
      await trx.deleteFrom('lock_tries').where('session_id', '=', sessionId).execute();
    }
    // A new proof; or a repeated one whose secret is gone, so that the lost answer cannot be derived again.
    const next = make(held[0].text, sessionId, over);
    const after = renewed(bound, proof, { token: hash(next.token), nonce: hash(next.nonce) }, { now: now.getTime(), lastsMs });
    const columns = {
      thumbprint,
      public_key: key,
      nonce_hash: after.nonce,
      spent_nonce_hash: after.spentNonce,
      renewed_at: now,
      noted_at: null,
      locked,
    };
    await trx
      .insertInto('session_keys')
      .values({ session_id: sessionId, ...columns })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(columns))
      .execute();
    await trx
      .updateTable('sessions')
      .set({
        token_hash: after.token,
        prior_hash: after.prior,
        prior_until: null,
        prior_ends_at: after.priorEnds === null ? null : new Date(after.priorEnds),
        prior_proves: after.prior === session.token_hash || session.prior_proves,
      })
      .where('session_id', '=', sessionId)
      .execute();
    return { ...next, again: judged === 'again', locked };
  });
}

/** What the proof signs and the key that the session is bound to from now on; null if the proof fails. `held`: the current key. */
async function provedBy(
  held: string | null,
  brought: Brought,
): Promise<{ readonly over: string; readonly key: string; readonly thumbprint: string; readonly isNew: boolean } | null> {
  const { over, signature } = proofOf(brought.proof);
  const key = brought.key ?? held;
  const thumbprint = key === null ? null : await thumbprintOf(key);
  if (key === null || thumbprint === null) return null;
  const isNew = brought.key !== null;
  // The first key signs its own thumbprint; a later key needs a signature of the one before.
  if (held === null || held === brought.key)
    return over === thumbprint && (await isSigned(key, proofText(over), signature)) ? { over, key, thumbprint, isNew } : null;
  return (await isSigned(held, proofText(over, isNew ? thumbprint : null), signature)) ? { over, key, thumbprint, isNew } : null;
}

function proofOf(proof: string | null): { readonly over: string; readonly signature: string } {
  const [over = '', signature = ''] = (proof ?? '').split('.');
  return { over, signature };
}

/** Token and nonce derived from a proof. */
function make(secret: string, sessionId: string, over: string): { readonly token: string; readonly nonce: string } {
  const derive = (kind: string): string => createHmac('sha256', secret).update(`${kind}\n${sessionId}\n${over}`).digest('base64url');
  return { token: derive('token'), nonce: derive('nonce') };
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };

async function importKey(key: string) {
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return null;
  return crypto.subtle.importKey('raw', point, algorithm, true, ['verify']).catch(() => null); // not a point of the curve
}

/** JWK thumbprint (RFC 7638); null if the key is invalid. */
async function thumbprintOf(key: string): Promise<string | null> {
  const verifier = await importKey(key);
  if (verifier === null) return null;
  const { kty = '', crv, x, y } = await crypto.subtle.exportKey('jwk', verifier);
  return calculateJwkThumbprint({ kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }) });
}

/** True if the key signed the text. */
async function isSigned(key: string, text: string, signature: string): Promise<boolean> {
  const verifier = await importKey(key);
  if (verifier === null) return false;
  const bytes = new TextEncoder().encode(text);
  return crypto.subtle.verify({ ...algorithm, hash: 'SHA-256' }, verifier, Buffer.from(signature, 'base64url'), bytes);
}
