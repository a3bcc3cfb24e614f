import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint } from 'jose';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { JwksResponse } from '../../src/contracts/evidence.ts';
import { jwkSchema } from '../../src/contracts/evidence.ts';
import { CLOCK_GRACE_MS } from '../../src/evidence/keyLife.ts';
import { type KeySet, lintKeys } from '../../src/evidence/keys.ts';
import type { Database } from '../db/schema.ts';
import { signingKeyRow } from '../secrets/stored.ts';
import type { KeyWrap } from './keyWrap.ts';
import type { Signer } from './manifests.ts';

type Db = Kysely<Database> | Transaction<Database>;

const generateRsa = promisify(generateKeyPair);

/** Bits of a key that signs. */
export const SIGNING_BITS = 3072;

/** A key pair that was just made, with its public half as it stands in the set. */
export interface MadeKey extends Signer {
  readonly publicJwk: Readonly<Record<string, unknown>>;
}

/**
 * A new RSA key pair, exponent 65537. Its id is the day it was made and the beginning of its thumbprint (RFC 7638), 72 bits of it: no two platforms have a key of one id.
 * @param named the day; or an id of its own, for keys that are nobody's
 */
export async function makeSigner(named: Date | string, modulusLength: 2048 | 3072 = SIGNING_BITS): Promise<MadeKey> {
  const { privateKey } = await generateRsa('rsa', { modulusLength });
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid =
    typeof named === 'string'
      ? named
      : `ukweli-${named.toISOString().slice(0, 10)}-${(await calculateJwkThumbprint({ kty: 'RSA', n, e })).slice(0, 12)}`;
  return { kid, privateKey, publicJwk: { kty: 'RSA', n, e, kid, use: 'sig', alg: 'RS256' } };
}

/**
 * Makes the current key where the platform has none yet. Safe for instances that start together: one insert wins, the others
 * find it. Returns the signer. Read before each signing, outside of transactions: the key may have been rotated.
 * @param now on the clock that signatures carry
 */
export async function ensureCurrentKey(db: Db, wrap: KeyWrap, now: Date): Promise<Signer> {
  const held = await readCurrent(db, wrap);
  if (held !== null) return held;
  await insertCurrent(db, wrap, await makeSigner(now), now);
  const current = await readCurrent(db, wrap);
  if (current === null) throw new Error('no current signing key after making one');
  return current;
}

/** Puts a new key in as the current one, unless there is one. Its signatures count from a little before now: the clocks of instances differ. */
export async function insertCurrent(db: Db, wrap: KeyWrap, { kid, privateKey, publicJwk }: MadeKey, now: Date): Promise<void> {
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await db
    .insertInto('signing_keys')
    .values({
      kid,
      state: 'current',
      public_jwk: JSON.stringify(publicJwk),
      private_key: wrap.wrap(signingKeyRow(kid), pem),
      created_at: now,
      not_before: new Date(now.getTime() - CLOCK_GRACE_MS),
      withdrawn_reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function readCurrent(db: Db, wrap: KeyWrap): Promise<Signer | null> {
  const row = await db.selectFrom('signing_keys').select(['kid', 'private_key']).where('state', '=', 'current').executeTakeFirst();
  if (row === undefined || row.private_key === null) return null;
  return { kid: row.kid, privateKey: createPrivateKey(wrap.unwrap(signingKeyRow(row.kid), row.private_key)) };
}

/** Puts the public half of a key that signed between these moments into the set. Its private half is kept nowhere. */
export async function addRetiredKey(db: Db, made: MadeKey, notBefore: Date, retiredAt: Date): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({
      kid: made.kid,
      state: 'retired',
      public_jwk: JSON.stringify(made.publicJwk),
      private_key: null,
      created_at: notBefore,
      not_before: notBefore,
      retired_at: retiredAt,
      withdrawn_reason: null,
    })
    .execute();
}

/** The public set (RFC 7517) with the life of each key, current key first. Read each time: a withdrawn key must be gone from every instance at once. */
export async function readKeySet(db: Db): Promise<JwksResponse> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'public_jwk', 'not_before', 'retired_at'])
    .where('state', '<>', 'withdrawn')
    .orderBy(sql`state = 'current'`, 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return {
    keys: rows.map(({ kid, public_jwk: jwk, not_before: notBefore, retired_at: retiredAt }) => {
      const read = jwkSchema.safeParse({ ...jwk, notBefore, ...(retiredAt === null ? {} : { retiredAt }) });
      // One that is no key by its name alone: it is left out where the set is served (G-14), and checks nothing where it is used.
      return read.success ? read.data : ({ kid } as JwksResponse['keys'][number]);
    }),
  };
}

/** A moment that every signature of the platform's is before: for judgements in which the lives of keys do not count. */
export const WHENEVER = '9999-12-31T23:59:59.999Z';

/**
 * Every key that was ever the platform's own, withdrawn ones too, without its life: for what the platform asks itself before it signs more, namely whether what stands in its tables is
 * what it once signed. What a withdrawn key signed counts for nobody; a row beside it must be that very thing all the same.
 */
export async function readOwnKeys(db: Db): Promise<KeySet> {
  const rows = await db.selectFrom('signing_keys').select('public_jwk').execute();
  return lintKeys(rows.map(({ public_jwk: jwk }) => jwk));
}
