import type { FastifyInstance } from 'fastify';
import type { Selectable, Transaction } from 'kysely';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import { isReadOnly, ReadOnlyMode } from '../db/readOnly.ts';
import type { Database } from '../db/schema.ts';
import { isRefusal, type Refusal, refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { confirmAddress, refuseNewAddress } from '../letters/newAddresses.ts';
import { holderOfLink, linkLine, maySendLetter, takeBackLinks, useLink } from './linking/accountLinks.ts';
import { emailKey, lockAddresses, ownerOf } from './accounts.ts';
import { createAttempts } from './guessing/attempts.ts';
import { bucketsOfLink } from './guessing/buckets.ts';
import { proveAgain } from './sessions/reauthenticate.ts';

type Account = Selectable<Database['accounts']>;

const goneLink = 'This link has expired or was used already. Ask for the change again in your profile.';

/** Refusal when an account has been sent the maximum of confirmation letters within the hour, no matter who requested them. */
export const tooManyAddresses = (): Refusal => refuse('rate_limited', 'Too many changes of address within the hour', 60 * 60_000);

/**
 * Requests a change of address (D-22): needs the password again, and takes effect only when the new address has confirmed it. If the
 * address belongs to another account, the answer is the same and that account's owner is notified instead. The letters are only
 * written; the caller must wake their delivery (`letters.wake`).
 * @param judge re-checks permission and preconditions in the transaction, before any write; a refusal is returned as the answer
 * @param besides further changes for the same transaction
 */
export async function askForAddress(
  platform: Platform,
  asked: {
    readonly account: Account;
    readonly email: string;
    readonly password: string;
    readonly correlationId: string;
    readonly ip: string;
    /** Whether a proxy forwarded the call. */
    readonly forwarded: boolean;
  },
  judge: (trx: Transaction<Database>) => Promise<Refusal | null>,
  besides: (trx: Transaction<Database>) => Promise<void> = async () => undefined,
): Promise<Refusal | null> {
  const { database, clock, audit, letters, config } = platform;
  const { account, email, correlationId, ip } = asked;
  const line = {
    tenantId: account.tenant_id,
    actor: { id: account.account_id, name: account.name },
    action: 'account.email_link',
    target: account.account_id,
    correlationId,
    ip,
  };
  if (account.password === null || !config.passwords)
    return refuse('conflict', 'Your organisation’s identity provider manages your address');
  const doubt = await proveAgain(platform, account, asked.password, asked.forwarded);
  if (doubt !== null) {
    await audit.record(null, { ...line, outcome: 'refused', details: { why: doubt.refused } });
    return doubt;
  }
  const now = clock.now();
  return database.write(recordLine(account.tenant_id), async (trx) => {
    const judged = await judge(trx);
    if (judged !== null) return judged;
    if (!(await maySendLetter(trx, 'email', account.account_id, now))) return tooManyAddresses();
    const often = await refuseNewAddress(trx, { accountId: account.account_id, tenantId: account.tenant_id, email }, now);
    if (often !== null) return often;
    // The latest request counts: links of earlier ones confirm nothing any more.
    await takeBackLinks(trx, account.account_id, now, 'email');
    await letters.writeLinked(trx, { purpose: 'email_confirm', accountId: account.account_id, to: email, name: account.name });
    await letters.write(trx, { purpose: 'email_asked', ...ownerOf(account), facts: { newAddress: email } });
    await besides(trx);
    await audit.record(trx, { ...line, outcome: 'done' });
    return null;
  });
}

/** Confirms a new address by its mailed link; needs no session, since having the link proves access to the mailbox. */
export function registerAddressChange(app: FastifyInstance, platform: Platform): void {
  const { db, database, clock, audit, letters } = platform;
  const attempts = createAttempts(platform);

  route(
    app,
    platform,
    'confirmEmail',
    async ({ body, ip, correlationId }) => {
      const isHeld = (await holderOfLink(db, 'email', body.token, clock.now())) !== null;
      const buckets = bucketsOfLink(body.token, isHeld, ip);
      const waitMs = await attempts.take(buckets);
      if (waitMs !== null) return refuse('rate_limited', undefined, waitMs);
      const changed = await database.write(linkLine(body.token), async (trx) => {
        const link = await useLink(trx, 'email', body.token, clock.now());
        if (link === null || link.email === null) return refuse('gone', goneLink);
        const before = await trx
          .selectFrom('accounts')
          .selectAll()
          .where('account_id', '=', link.accountId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        if (before.status !== 'active') return refuse('gone', goneLink);
        if (await isReadOnly(trx, before.tenant_id)) throw new ReadOnlyMode();
        const key = emailKey(link.email);
        await lockAddresses(trx);
        const owner = await trx.selectFrom('accounts').select('account_id').where('email_key', '=', key).executeTakeFirst();
        if (owner !== undefined && owner.account_id !== before.account_id) return refuse('gone', goneLink);
        await trx.updateTable('accounts').set({ email: link.email, email_key: key }).where('account_id', '=', before.account_id).execute();
        await confirmAddress(trx, before.account_id, link.email, clock.now());
        // Letters to the old mailbox, delivered or on their way, must not open the account.
        await takeBackLinks(trx, before.account_id, clock.now());
        await letters.write(trx, { purpose: 'email_changed', ...ownerOf(before), facts: { newAddress: link.email } });
        await audit.record(trx, {
          tenantId: before.tenant_id,
          actor: { id: before.account_id, name: before.name },
          action: 'account.email_change',
          target: before.account_id,
          outcome: 'done',
          correlationId,
          ip,
        });
        return { email: link.email };
      });
      if (isRefusal(changed)) return changed;
      await attempts.succeeded(buckets);
      letters.wake();
      return changed;
    },
    { bodyLimit: 4096 },
  );
}
