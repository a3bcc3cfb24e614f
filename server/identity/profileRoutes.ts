import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { OwnActivity, Profile } from '../../src/contracts/identity.ts';
import { isStrongPassword } from '../../src/domain/accounts/password.ts';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { deviceCookie } from '../http/cookies.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { type Call, route } from '../http/route.ts';
import { askForAddress } from './addressChange.ts';
import { whyGuessable } from './passwords/chosenPassword.ts';
import { linkHoldsMs, takeBackLinks } from './linking/accountLinks.ts';
import { ownerOf } from './accounts.ts';
import { giveToken, keepProof, needsProof } from './sessions/freshProof.ts';
import { markedIn, openDeviceMarks } from './sessions/device.ts';
import type { IdentityProvider } from './linking/identityProvider.ts';
import { isNameTaken, nameTaken } from './names.ts';
import { weakPassword } from './passwords/passwordReset.ts';
import { voidChallenges } from './passkeys/challenges.ts';
import { hashPassword } from './passwords/passwords.ts';
import { isForwarded } from './passwords/publishedPassword.ts';
import { proveAgain } from './sessions/reauthenticate.ts';
import { hasPasswordHere } from './passwords/resetWishes.ts';
import { stillMay } from './sessions/stillMay.ts';

const changedMeanwhile =
  'Your account was changed meanwhile, by an administrator or on another device. Look at it as it is now, and save again';

/** Number of actions shown; older ones are in the audit record. */
const newestActs = 20;

/**
 * Routes for a person's own account (I-7, D-22): profile, name, address, password, and their actions on record. Other accounts cannot be
 * named.
 */
export function registerProfileRoutes(
  app: FastifyInstance,
  platform: Platform,
  { provider }: { readonly provider: IdentityProvider },
): void {
  route(app, platform, 'profile', ({ db: snapshot, session }) => readProfile(platform, snapshot, session.user.id));

  route(app, platform, 'ownActivity', async ({ db: snapshot, session, tenantId }) => ({
    activities: await readOwnActivity(snapshot, tenantId, session.user.id),
    lastUpdated: platform.clock.now().toISOString(),
  }));

  route(app, platform, 'changeProfile', (call) => changeProfile(platform, call), { bodyLimit: 16_384 });

  route(app, platform, 'changePassword', (call) => changePassword(platform, provider, call), { bodyLimit: 8192 });
}

/** A new name, a new address or both, as one change. */
async function changeProfile(platform: Platform, call: Call<'changeProfile'>): Promise<Profile | Refusal> {
  const { db, database, clock, audit, letters } = platform;
  const { body, session, correlationId, ip } = call;
  const account = await accountOf(db, session.user.id);
  const name = body.name === account.name ? undefined : body.name;
  const email = body.email === account.email ? undefined : body.email;
  /**
   * Checks in the writing transaction: the caller's rights, the account's version that the change was based on, and that the name is
   * free.
   */
  const judge = async (trx: Transaction<Database>): Promise<Refusal | null> => {
    await stillMay(trx, call, 'changeProfile', { own: true });
    const { version } = await trx
      .selectFrom('accounts')
      .select('version')
      .where('account_id', '=', account.account_id)
      .executeTakeFirstOrThrow();
    if (call.query.version !== undefined && call.query.version !== version) return refuse('conflict', changedMeanwhile);
    return name !== undefined && (await isNameTaken(trx, account.account_id, name)) ? refuse('conflict', nameTaken) : null;
  };
  const rename = async (trx: Transaction<Database>, newName: string): Promise<void> => {
    // Read again under the lock: consoles older than versions send none, so the row may differ from what was read before.
    const before = await trx.selectFrom('accounts').selectAll().where('account_id', '=', account.account_id).executeTakeFirstOrThrow();
    if (before.name === newName) return;
    await trx.updateTable('accounts').set({ name: newName }).where('account_id', '=', account.account_id).execute();
    await letters.write(trx, { purpose: 'name_changed', ...ownerOf(before), facts: { newName, by: null } });
    await audit.record(trx, {
      tenantId: account.tenant_id,
      actor: { id: account.account_id, name: before.name },
      action: 'profile.update',
      target: account.account_id,
      outcome: 'done',
      correlationId,
      ip,
      details: { nameBefore: before.name, nameAfter: newName },
    });
  };
  if (name === undefined && email === undefined) return refuse('bad_request', 'Nothing was changed');
  // A change of address carries the password instead.
  const unproved = email === undefined ? needsProof(session, clock) : null;
  if (unproved !== null) return unproved;
  // Early check, before the password is verified; repeated when writing.
  if (name !== undefined && (await isNameTaken(db, account.account_id, name))) return refuse('conflict', nameTaken);
  // Name and address are one change: if either is refused, nothing is written and no letter is sent.
  const proved: { token: string | null } = { token: null };
  const write = async (trx: Transaction<Database>): Promise<void> => {
    if (name !== undefined) await rename(trx, name);
    // A change of address included the right password.
    const now = clock.now();
    if (email !== undefined) proved.token = await keepProof(trx, session, { at: now, now });
  };
  const refused =
    email === undefined
      ? await database.write(recordLine(account.tenant_id), async (trx) => {
          const judged = await judge(trx);
          if (judged === null) await write(trx);
          return judged;
        })
      : await askForAddress(
          platform,
          {
            account,
            email,
            password: body.currentPassword ?? '',
            correlationId,
            ip,
            forwarded: isForwarded(call.request.headers),
          },
          judge,
          write,
        );
  if (refused !== null) return refused;
  giveToken(call, proved.token);
  letters.wake();
  return readProfile(platform, db, account.account_id);
}

