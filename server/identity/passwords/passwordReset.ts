import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { isStrongPassword } from '../../../src/domain/accounts/password.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { deviceCookie } from '../../http/cookies.ts';
import { refuse } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { confirmAddress } from '../../letters/newAddresses.ts';
import { holderOfLink, linkLine, takeBackLinks, useLink } from '../linking/accountLinks.ts';
import { emailKey, ownerOf } from '../accounts.ts';
import type { Afterwards } from '../afterwards.ts';
import { createAttempts } from '../guessing/attempts.ts';
import { bucketsOfAsking, bucketsOfLink, pairsOf } from '../guessing/buckets.ts';
import { mustHaveSecond } from '../factors/secondFactor.ts';
import { heldTotp } from '../factors/totpSecrets.ts';
import { whyGuessable } from './chosenPassword.ts';
import type { IdentityProvider } from '../linking/identityProvider.ts';
import { markedIn, openDeviceMarks } from '../sessions/device.ts';
import { hashPassword } from './passwords.ts';
import { fulfilLeftWishes, fulfilWish, keepWish } from './resetWishes.ts';

/** Wording of the identity document, section 8. */
export const weakPassword = 'Please meet all password requirements';
const goneLink = 'This link has expired or was used already. Request a new one.';

/**
 * Password reset by mailed link (D-22). Every request gets the same answer in the same time, whether or not the address has an account:
 * it is only stored, and everything that differs happens after the answer.
 */
export function registerPasswordReset(
  app: FastifyInstance,
  platform: Platform,
  { provider, afterwards }: { readonly provider: IdentityProvider; readonly afterwards: Afterwards },
): void {
  const { db, database, clock, config, audit, sessions, letters } = platform;
  const attempts = createAttempts(platform);
  letters.before(() => fulfilLeftWishes(platform));

  route(
    app,
    platform,
    'requestReset',
    async ({ body, ip, correlationId }) => {
      // Same answer as always, but nothing is sent.
      if (!config.passwords) return null;
      const key = emailKey(body.email);
      const waitMs = await attempts.take(bucketsOfAsking(key, ip));
      if (waitMs !== null) return refuse('rate_limited', undefined, waitMs);
      const wishId = await keepWish(platform, { key, ip, correlationId });
      afterwards.run('reset.send', () => fulfilWish(platform, wishId));
      return null;
    },
    { bodyLimit: 4096 },
  );

  route(
    app,
    platform,
    'confirmReset',
    async ({ body, ip, correlationId, reply }) => {
      if (!config.passwords) return refuse('gone', goneLink);
      const now = clock.now();
      // Checked before the costly hashing: a guessed link costs only a read.
      const holder = await holderOfLink(db, 'reset', body.token, now);
      const buckets = bucketsOfLink(body.token, holder !== null, ip);
      const waitMs = await attempts.take(buckets);
      if (waitMs !== null) return refuse('rate_limited', undefined, waitMs);
      if (!isStrongPassword(body.password)) return refuse('bad_request', weakPassword);
      if (holder === null) return refuse('gone', goneLink);
      // The link is not used up here and stays valid for the next try.
      const person = await db.selectFrom('accounts').select(['name', 'email']).where('account_id', '=', holder).executeTakeFirstOrThrow();
      const guessable = whyGuessable(body.password, person);
      if (guessable !== null) return refuse('bad_request', guessable);
      const password = await hashPassword(body.password, config.passwordCost, { account: holder });
      const owner = await database.write(linkLine(body.token), async (trx) => {
        const link = await useLink(trx, 'reset', body.token, now);
        if (link === null) return null;
        const account = await trx
          .updateTable('accounts')
          .set({ password })
          .where('account_id', '=', link.accountId)
          .where('status', '=', 'active')
          .returning(['account_id', 'name', 'email', 'email_key', 'tenant_id'])
          .executeTakeFirst();
        if (account === undefined) return null;
        await confirmAddress(trx, account.account_id, account.email, now);
        await takeBackLinks(trx, account.account_id, now);
        const ended = await sessions.endAllIn(trx, account.account_id, 'revoked');
        // An intruder may have added passkeys, so all are ended (G-9); the owner can add theirs again.
        const { passkeys, app, after } = await endWaysIn(trx, account.account_id);
        const names = passkeys.map(({ name }) => name).join('\n');
        await letters.write(trx, {
          purpose: 'password_changed',
          ...ownerOf(account),
          facts: { ...(after ? { passkeysAfter: names } : { passkeysEnded: names }), ...(app && { app: 'asked' }) },
        });
        await audit.record(trx, {
          tenantId: account.tenant_id,
          actor: { id: account.account_id, name: account.name },
          action: 'account.password_reset',
          target: account.account_id,
          outcome: 'done',
          correlationId,
          ip,
          details: {
            endedSessions: ended,
            ...(passkeys.length > 0 && { [after ? 'passkeysAfterPassword' : 'removedPasskeys']: passkeys.length }),
          },
        });
        return { ...account, ...(await markedIn(trx, account.account_id)) };
      });
      if (owner === null) return refuse('gone', goneLink);
      await sessions.sweep();
      await provider.forget(owner.account_id);
      // Mark this browser as a known device, which attempts from elsewhere do not slow; also reset the count of earlier attempts on the
      // account from here.
      reply.header('set-cookie', deviceCookie(config, (await openDeviceMarks(platform.secrets)).issue(owner)));
      await attempts.succeeded([...buckets, ...pairsOf(owner.email_key, ip)]);
      letters.wake();
      return null;
    },
    { bodyLimit: 4096 },
  );
}

/**
 * After a lost password, removes what signs in without it, but keeps second factors: access to a mailbox must not bypass a second step
 * (ASVS 6.4.3). An authenticator app stays. If a tenant requires a second factor and passkeys are the only one, they stay but work only
 * after the password. An intruder's factor that remains must be removed by an administrator.
 */
async function endWaysIn(
  trx: Kysely<Database>,
  accountId: string,
): Promise<{ readonly passkeys: readonly { readonly name: string }[]; readonly app: boolean; readonly after: boolean }> {
  const app = (await heldTotp(trx, accountId)) !== null;
  const after = !app && (await mustHaveSecond(trx, accountId));
  const passkeys = after
    ? await trx.updateTable('passkeys').set({ after_password: true }).where('account_id', '=', accountId).returning('name').execute()
    : await trx.deleteFrom('passkeys').where('account_id', '=', accountId).returning('name').execute();
  return { passkeys, app, after };
}
