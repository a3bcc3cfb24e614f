import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { openKeyWrap } from '../../evidence/keyWrap.ts';
import { isRefusal, refuse } from '../../http/problem.ts';
import { type Call, route } from '../../http/route.ts';
import { ownerOf } from '../accounts.ts';
import { stillMay } from '../sessions/stillMay.ts';
import { enrolTotp } from './enrolTotp.ts';
import { countRecoveryCodes, keepRecoveryCodes, makeRecoveryCodes } from './recoveryCodes.ts';
import { hasPasskey, mustHaveSecond } from './secondFactor.ts';
import { base32, totpAddress } from './totp.ts';
import { heldTotp, offerTotp, removeTotp } from './totpSecrets.ts';

type OwnCall = Call<'confirmTotp' | 'removeTotp' | 'renewRecoveryCodes'>;

/** Issuer name shown in authenticator apps. */
export const totpIssuer = 'Ukweli Console';

/** Message for a wrong confirmation code. */
export const wrongCode = 'The code is not right. Look at the one that the app shows now';
const notHere = 'Authenticator apps are not available: your organisation’s identity provider handles sign-in';
const notShown = 'The setup code has expired. Start again';
const asked = 'Your organisation requires a second factor. Add a passkey first, or set another app up in place of this one';
const none = 'No authenticator app is set up';

/**
 * Routes for a person's own authenticator app and recovery codes (G-25). Changes need an authentication within the last five minutes; the
 * owner is notified by mail.
 */
export function registerFactorRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, database, clock, config, audit, letters } = platform;
  const accountOf = (accountId: string) =>
    db.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();

  route(app, platform, 'factors', async ({ db: snapshot, session }) => ({
    totp: await heldTotp(snapshot, session.user.id),
    recoveryCodes: await countRecoveryCodes(snapshot, session.user.id),
    required: await mustHaveSecond(snapshot, session.user.id),
    available: config.oidc === null,
    lastUpdated: clock.now().toISOString(),
  }));

  route(app, platform, 'offerTotp', async (call) => {
    if (config.oidc !== null) return refuse('conflict', notHere);
    const { session } = call;
    const wrap = await openKeyWrap(config);
    const account = await accountOf(session.user.id);
    const secret = await database.write(`account ${account.account_id}`, async (trx) => {
      await stillMay(trx, call, 'offerTotp');
      return offerTotp(trx, wrap, { accountId: account.account_id, holder: session.sessionId, now: clock.now() });
    });
    return { secret: base32(secret), address: totpAddress(secret, { email: account.email, issuer: totpIssuer }) };
  });

  route(
    app,
    platform,
    'confirmTotp',
    async (call) => {
      if (config.oidc !== null) return refuse('conflict', notHere);
      const { session, body, ip, correlationId } = call;
      const { id: accountId } = session.user;
      // The secret is shown only to this session and only after re-authentication, so a correct code implies that proof.
      const done = await enrolTotp(platform, { accountId, holder: session.sessionId, typed: body.code, ip, correlationId }, async (trx) => {
        await stillMay(trx, call, 'confirmTotp', { own: true });
        return null;
      });
      if (done === 'wrong') return refuse('forbidden', wrongCode);
      if (done === 'gone') return refuse('conflict', notShown);
      return isRefusal(done) ? done : { recoveryCodes: [...done.recoveryCodes] };
    },
    { bodyLimit: 4096 },
  );

  route(app, platform, 'removeTotp', async (call) => {
    const account = await accountOf(call.session.user.id);
    const removed = await database.write(recordLine(account.tenant_id), async (trx) => {
      await stillMay(trx, call, 'removeTotp', { own: true });
      if ((await mustHaveSecond(trx, account.account_id)) && !(await hasPasskey(trx, account.account_id))) return refuse('conflict', asked);
      if (!(await removeTotp(trx, account.account_id))) return refuse('not_found');
      await letters.write(trx, { purpose: 'totp_removed', ...ownerOf(account), facts: {} });
      await audit.record(trx, { ...lineOf(call, account), action: 'account.totp_remove' });
      return null;
    });
    letters.wake();
    return removed;
  });

  route(app, platform, 'renewRecoveryCodes', async (call) => {
    const account = await accountOf(call.session.user.id);
    if ((await heldTotp(db, account.account_id)) === null) return refuse('conflict', none);
    const codes = await makeRecoveryCodes(account.account_id, config.passwordCost);
    const made = await database.write(recordLine(account.tenant_id), async (trx) => {
      await stillMay(trx, call, 'renewRecoveryCodes', { own: true });
      if ((await heldTotp(trx, account.account_id)) === null) return refuse('conflict', none);
      await keepRecoveryCodes(trx, account.account_id, codes, clock.now());
      await letters.write(trx, { purpose: 'recovery_made', ...ownerOf(account), facts: {} });
      await audit.record(trx, { ...lineOf(call, account), action: 'account.recovery_codes' });
      return null;
    });
    if (made !== null) return made;
    letters.wake();
    return { recoveryCodes: [...codes.shown] };
  });
}

/** Common part of a record line about one's own factors; it goes to the account's home tenant, wherever the session works. */
function lineOf({ correlationId, ip }: OwnCall, account: Selectable<Database['accounts']>) {
  const { account_id: id, name, tenant_id: tenantId } = account;
  return { tenantId, actor: { id, name }, target: id, outcome: 'done', correlationId, ip } as const;
}
