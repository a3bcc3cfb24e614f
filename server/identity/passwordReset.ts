import type { FastifyInstance } from 'fastify';
import { isStrongPassword } from '../../src/domain/password.ts';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { holderOfLink, issueLink, linkLine, maySendLetter, takeBackLinks, useLink } from './accountLinks.ts';
import { emailKey } from './accounts.ts';
import { bucketsOf, bucketsOfAddress, createAttempts } from './attempts.ts';
import type { IdentityProvider } from './identityProvider.ts';
import { passwordChangedLetter, resetLetter } from './letters.ts';
import { hashPassword } from './passwords.ts';
import type { Afterwards, Post } from './post.ts';

/** The document's words (identity document, section 8). */
export const weakPassword = 'Please meet all password requirements';
const goneLink = 'This link has expired or was used already. Request a new one.';

/**
 * A forgotten password (D-22). Whoever asks is answered alike and as soon, for an address that has an account and one that has none: everything that
 * differs happens after the answer.
 */
export function registerPasswordReset(
  app: FastifyInstance,
  platform: Platform,
  parts: { readonly provider: IdentityProvider; readonly post: Post; readonly afterwards: Afterwards },
): void {
  const { db, database, clock, config, audit, sessions } = platform;
  const { provider, post, afterwards } = parts;
  const attempts = createAttempts(platform);

  route(
    app,
    platform,
    'requestReset',
    async ({ body, ip, correlationId }) => {
      const key = emailKey(body.email);
      const waitMs = await attempts.take(bucketsOfAddress('reset', ip, key));
      if (waitMs !== null) return refuse('rate_limited', undefined, waitMs);
      afterwards.run('reset.send', () => sendLink(platform, post, { key, ip, correlationId }));
      return null;
    },
    { bodyLimit: 4096 },
  );

  route(
    app,
    platform,
    'confirmReset',
    async ({ body, ip, correlationId }) => {
      const buckets = bucketsOfAddress('link', ip);
      const waitMs = await attempts.take(buckets);
      if (waitMs !== null) return refuse('rate_limited', undefined, waitMs);
      if (!isStrongPassword(body.password)) return refuse('bad_request', weakPassword);
      const now = clock.now();
      // Looked at before the costly part: a guess costs us no more than a look.
      if ((await holderOfLink(db, 'reset', body.token, now)) === null) return refuse('gone', goneLink);
      const password = await hashPassword(body.password, config.passwordCost);
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
        await takeBackLinks(trx, account.account_id, now);
        const ended = await sessions.endAllIn(trx, account.account_id, 'revoked');
        await audit.record(trx, {
          tenantId: account.tenant_id,
          actor: { id: account.account_id, name: account.name },
          action: 'account.password_reset',
          target: account.account_id,
          outcome: 'done',
          correlationId,
          ip,
          details: { endedSessions: ended },
        });
        return account;
      });
      if (owner === null) return refuse('gone', goneLink);
      await sessions.sweep();
      await provider.forget(owner.account_id);
      // The owner is known now: guesses made before, by himself or by others from here, do not keep him waiting.
      await attempts.succeeded([...buckets, ...bucketsOf({ who: owner.email_key, ip, device: null })]);
      afterwards.run('reset.tell', () => post.send(passwordChangedLetter({ to: owner.email, name: owner.name }, config.supportUrl)));
      return null;
    },
    { bodyLimit: 4096 },
  );
}

async function sendLink(
  platform: Platform,
  post: Post,
  asked: { readonly key: string; readonly ip: string; readonly correlationId: string },
): Promise<void> {
  const { db, database, clock, config, audit } = platform;
  const now = clock.now();
  const found = await db
    .selectFrom('accounts')
    .select(['account_id', 'name', 'email', 'tenant_id', 'password', 'status'])
    .where('email_key', '=', asked.key)
    .executeTakeFirst();
  const account = found !== undefined && found.status === 'active' && (await hasPasswordHere(platform, found)) ? found : null;
  const token = await database.write(recordLine(account?.tenant_id ?? ''), async (trx) => {
    if (!(await maySendLetter(trx, 'reset', account?.account_id ?? null, now))) return null;
    const made = await issueLink(trx, { kind: 'reset', accountId: account?.account_id ?? null }, now);
    await audit.record(trx, {
      tenantId: account?.tenant_id ?? '',
      actor: { id: null, name: 'Unknown' },
      action: 'account.reset_link',
      target: account?.account_id ?? 'unknown account',
      outcome: account === null ? 'refused' : 'done',
      correlationId: asked.correlationId,
      ip: asked.ip,
    });
    return made;
  });
  if (account === null || token === null) return;
  const link = `${config.origin}/auth/reset-password/confirm?token=${token}`;
  await post.send(resetLetter({ to: account.email, name: account.name }, link));
}

/** Whether an account signs in with a password of ours: it has one, or it has no other way in and sets its first by such a link. */
export async function hasPasswordHere(
  { db }: Pick<Platform, 'db'>,
  account: { readonly account_id: string; readonly password: string | null },
): Promise<boolean> {
  if (account.password !== null) return true;
  const elsewhere = await db
    .selectFrom('federated_identities')
    .select('subject')
    .where('account_id', '=', account.account_id)
    .limit(1)
    .executeTakeFirst();
  return elsewhere === undefined;
}
