import type { FastifyInstance } from 'fastify';
import type { Kysely, Selectable } from 'kysely';
import { type Passkey, passkeyLimit } from '../../../src/contracts/passkey.ts';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import type { Database } from '../../db/schema.ts';
import { isRefusal, type Refusal, refuse } from '../../http/problem.ts';
import { type Call, route } from '../../http/route.ts';
import { isForwarded } from '../passwords/publishedPassword.ts';
import { secondStepOf } from '../factors/secondFactor.ts';
import { giveToken, keepProof } from '../sessions/freshProof.ts';
import { proveAgain, wrongPassword } from '../sessions/reauthenticate.ts';
import { renewToken } from '../sessions/sessionToken.ts';
import { stillMay } from '../sessions/stillMay.ts';
import { ownerOf } from '../accounts.ts';
import { issueChallenge, takeChallenge } from './challenges.ts';
import { keepPasskey, tooManyPasskeys } from './keepPasskey.ts';
import { creationOptions, relyingPartyOf, verifyNew } from './relyingParty.ts';

type Row = Selectable<Database['passkeys']>;
type OwnCall = Call<'passkeyOptions' | 'addPasskey' | 'renamePasskey' | 'removePasskey'>;

/** Message where passkeys are not supported. */
const notHere = 'Passkeys are not available: your organisation’s identity provider handles sign-in, or the platform’s address has no name';
const asked = 'Your organisation requires a second factor. Set an authenticator app up first, or add another passkey';
const startAgain = 'The device’s answer does not match the request. Start again';

/**
 * Routes for a person's own passkeys (I-7). Adding or removing one needs the password: a passkey is a way in, and an open session must
 * not become a permanent one. The owner is notified of both by mail.
 */
export function registerPasskeyRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, database, clock, config, audit, letters } = platform;
  const rp = relyingPartyOf(config);

  route(app, platform, 'passkeys', async ({ db: snapshot, session }) => ({
    passkeys: (await passkeysOf(snapshot, session.user.id)).map(shownPasskey),
    limit: passkeyLimit,
    available: rp !== null,
    lastUpdated: clock.now().toISOString(),
  }));
  registerAddition(app, platform, rp);

  route(
    app,
    platform,
    'renamePasskey',
    async (call) => {
      const { id: accountId } = call.session.user;
      const owner = await accountOf(db, accountId);
      const renamed = await database.write(recordLine(owner.tenant_id), async (trx) => {
        await stillMay(trx, call, 'renamePasskey');
        // Another account's passkey is answered like an unknown one.
        const row = await trx
          .updateTable('passkeys')
          .set({ name: call.body.name })
          .where('passkey_id', '=', call.params['id'] ?? '')
          .where('account_id', '=', accountId)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return null;
        const account = await accountOf(trx, accountId);
        await audit.record(trx, { ...lineOf(call, account), action: 'account.passkey_rename', target: row.passkey_id, outcome: 'done' });
        return row;
      });
      return renamed === null ? refuse('not_found') : shownPasskey(renamed);
    },
    { bodyLimit: 4096 },
  );

  route(
    app,
    platform,
    'removePasskey',
    async (call) => {
      const account = await proven(platform, call, 'account.passkey_remove', call.body.currentPassword);
      if (isRefusal(account)) return account;
      const removed = await database.write(recordLine(account.tenant_id), async (trx) => {
        await stillMay(trx, call, 'removePasskey', { own: true });
        const held = await passkeysOf(trx, account.account_id);
        const row = held.find((passkey) => passkey.passkey_id === call.params['id']);
        if (row === undefined) return refuse('not_found');
        // Keep the last one: otherwise anybody with the password could set up a new second factor at sign-in.
        if (held.length === 1 && config.oidc === null && (await secondStepOf(trx, account.account_id, true)) === 'passkey')
          return refuse('conflict', asked);
        await trx.deleteFrom('passkeys').where('passkey_id', '=', row.passkey_id).execute();
        await letters.write(trx, { purpose: 'passkey_removed', ...ownerOf(account), facts: { passkey: row.name } });
        await audit.record(trx, { ...lineOf(call, account), action: 'account.passkey_remove', target: row.passkey_id, outcome: 'done' });
        const now = clock.now();
        return { token: await keepProof(trx, call.session, { at: now, now }) };
      });
      if (isRefusal(removed)) return removed;
      giveToken(call, removed.token);
      letters.wake();
      return null;
    },
    { bodyLimit: 4096 },
  );
}

