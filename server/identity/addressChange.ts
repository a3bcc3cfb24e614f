import type { FastifyInstance } from 'fastify';
import type { Selectable, Transaction } from 'kysely';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import { isReadOnly, ReadOnlyMode } from '../db/readOnly.ts';
import type { Database } from '../db/schema.ts';
import { isRefusal, type Refusal, refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { issueLink, linkLine, maySendLetter, takeBackLinks, useLink } from './accountLinks.ts';
import { emailKey, lockAddresses } from './accounts.ts';
import { bucketsOfAddress, createAttempts } from './attempts.ts';
import { addressAskedLetter, addressChangedLetter, addressTakenLetter, confirmAddressLetter } from './letters.ts';
import type { Afterwards, Post } from './post.ts';
import { proveAgain } from './reproof.ts';

interface Parts {
  readonly post: Post;
  readonly afterwards: Afterwards;
}
type Account = Selectable<Database['accounts']>;

const goneLink = 'This link has expired or was used already. Ask for the change again in your profile.';

/**
 * Asks for another address (D-22): the password is proved again, and nothing changes until the new address has confirmed it. An address that somebody else has is answered like any
 * other; its owner is told instead.
 * @param judge whether the caller still may, asked in the transaction
 */
export async function askForAddress(
  platform: Platform,
  { post, afterwards }: Parts,
  asked: {
    readonly account: Account;
    readonly email: string;
    readonly password: string;
    readonly correlationId: string;
    readonly ip: string;
  },
  judge: (trx: Transaction<Database>) => Promise<unknown>,
): Promise<Refusal | null> {
  const { db, database, clock, config, audit } = platform;
  const { account, email, correlationId, ip } = asked;
  const line = {
    tenantId: account.tenant_id,
    actor: { id: account.account_id, name: account.name },
    action: 'account.email_link',
    target: account.account_id,
    correlationId,
    ip,
  };
  if (account.password === null) return refuse('conflict', 'Your organisation’s identity provider keeps your address');
  const doubt = await proveAgain(platform, account, asked.password);
  if (doubt !== null) {
    await audit.record(null, { ...line, outcome: 'refused', details: { why: doubt.refused } });
    return doubt;
  }
  const now = clock.now();
  const token = await database.write(recordLine(account.tenant_id), async (trx) => {
    await judge(trx);
    if (!(await maySendLetter(trx, 'email', account.account_id, now))) return null;
    // The last wish counts: the letter sent for the one before confirms nothing any more.
    await takeBackLinks(trx, account.account_id, now, 'email');
    const made = await issueLink(trx, { kind: 'email', accountId: account.account_id, email }, now);
    await audit.record(trx, { ...line, outcome: 'done' });
    return made;
  });
  if (token === null) return refuse('rate_limited', 'Too many changes of address within the hour', 60 * 60_000);
  afterwards.run('address.send', async () => {
    const key = emailKey(email);
    const owner = await db.selectFrom('accounts').select('account_id').where('email_key', '=', key).executeTakeFirst();
    const link = `${config.origin}/auth/confirm-email?token=${token}`;
    const theirs = owner !== undefined && owner.account_id !== account.account_id;
    await post.send(theirs ? addressTakenLetter(email) : confirmAddressLetter({ to: email, name: account.name }, link));
    await post.send(addressAskedLetter({ to: account.email, name: account.name }, email, config.supportUrl));
  });
  return null;
}

/** The link of a new address: whoever opened it reads that mailbox, signed in here or not. */
export function registerAddressChange(app: FastifyInstance, platform: Platform, { post, afterwards }: Parts): void {
  const { database, clock, config, audit } = platform;
  const attempts = createAttempts(platform);

  route(
    app,
    platform,
    'confirmEmail',
    async ({ body, ip, correlationId }) => {
      const buckets = bucketsOfAddress('link', ip);
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
        await audit.record(trx, {
          tenantId: before.tenant_id,
          actor: { id: before.account_id, name: before.name },
          action: 'account.email_change',
          target: before.account_id,
          outcome: 'done',
          correlationId,
          ip,
        });
        return { before, email: link.email };
      });
      if (isRefusal(changed)) return changed;
      await attempts.succeeded(buckets);
      const { before, email } = changed;
      afterwards.run('address.tell', () =>
        post.send(addressChangedLetter({ to: before.email, name: before.name }, email, config.supportUrl)),
      );
      return { email };
    },
    { bodyLimit: 4096 },
  );
}
