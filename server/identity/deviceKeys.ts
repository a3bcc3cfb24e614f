import { createHash, createHmac } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { Kysely, Transaction } from 'kysely';
import { judgeProof, proofSpanMs, proofText, renewed } from '../../src/domain/session/deviceProof.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { tokenColumns, tokensOf } from './sessionToken.ts';

/** What a device brings to have its session's token renewed: cookie and headers as they came (src/contracts/deviceKey.ts). */
export interface Brought {
  readonly token: string;
  /** Its key where it has not given one, or another that takes its place. */
  readonly key: string | null;
  readonly proof: string | null;
  /** Whether the key that is brought is kept under an app lock. */
  readonly locked: boolean;
}

/** What it is given: the cookie's token, null where it keeps the one that it has, and the nonce that it signs the next time. `again`: as the last time, whose answer was lost. */
export interface Renewal {
  readonly token: string | null;
  readonly nonce: string;
  readonly again: boolean;
  /** The cookie ends with the browser. */
  readonly locked: boolean;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Has a display's session that was just opened bound: its token opens something for a quarter of an hour, in which the device brings its key. */
export async function bindSession(trx: Kysely<Database>, sessionId: string, now: Date): Promise<void> {
  await trx.insertInto('session_keys').values({ session_id: sessionId, renewed_at: now }).execute();
}

/** A key that came with a sign-in, and the secret of which the first nonce is made. */
export interface KeyBrought {
  readonly key: string;
  readonly thumbprint: string;
  readonly secret: string;
}

/** A key that comes with a sign-in: signed by itself, so that nobody binds a session to what he has not. Null where it is no such key. Asked before the session's transaction, which waits for no other connection. */
export async function keyBrought(
  { secrets }: Pick<Platform, 'secrets'>,
  { key, proof }: Pick<Brought, 'key' | 'proof'>,
): Promise<KeyBrought | null> {
  const { over, signature } = proofOf(proof);
  const thumbprint = key === null ? null : await thumbprintOf(key);
  if (key === null || thumbprint === null || over !== thumbprint || !(await isSigned(key, proofText(over), signature))) return null;
  const [held] = await secrets.held('sessions.renewal');
  if (held === undefined) throw new Error('there is no secret by which tokens are renewed');
  return { key, thumbprint, secret: held.text };
}

/** Binds a person's session that was just opened to the key that came with the sign-in; the nonce of its first refresh. */
export async function bindToKey(
  trx: Kysely<Database>,
  sessionId: string,
  { key, thumbprint, secret }: KeyBrought,
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
    })
    .execute();
  return nonce;
}

/**
 * Renews the token of a session for the device that proves to have its key, or brings one where there is none yet, or another by the signature of the one that is held. Null where it does not. The same
 * answer is made of the same proof, by a secret of the platform's: whoever lost it asks again, and two calls of one device are told the same, whichever is heard last. A parked session goes on with it.
 * Being told again changes nothing, since somebody may have copied the proof with the cookie: no lock opens by it, nothing is prolonged, and no token takes another's place. The device signs anew at once.
 * @param also what else comes of it, in the same transaction; false: the session is over, and nothing comes of anything
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
    // A token of a person's session ends with it (D-34).
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
      // Where a proof of the owner has brought another since, the device has that one, or the one that it came with.
      const token = hash(before.token) === session.token_hash ? before.token : null;
      return { token, nonce: before.nonce, again: true, locked: row?.locked ?? false };
    }
    if (!(await also(trx))) return null;
    const locked = isNew ? brought.locked : (row?.locked ?? false);
    if (judged === 'renew') {
      await trx.updateTable('session_keys').set({ parked_at: null }).where('session_id', '=', sessionId).execute();
      // Whoever opened the lock: tries at it are counted anew.
      if (row?.parked_at != null) await trx.deleteFrom('lock_tries').where('session_id', '=', sessionId).execute();
    }
    // The first time; or the secret by which it was made is gone: what was lost cannot be made again.
    const [next] = made;
    if (next === undefined) return null;
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

/** What is proved, and the key that the session is bound to from now on; null where nothing is. `held`: the one that it is bound to. */
async function provedBy(
  held: string | null,
  brought: Brought,
): Promise<{ readonly over: string; readonly key: string; readonly thumbprint: string; readonly isNew: boolean } | null> {
  const { over, signature } = proofOf(brought.proof);
  const key = brought.key ?? held;
  const thumbprint = key === null ? null : await thumbprintOf(key);
  if (key === null || thumbprint === null) return null;
  const isNew = brought.key !== null;
  // A key is brought under its own name where there is none, and else by the signature of the one before.
  if (held === null || held === brought.key)
    return over === thumbprint && (await isSigned(key, proofText(over), signature)) ? { over, key, thumbprint, isNew } : null;
  return (await isSigned(held, proofText(over, isNew ? thumbprint : null), signature)) ? { over, key, thumbprint, isNew } : null;
}

function proofOf(proof: string | null): { readonly over: string; readonly signature: string } {
  const [over = '', signature = ''] = (proof ?? '').split('.');
  return { over, signature };
}

/** Token and nonce that follow on a proof. */
function make(secret: string, sessionId: string, over: string): { readonly token: string; readonly nonce: string } {
  const of = (kind: string): string => createHmac('sha256', secret).update(`${kind}\n${sessionId}\n${over}`).digest('base64url');
  return { token: of('token'), nonce: of('nonce') };
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };

async function importKey(key: string) {
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return null;
  return crypto.subtle.importKey('raw', point, algorithm, true, ['verify']).catch(() => null); // no point of the curve
}

/** RFC 7638; null for what is no key. */
async function thumbprintOf(key: string): Promise<string | null> {
  const verifier = await importKey(key);
  if (verifier === null) return null;
  const { kty = '', crv, x, y } = await crypto.subtle.exportKey('jwk', verifier);
  return calculateJwkThumbprint({ kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }) });
}

/** Whether the text was signed by the key. */
async function isSigned(key: string, text: string, signature: string): Promise<boolean> {
  const verifier = await importKey(key);
  if (verifier === null) return false;
  const bytes = new TextEncoder().encode(text);
  return crypto.subtle.verify({ ...algorithm, hash: 'SHA-256' }, verifier, Buffer.from(signature, 'base64url'), bytes);
}
