import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { JwksResponse } from '../../src/contracts/evidence.ts';
import { jwkSchema } from '../../src/contracts/evidence.ts';
import type { Database } from '../db/schema.ts';
import type { KeyWrap } from './keyWrap.ts';
import type { Signer } from './manifests.ts';

/** The key that signs, and the one before it, which stays in the set so that what it signed still verifies (D-7). */
export const CURRENT_KID = 'ukweli-2025-11';
export const RETIRED_KID = 'ukweli-2025-03';

type Db = Kysely<Database> | Transaction<Database>;

const generateRsa = promisify(generateKeyPair);

/** A new RSA key pair, exponent 65537, with the public half as it stands in the set. */
export async function makeSigner(
  kid: string,
  modulusLength: 2048 | 3072,
): Promise<Signer & { readonly publicJwk: Readonly<Record<string, unknown>> }> {
  const { privateKey } = await generateRsa('rsa', { modulusLength });
  return { kid, privateKey, publicJwk: publicJwk(kid, privateKey) };
}

function publicJwk(kid: string, privateKey: KeyObject): Readonly<Record<string, unknown>> {
  const { n, e } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty: 'RSA', n, e, kid, use: 'sig', alg: 'RS256' };
}

/**
 * Makes the current key where the platform has none yet. Safe for instances that start together: one insert wins, the others
 * find it. Returns the signer.
 */
export async function ensureCurrentKey(db: Db, wrap: KeyWrap, now: Date): Promise<Signer> {
  const held = await readCurrent(db, wrap);
  if (held !== null) return held;
  const made = await makeSigner(CURRENT_KID, 3072);
  const pem = made.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await db
    .insertInto('signing_keys')
    .values({ kid: made.kid, state: 'current', public_jwk: JSON.stringify(made.publicJwk), private_key: wrap.wrap(pem), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const current = await readCurrent(db, wrap);
  if (current === null) throw new Error('no current signing key after making one');
  return current;
}

async function readCurrent(db: Db, wrap: KeyWrap): Promise<Signer | null> {
  const row = await db.selectFrom('signing_keys').select(['kid', 'private_key']).where('state', '=', 'current').executeTakeFirst();
  if (row === undefined || row.private_key === null) return null;
  return { kid: row.kid, privateKey: createPrivateKey(wrap.unwrap(row.private_key)) };
}

/** Puts the public half of a key that signs no more into the set. Its private half is kept nowhere. */
export async function addRetiredKey(db: Db, kid: string, jwk: Readonly<Record<string, unknown>>, createdAt: Date): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({ kid, state: 'retired', public_jwk: JSON.stringify(jwk), private_key: null, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The public set (RFC 7517), current key first. Read each time: a withdrawn key must be gone from every instance at once. */
export async function readKeySet(db: Db): Promise<JwksResponse> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['public_jwk'])
    .orderBy(sql`state = 'current'`, 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return { keys: rows.map(({ public_jwk: jwk }) => jwkSchema.parse(jwk)) };
}
