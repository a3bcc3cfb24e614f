import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ProviderLink } from '../../src/contracts/adminAccess.ts';
import { runCommand, Unchanged } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { wordsFor } from '../entities/by.ts';
import { readUser } from '../entities/users.ts';
import type { Writing } from '../entities/writing.ts';
import { isRefusal, type Refusal, refuse } from '../http/problem.ts';
import { type Call, route } from '../http/route.ts';
import { maySendLetter, takeBackLinks } from '../identity/linking/accountLinks.ts';
import { ownerOf } from '../identity/accounts.ts';
import { openSessionsOf } from '../identity/sessions/deviceSessions.ts';
import { countRecoveryCodes } from '../identity/factors/recoveryCodes.ts';
import { heldTotp, removeTotp } from '../identity/factors/totpSecrets.ts';
import type { IdentityProvider } from '../identity/linking/identityProvider.ts';
import { passkeysOf, shownPasskey } from '../identity/passkeys/passkeyRoutes.ts';
import { hasPasswordHere } from '../identity/passwords/resetWishes.ts';
import type { WayBack } from '../letters/letter.ts';
import { refuseNewAddress } from '../letters/newAddresses.ts';

type Reading = Pick<Writing, 'trx' | 'tenantId'>;

type OverAnother = 'endUserSession' | 'removeUserPasskey' | 'removeUserTotp' | 'unlinkUser' | 'inviteUser' | 'startAnew';

/**
 * An account's means of access (sessions, passkeys, authenticator app), seen and revoked by administrators of its home tenant (issue 17,
 * points 9 and 25). For another tenant's account the answer does not even reveal that it exists. One's own are managed in the profile,
 * which prevents locking oneself out by mistake.
 */
export function registerUserAccess(app: FastifyInstance, platform: Platform, { provider }: { readonly provider: IdentityProvider }): void {
  const { clock, config } = platform;
  route(app, platform, 'userAccess', async ({ db, tenantId, params, session }) => {
    const { id = '' } = params;
    if ((await readUser({ trx: db, tenantId }, id, clock.now())) === null) return refuse('not_found');
    const account = await db.selectFrom('accounts').select('password').where('account_id', '=', id).executeTakeFirstOrThrow();
    return {
      sessions: await openSessionsOf(db, id, clock.now(), session.sessionId),
      passkeys: (await passkeysOf(db, id)).map(shownPasskey),
      totp: await heldTotp(db, id),
      recoveryCodes: await countRecoveryCodes(db, id),
      password: config.passwords && account.password !== null,
      provider: await providerLinkOf(db, config, id),
      lastUpdated: clock.now().toISOString(),
    };
  });
  const over = actsOverAnother(platform);
  registerRemovals(app, platform, over);
  registerInvitation(app, platform, over);
  registerStartAnew(app, platform, provider, over);
}

/** Runs a command on another's account with its row locked; streams of the sessions it ended close after the commit. */
function actsOverAnother({ clock, letters, sessions }: Platform) {
  return async <Done extends object>(
    call: Call<OverAnother>,
    id: OverAnother,
    record: { readonly action: string; readonly target: string; readonly details: Record<string, string | number> },
    work: (writing: Writing, accountId: string) => Promise<Done | Refusal | Unchanged<Done>>,
  ): Promise<Done | Refusal> => {
    const accountId = call.params['id'] ?? '';
    if (accountId === call.session.user.id)
      return refuse('conflict', 'Your own sessions, passkeys and password are changed in your profile');
    const done = await runCommand<Done>(
      call,
      id,
      record,
      async (writing) => ((await readUser(writing, accountId, clock.now())) === null ? refuse('not_found') : work(writing, accountId)),
      { changes: { accountId, held: 'forNoKeyUpdate' } },
    );
    if (isRefusal(done)) return done;
    letters.wake();
    await sessions.sweep();
    return done;
  };
}

type ActOverAnother = ReturnType<typeof actsOverAnother>;

/** Takes single means of access away: a session, a passkey, the authenticator app, the link with the provider. */
function registerRemovals(app: FastifyInstance, platform: Platform, over: ActOverAnother): void {
  const { sessions, letters, config } = platform;
  route(app, platform, 'endUserSession', (call) => {
    const { sessionId = '' } = call.params;
    const details = { account: call.params['id'] ?? '' };
    return over<{ taken: boolean }>(
      call,
      'endUserSession',
      { action: 'session.revoke', target: sessionId, details },
      async (writing, accountId) => {
        // A session that already ended counts as success.
        const taken = await sessions.endIn(writing.trx, { sessionId, accountId }, 'revoked');
        return taken ? { taken } : new Unchanged({ taken });
      },
    );
  });

  route(app, platform, 'removeUserPasskey', (call) => {
    const { passkeyId = '' } = call.params;
    const details = { account: call.params['id'] ?? '' };
    return over<{ taken: boolean }>(
      call,
      'removeUserPasskey',
      { action: 'account.passkey_remove', target: passkeyId, details },
      async (writing, accountId) => {
        const row = await writing.trx
          .deleteFrom('passkeys')
          .where('passkey_id', '=', passkeyId)
          .where('account_id', '=', accountId)
          .returning('name')
          .executeTakeFirst();
        if (row === undefined) return new Unchanged({ taken: false });
        const owner = await ownerIn(writing, accountId);
        await letters.write(writing.trx, { purpose: 'passkey_removed', ...ownerOf(owner), facts: { passkey: row.name } });
        return { taken: true };
      },
    );
  });

  route(app, platform, 'removeUserTotp', (call) => {
    const target = call.params['id'] ?? '';
    const record = { action: 'account.totp_remove', target, details: {} };
    return over<{ taken: boolean }>(call, 'removeUserTotp', record, async (writing, accountId) => {
      if (!(await removeTotp(writing.trx, accountId))) return new Unchanged({ taken: false });
      await letters.write(writing.trx, { purpose: 'totp_removed', ...ownerOf(await ownerIn(writing, accountId)), facts: {} });
      return { taken: true };
    });
  });

  route(app, platform, 'unlinkUser', (call) => {
    const target = call.params['id'] ?? '';
    const details = { issuer: config.oidc?.issuer ?? '' };
    return over<{ taken: boolean }>(call, 'unlinkUser', { action: 'account.unlink', target, details }, async ({ trx }, accountId) => {
      const gone = await trx
        .deleteFrom('federated_identities')
        .where('account_id', '=', accountId)
        .where('issuer', '=', details.issuer)
        .returning('subject')
        .execute();
      if (gone.length === 0) return new Unchanged({ taken: false });
      await sessions.endAllIn(trx, accountId, 'revoked');
      return { taken: true };
    });
  });
}