/** A new password: it ends the account's other sessions, and what was issued under the old one. */
async function changePassword(
  platform: Platform,
  provider: IdentityProvider,
  call: Call<'changePassword'>,
): Promise<{ readonly endedSessions: number } | Refusal> {
  const { db, database, clock, config, audit, sessions, letters } = platform;
  const { body, session, correlationId, ip } = call;
  const account = await accountOf(db, session.user.id);
  const line = {
    tenantId: account.tenant_id,
    actor: { id: account.account_id, name: account.name },
    action: 'account.password_change',
    target: account.account_id,
    correlationId,
    ip,
  };
  if (account.password === null || !config.passwords)
    return refuse('conflict', 'Your organisation’s identity provider manages your password');
  if (!isStrongPassword(body.newPassword)) return refuse('bad_request', weakPassword);
  if (body.newPassword === body.currentPassword) return refuse('bad_request', 'Choose a password different from the current one');
  const guessable = whyGuessable(body.newPassword, account);
  if (guessable !== null) return refuse('bad_request', guessable);
  const doubt = await proveAgain(platform, account, body.currentPassword, isForwarded(call.request.headers));
  if (doubt !== null) {
    await audit.record(null, { ...line, outcome: 'refused', details: { why: doubt.refused } });
    return doubt;
  }
  const password = await hashPassword(body.newPassword, config.passwordCost, { account: account.account_id });
  const { endedSessions, marked, token } = await database.write(recordLine(account.tenant_id), async (trx) => {
    await stillMay(trx, call, 'changePassword', { own: true });
    await trx.updateTable('accounts').set({ password }).where('account_id', '=', account.account_id).execute();
    await takeBackLinks(trx, account.account_id, clock.now());
    // Void a passkey challenge that was issued for the old password.
    await voidChallenges(trx, session.sessionId);
    const left = await trx
      .selectFrom('passkeys')
      .select('name')
      .where('account_id', '=', account.account_id)
      .orderBy('created_at')
      .execute();
    await letters.write(trx, {
      purpose: 'password_changed',
      ...ownerOf(account),
      facts: { passkeysLeft: left.map(({ name }) => name).join('\n') },
    });
    const ended = await sessions.endAllIn(trx, account.account_id, 'revoked', session.sessionId);
    await audit.record(trx, { ...line, outcome: 'done', details: { endedSessions: ended } });
    const now = clock.now();
    return {
      endedSessions: ended,
      marked: await markedIn(trx, account.account_id),
      token: await keepProof(trx, session, { at: now, now }),
    };
  });
  await sessions.sweep();
  await provider.forget(account.account_id);
  // Earlier device marks are invalid now; this browser has just authenticated and gets a new one.
  call.reply.header('set-cookie', deviceCookie(config, (await openDeviceMarks(platform.secrets)).issue(marked)));
  giveToken(call, token);
  letters.wake();
  return { endedSessions };
}

function accountOf(db: Kysely<Database>, accountId: string) {
  return db.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
}

/** The account as its owner sees it. */
async function readProfile(platform: Platform, db: Kysely<Database>, accountId: string): Promise<Profile> {
  const row = await db.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
  const now = platform.clock.now();
  const pending = await db
    .selectFrom('account_links')
    .leftJoin('account_letters', 'account_letters.letter_id', 'account_links.letter_id')
    .select(['account_links.email', 'expires_at', 'waiting_since'])
    .where('account_links.account_id', '=', accountId)
    .where('kind', '=', 'email')
    .where('used_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    id: row.account_id,
    name: row.name,
    email: row.email,
    role: row.role,
    status: row.status,
    createdAt: row.created_at,
    lastLogin: row.last_login_at,
    pendingEmail: pending === undefined ? null : pendingOf(pending, now),
    hasPassword: platform.config.passwords && (await hasPasswordHere({ db }, row)),
    version: row.version,
    lastUpdated: now.toISOString(),
  };
}

/** A new address whose link has not been used yet. If its letter is still waiting, the half hour has not started. */
function pendingOf(
  link: { readonly email: string | null; readonly expires_at: string | null; readonly waiting_since: string | null },
  now: Date,
): Profile['pendingEmail'] {
  if (link.email === null) return null;
  if (link.expires_at !== null) return { email: link.email, expiresAt: link.expires_at };
  const earliest = new Date(now.getTime() + linkHoldsMs).toISOString();
  return { email: link.email, expiresAt: earliest, ...(link.waiting_since !== null && { letterWaitsSince: link.waiting_since }) };
}

/** The newest record lines of a person in a tenant, including failed attempts to sign in as them, which an owner must see. */
async function readOwnActivity(db: Kysely<Database>, tenantId: string, accountId: string): Promise<OwnActivity[]> {
  const lines = () =>
    db
      .selectFrom('audit_records')
      .select(['chain_index', 'action', 'target', 'outcome', 'at', 'ip', 'details'])
      .where('tenant_id', '=', tenantId)
      .orderBy('chain_index', 'desc')
      .limit(newestActs);
  const acts = await lines().where('actor_id', '=', accountId).execute();
  const tries = await lines()
    .where('action', '=', 'session.create')
    .where('actor_id', 'is', null)
    .where('target', '=', accountId)
    .execute();
  return [...acts, ...tries]
    .sort((a, b) => b.chain_index - a.chain_index)
    .slice(0, newestActs)
    .map((row) => ({
      id: String(row.chain_index),
      action: row.action,
      target: row.target,
      outcome: row.outcome,
      timestamp: row.at,
      ip: row.ip,
      ...timesOf(row.details),
    }));
}

/** Number of attempts that a summed-up line stands for (server/audit/anonymousCallers.ts). */
function timesOf({ times }: Readonly<Record<string, unknown>>): { readonly times?: number } {
  return typeof times === 'number' ? { times } : {};
}
