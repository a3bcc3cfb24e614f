import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { oidcLibrary } from './oidcLibrary.ts';

type Payload = Record<string, unknown>;

/** Kinds whose id is itself the secret that a client holds. */
const bearerKinds = new Set(['AuthorizationCode', 'AccessToken', 'RefreshToken', 'DeviceCode']);

/** What an id is stored under: a copy of the table redeems no code and refreshes no token. */
export function atRest(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/**
 * What time it is for the provider: the library has no clock but `Date.now()`, which a program has put on the platform's (`letLibrariesFollow`). What it dates itself and what we
 * keep of that go by the same one.
 */
export function providerNow(): Date {
  return new Date(Date.now());
}

/**
 * The provider's storage in the platform's database, one instance for each kind of thing (oidc-provider's adapter interface).
 * Times are real, by the provider's clock.
 */
export function createOidcStore(db: Kysely<Database>) {
  return class OidcStore {
    readonly kind: string;
    constructor(kind: string) {
      this.kind = kind;
    }

    async upsert(id: string, payload: Payload, expiresInS?: number): Promise<void> {
      const { jti: _, ...withoutId } = payload;
      const row = {
        payload: JSON.stringify(bearerKinds.has(this.kind) ? withoutId : payload),
        grant_id: textOf(payload['grantId']),
        uid: textOf(payload['uid']),
        user_code: textOf(payload['userCode']),
        expires_at: expiresInS === undefined ? null : new Date(providerNow().getTime() + expiresInS * 1000),
      };
      await db
        .insertInto('oidc_payloads')
        .values({ kind: this.kind, id: atRest(id), ...row })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
        .execute();
    }

    async find(id: string): Promise<Payload | undefined> {
      const row = await this.#rows().where('id', '=', atRest(id)).executeTakeFirst();
      return row === undefined ? undefined : told({ ...row, payload: { ...row.payload, jti: id } });
    }

    async findByUid(uid: string): Promise<Payload | undefined> {
      const row = await this.#rows().where('uid', '=', uid).executeTakeFirst();
      return row === undefined ? undefined : told(row);
    }

    async findByUserCode(userCode: string): Promise<Payload | undefined> {
      const row = await this.#rows().where('user_code', '=', userCode).executeTakeFirst();
      return row === undefined ? undefined : told(row);
    }

    /** Judged where it is written: the library looked before, and so did nine others at once (G-19). */
    async consume(id: string): Promise<void> {
      const taken = await db
        .updateTable('oidc_payloads')
        .set({ consumed_at: providerNow() })
        .where('kind', '=', this.kind)
        .where('id', '=', atRest(id))
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (taken.numUpdatedRows !== 1n) throw new oidcLibrary.errors.InvalidGrant('already consumed');
    }

    async destroy(id: string): Promise<void> {
      await db.deleteFrom('oidc_payloads').where('kind', '=', this.kind).where('id', '=', atRest(id)).execute();
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await db.deleteFrom('oidc_payloads').where('grant_id', '=', grantId).execute();
    }

    #rows() {
      return db
        .selectFrom('oidc_payloads')
        .select(['payload', 'consumed_at'])
        .where('kind', '=', this.kind)
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', providerNow().toISOString())]));
    }
  };
}

/** Ends the provider's sessions and tokens of an account: after a log-out nothing of it signs in again without a password. */
export async function forgetAtProvider(db: Kysely<Database>, accountId: string): Promise<void> {
  await db
    .deleteFrom('oidc_payloads')
    .where((row) => row(row.ref('payload', '->>').key('accountId'), '=', accountId))
    .execute();
}

/** Ends a grant, with the code and the tokens that were given under it. */
export async function endGrant(db: Kysely<Database>, grantId: string): Promise<void> {
  await db
    .deleteFrom('oidc_payloads')
    .where((row) => row.or([row('grant_id', '=', grantId), row.and([row('kind', '=', 'Grant'), row('id', '=', atRest(grantId))])]))
    .execute();
}

/** Removes what has expired; the database does not by itself. */
export async function pruneOidcStore(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('oidc_payloads').where('expires_at', '<', providerNow().toISOString()).execute();
}

function told(row: { payload: Payload; consumed_at: string | null }): Payload {
  return row.consumed_at === null ? row.payload : { ...row.payload, consumed: Math.floor(Date.parse(row.consumed_at) / 1000) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