/** Adding a passkey takes two calls: options with a challenge, given for the password, and the credential that answers it. */
function registerAddition(app: FastifyInstance, platform: Platform, rp: ReturnType<typeof relyingPartyOf>): void {
  const { db, database, clock, audit, letters } = platform;
  route(
    app,
    platform,
    'passkeyOptions',
    async (call) => {
      if (rp === null) return refuse('conflict', notHere);
      const owner = await proven(platform, call, 'account.passkey_add', call.body.currentPassword);
      if (isRefusal(owner)) return owner;
      const known = await passkeysOf(db, owner.account_id);
      // Check here too: a passkey refused after its creation would stay on the device, useless.
      if (known.length >= passkeyLimit) return refuse('conflict', tooManyPasskeys);
      // Serialized with a change of password: after one, the password just proved no longer counts; before one, the change voids this
      // challenge.
      const challenge = await database.write(recordLine(owner.tenant_id), async (trx) => {
        await stillMay(trx, call, 'passkeyOptions');
        const { password } = await accountOf(trx, owner.account_id);
        return password === owner.password ? issueChallenge(trx, 'add', call.session.sessionId, clock.now()) : null;
      });
      if (challenge === null) return refuse('forbidden', wrongPassword);
      return creationOptions(
        rp,
        { accountId: owner.account_id, email: owner.email, name: owner.name },
        challenge,
        known.map((row) => ({ credentialId: row.credential_id, transports: row.transports })),
      );
    },
    { bodyLimit: 4096 },
  );

  route(
    app,
    platform,
    'addPasskey',
    async (call) => {
      if (rp === null) return refuse('conflict', notHere);
      const { name, credential } = call.body;
      const { id: accountId } = call.session.user;
      // The challenge was issued only to this session and only after the password, so it proves both.
      const challenge = await takeChallenge(db, 'add', call.session.sessionId, clock.now());
      const made: Awaited<ReturnType<typeof verifyNew>> =
        challenge === null ? { ok: false, why: 'No challenge' } : await verifyNew(rp, credential, challenge);
      if (!made.ok) {
        platform.log.warn('passkey.refused', { why: made.why });
        const account = await accountOf(db, accountId);
        await audit.record(null, { ...lineOf(call, account), action: 'account.passkey_add', target: accountId, outcome: 'refused' });
        return refuse('bad_request', startAgain);
      }
      const owner = await accountOf(db, accountId);
      const added = await database.write(recordLine(owner.tenant_id), async (trx) => {
        await stillMay(trx, call, 'addPasskey', { own: true });
        const account = await trx
          .selectFrom('accounts')
          .selectAll()
          .where('account_id', '=', accountId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        if (account.status !== 'active') return refuse('unauthenticated');
        const row = await keepPasskey(trx, { accountId, name, made: made.value, credential, now: clock.now() });
        if (isRefusal(row)) return row;
        await letters.write(trx, { purpose: 'passkey_added', ...ownerOf(account), facts: { passkey: row.name } });
        await audit.record(trx, { ...lineOf(call, account), action: 'account.passkey_add', target: row.passkey_id, outcome: 'done' });
        // The proof was the password, given before the challenge was issued; hence the new token.
        return { row, token: await renewToken(trx, call.session, clock.now()) };
      });
      if (isRefusal(added)) return added;
      giveToken(call, added.token);
      letters.wake();
      return shownPasskey(added.row);
    },
    { bodyLimit: 65_536 },
  );
}

/** The caller's account after the password was proved again; a wrong password is recorded. */
async function proven(
  platform: Platform,
  call: OwnCall,
  action: string,
  password: string,
): Promise<Selectable<Database['accounts']> | Refusal> {
  const account = await accountOf(platform.db, call.session.user.id);
  const doubt = await proveAgain(platform, account, password, isForwarded(call.request.headers));
  if (doubt === null) return account;
  await platform.audit.record(null, {
    ...lineOf(call, account),
    action,
    target: call.params['id'] ?? account.account_id,
    outcome: 'refused',
    details: { why: doubt.refused },
  });
  return doubt;
}

function accountOf(db: Kysely<Database>, accountId: string): Promise<Selectable<Database['accounts']>> {
  return db.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
}

/** Common part of the record lines here; they go to the account's home tenant, wherever the session works. */
function lineOf({ correlationId, ip }: OwnCall, account: Selectable<Database['accounts']>) {
  return { tenantId: account.tenant_id, actor: { id: account.account_id, name: account.name }, correlationId, ip };
}

/** An account's passkeys, newest first. */
export function passkeysOf(db: Kysely<Database>, accountId: string): Promise<Row[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('passkey_id')
    .execute();
}

/** A passkey as shown to people. */
export function shownPasskey(row: Row): Passkey {
  return { id: row.passkey_id, name: row.name, createdAt: row.created_at, lastUsed: row.last_used_at, backedUp: row.backed_up };
}
