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

/** RSA modulus length of a signing key, bits. */
export const SIGNING_BITS = 3072;

/** A new key pair, with the public key as it is in the key set. */
export interface MadeKey extends Signer {
  readonly publicJwk: Readonly<Record<string, unknown>>;
}

/**
 * Creates an RSA key pair, exponent 65537. Its id is the day plus the first 12 characters (72 bits) of its thumbprint (RFC 7638), so no
 * two platforms share an id.
 * @param named the day of creation, or an explicit id for keys that are not the platform's
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
 * Returns the current signer, and creates the key if there is none yet. Safe for instances that start together: one insert wins, the
 * others read it. Call it before each signing, outside of transactions: the key may have been rotated.
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

/** Inserts a key as the current one, unless there is one. It is valid from a little before now, because the clocks of instances differ. */
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

/** Adds a retired public key that was valid between these moments. Its private key is not stored. */
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

/**
 * The public key set (RFC 7517) with each key's validity, current key first. Read each time: a withdrawn key must disappear from every
 * instance at once.
 */
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
      // A stored key that does not parse is reduced to its id: it is left out where the set is served (G-14), and verifies nothing.
      return read.success ? read.data : ({ kid } as JwksResponse['keys'][number]);
    }),
  };
}

/** A time later than any signature of the platform, for checks that ignore the validity periods of keys. */
export const WHENEVER = '9999-12-31T23:59:59.999Z';

/**
 * Every key the platform ever had, including withdrawn ones, without validity periods. Used before signing more, to check that stored
 * rows are what the platform once signed; that must hold for a withdrawn key's rows too, although its signatures count for nobody else.
 */
export async function readOwnKeys(db: Db): Promise<KeySet> {
  const rows = await db.selectFrom('signing_keys').select('public_jwk').execute();
  return lintKeys(rows.map(({ public_jwk: jwk }) => jwk));
}