/** Sends the letter by which a person links their account with the identity provider. */
function registerInvitation(app: FastifyInstance, platform: Platform, over: ActOverAnother): void {
  const { letters, clock, config } = platform;
  route(app, platform, 'inviteUser', (call) => {
    const target = call.params['id'] ?? '';
    return over(call, 'inviteUser', { action: 'account.invite', target, details: {} }, async (writing, accountId) => {
      const { trx, tenantId } = writing;
      const owner = await ownerIn(writing, accountId);
      const link = await providerLinkOf(trx, config, accountId);
      if (link === null) return refuse('conflict', 'This platform has no external identity provider to link');
      if (link.linked) return refuse('conflict', 'The account is already linked. Unlink it first to link another person');
      if (owner.status !== 'active') return refuse('conflict', 'The account is not active. Activate it first');
      if (!(await maySendLetter(trx, 'invite', accountId, clock.now())))
        return refuse('rate_limited', 'Five invitations went out within the hour', 3_600_000);
      const often = await refuseNewAddress(trx, { tenantId, email: null }, clock.now());
      if (often !== null) return often;
      // Only the latest invitation is valid.
      await takeBackLinks(trx, accountId, clock.now(), 'invite');
      await letters.writeLinked(trx, { purpose: 'invitation', ...ownerOf(owner) });
      const user = await readUser(writing, accountId, clock.now());
      return user === null ? refuse('not_found') : { user };
    });
  });
}

/** Takes every means of access away and leaves the owner one way back in. */
function registerStartAnew(app: FastifyInstance, platform: Platform, provider: IdentityProvider, over: ActOverAnother): void {
  const { sessions, letters, clock, config } = platform;
  route(app, platform, 'startAnew', async (call) => {
    const target = call.params['id'] ?? '';
    const details: Record<string, number> = {};
    const done = await over(call, 'startAnew', { action: 'account.start_anew', target, details }, async (writing, accountId) => {
      const { trx } = writing;
      const owner = await ownerIn(writing, accountId);
      const here = owner.status === 'active' && config.passwords && (await hasPasswordHere({ db: trx }, owner));
      const passkeys = await trx.deleteFrom('passkeys').where('account_id', '=', accountId).returning('name').execute();
      const removedTotp = await removeTotp(trx, accountId);
      await trx.updateTable('accounts').set({ password: null }).where('account_id', '=', accountId).execute();
      // Links in a mailbox that someone else may also read.
      await takeBackLinks(trx, accountId, clock.now());
      const ended = await sessions.endAllIn(trx, accountId, 'revoked');
      const back: WayBack = config.oidc !== null ? 'provider' : here ? 'link' : 'ask';
      const facts = { by: wordsFor(call.session.user), passkeysEnded: passkeys.map(({ name }) => name).join('\n'), back } as const;
      const app = removedTotp ? ({ app: 'ended' } as const) : {};
      await letters.write(trx, { purpose: 'started_anew', ...ownerOf(owner), facts: { ...facts, ...app } });
      if (back === 'link') await letters.writeLinked(trx, { purpose: 'reset', ...ownerOf(owner) });
      details['endedSessions'] = ended;
      details['removedPasskeys'] = passkeys.length;
      if (removedTotp) details['removedTotp'] = 1;
      const user = await readUser(writing, accountId, clock.now());
      return user === null ? refuse('not_found') : { user, endedSessions: ended, removedPasskeys: passkeys.length, removedTotp };
    });
    if (!isRefusal(done)) await provider.forget(target);
    return done;
  });
}

/** The account's link with the identity provider; null if there is no provider. */
async function providerLinkOf(db: Kysely<Database>, { oidc }: Platform['config'], accountId: string): Promise<ProviderLink | null> {
  if (oidc === null) return null;
  const link = await db
    .selectFrom('federated_identities')
    .select('linked_at')
    .where('account_id', '=', accountId)
    .where('issuer', '=', oidc.issuer)
    .executeTakeFirst();
  const refused = await db.selectFrom('federated_refusals').select(['at', 'why']).where('account_id', '=', accountId).executeTakeFirst();
  return { issuer: oidc.issuer, linked: link !== undefined, linkedAt: link?.linked_at ?? null, refused: refused ?? null };
}

function ownerIn({ trx }: Reading, accountId: string) {
  return trx.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
}
