import { type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { ensureSetting } from '../../settings.ts';

/** The provider's signing key, private members included: made at first start and kept with the data. */
export function ensureProviderKeys(db: Kysely<Database>): Promise<{ keys: JWK[] }> {
  return ensureSetting(db, 'idp_keys', async () => {
    const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
    const jwk = await exportJWK(privateKey);
    return { keys: [{ ...jwk, kid: (await calculateJwkThumbprint(jwk)).slice(0, 16), use: 'sig', alg: 'RS256' }] };
  });
}

/** What may be shown of a key. */
export function publicPart({ kty, n, e, kid, use, alg }: JWK): JWK {
  return { kty, n, e, kid, use, alg } as JWK; // RSA: these are all of its public members
}
