import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { oidcLibrary } from './oidcLibrary.ts';

type Payload = Record<string, unknown>;

/** Kinds whose id is the secret that the client holds. */
const bearerKinds = new Set(['AuthorizationCode', 'AccessToken', 'RefreshToken', 'DeviceCode']);

/** Hash under which ids are stored, so that a copy of the table redeems no code and refreshes no token. */
export function atRest(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/**
 * Current time for the provider: the library only uses `Date.now()`, which the start program sets to the platform's clock
 * (`letLibrariesFollow`). Our own dates for its data must use the same clock.
 */
export function providerNow(): Date {
  return new Date(Date.now());
}

/** oidc-provider's adapter over the platform's database, one instance per kind. Times are real, by the provider's clock. */
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

    /** Decided by the update itself: concurrent calls may all have passed the library's check (G-19). */
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

/** Deletes the provider's sessions and tokens of an account, so that after sign-out nothing signs in again without a password. */
export async function forgetAtProvider(db: Kysely<Database>, accountId: string): Promise<void> {
  await db
    .deleteFrom('oidc_payloads')
    .where((row) => row(row.ref('payload', '->>').key('accountId'), '=', accountId))
    .execute();
}

/** Deletes a grant with the code and tokens issued under it. */
export async function endGrant(db: Kysely<Database>, grantId: string): Promise<void> {
  await db
    .deleteFrom('oidc_payloads')
    .where((row) => row.or([row('grant_id', '=', grantId), row.and([row('kind', '=', 'Grant'), row('id', '=', atRest(grantId))])]))
    .execute();
}

/** Deletes expired rows. */
export async function pruneOidcStore(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('oidc_payloads').where('expires_at', '<', providerNow().toISOString()).execute();
}

function told(row: { payload: Payload; consumed_at: string | null }): Payload {
  return row.consumed_at === null ? row.payload : { ...row.payload, consumed: Math.floor(Date.parse(row.consumed_at) / 1000) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
