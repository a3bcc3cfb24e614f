import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { type NewCredential, passkeyLimit } from '../../../src/contracts/passkey.ts';
import type { Database } from '../../db/schema.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import type { Credential } from './relyingParty.ts';

/** Message when the maximum of passkeys is reached. */
export const tooManyPasskeys = `You have ${passkeyLimit} passkeys. Remove one you no longer use`;

/** A newly created and verified passkey. */
export interface NewPasskey {
  readonly accountId: string;
  readonly name: string;
  readonly made: Credential;
  readonly credential: NewCredential;
  readonly now: Date;
}

/**
 * Stores a passkey. Call it in the transaction that holds the account, so that concurrent calls cannot exceed the maximum. `conflict` if
 * it is reached or the passkey exists.
 */
export async function keepPasskey(
  trx: Kysely<Database>,
  { accountId, name, made, credential, now }: NewPasskey,
): Promise<Selectable<Database['passkeys']> | Refusal> {
  const { count } = await trx
    .selectFrom('passkeys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (count >= passkeyLimit) return refuse('conflict', tooManyPasskeys);
  const row = await trx
    .insertInto('passkeys')
    .values({
      passkey_id: randomUUID(),
      account_id: accountId,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      transports: JSON.stringify(credential.response.transports ?? []),
      name,
      backed_up: made.backedUp,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? refuse('conflict', 'This passkey was added before');
}
