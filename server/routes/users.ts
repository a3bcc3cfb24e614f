import type { FastifyInstance } from 'fastify';
import type { AdminUser } from '../../src/contracts/adminUser.ts';
import type { UserChange } from '../../src/contracts/adminUserRequests.ts';
import { onlyContains } from '../../src/domain/accounts/containment.ts';
import { runCommand, Unchanged } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import { type BareUser, changeUser, createUser, readUser, readUsers } from '../entities/users.ts';
import type { Writing } from '../entities/writing.ts';
import { type Refusal, isRefusal, refuse } from '../http/problem.ts';
import { type Call, route, type RouteOptions } from '../http/route.ts';
import { maySendLetter, takeBackLinks } from '../identity/linking/accountLinks.ts';
import { tooManyAddresses } from '../identity/addressChange.ts';
import { refuseNewAddress } from '../letters/newAddresses.ts';
import { sendAgain } from '../letters/again.ts';
import { wordsFor } from '../entities/by.ts';

type Answer = { readonly user: AdminUser };

/**
 * User administration (I-23, D-18, D-19), for administrators only. Each change is a command: one transaction with its record line.
 * Deactivation ends the account's sessions in the same transaction, so that reactivation does not revive them; streams close after the
 * commit, here at once and on other instances by their sweep. A new active account gets one welcome letter, written in the same
 * transaction.
 */
export function registerUserRoutes(app: FastifyInstance, platform: Platform): void {
  const { clock, letters } = platform;

  route(app, platform, 'adminUsers', ({ db, tenantId, query }) => readUsers({ trx: db, tenantId }, query, clock.now()));

  route(app, platform, 'adminUser', async ({ db, tenantId, params }) => answerWith({ trx: db, tenantId }, params['id'] ?? '', clock.now()));

  route(app, platform, 'createUser', async (call) => {
    const { name, email, role, status = 'active' } = call.body;
    const record = { action: 'account.create', target: email, details: { name, role, status } };
    const done = await runCommand<Answer>(call, 'createUser', record, async (writing) => {
      const welcomed = { tenantId: writing.tenantId, email: null };
      const often = status === 'active' ? await refuseNewAddress(writing.trx, welcomed, clock.now()) : null;
      if (often !== null) return often;
      const user = await createUser(writing, call.body, clock.now());
      if (isRefusal(user)) return user;
      if (user.status === 'active')
        await letters.write(writing.trx, { purpose: 'welcome', accountId: user.id, to: null, name: user.name, facts: {} });
      return answerWith(writing, user.id, clock.now());
    });
    letters.wake();
    return done;
  });

  // The version is part of the command: the same key with another version is another command.
  const overVersion = { asked: ({ version = null }) => ({ version: String(version) }) } satisfies RouteOptions;
  route(app, platform, 'changeUser', (call) => change(platform, call, 'changeUser', call.body), overVersion);
  route(app, platform, 'deactivateUser', (call) => change(platform, call, 'deactivateUser', { status: 'inactive' }), overVersion);

  route(
    app,
    platform,
    'sendLetterAgain',
    async (call) => {
      const { id: target = '', letterId: letter = '' } = call.params;
      const { seen = null } = call.query;
      const details: Record<string, string> = { letter };
      const done = await runCommand<Answer>(
        call,
        'sendLetterAgain',
        { action: 'account.letter_again', target, details },
        async (writing) => {
          // The answer does not reveal accounts of other tenants.
          if ((await readUser(writing, target, clock.now())) === null) return refuse('not_found');
          const again = await sendAgain(
            writing.trx,
            letters,
            { accountId: target, tenantId: writing.tenantId, letterId: letter, seen },
            clock.now(),
          );
          if (isRefusal(again)) return again;
          details['purpose'] = again.purpose;
          const answer = await answerWith(writing, target, clock.now());
          return again.changed || isRefusal(answer) ? answer : new Unchanged(answer);
        },
      );
      letters.wake();
      return done;
    },
    { asked: ({ seen = null }) => ({ seen: String(seen) }) },
  );
}

/** Changes an account; deactivation is such a change. */
async function change(
  platform: Platform,
  call: Call<'changeUser'> | Call<'deactivateUser'>,
  id: 'changeUser' | 'deactivateUser',
  wanted: UserChange,
): Promise<Answer | Refusal> {
  const { clock, letters } = platform;
  const target = call.params['id'] ?? '';
  const { version = null } = call.query;
  const details: Record<string, string | number> = version === null ? {} : { version };
  for (const [field, value] of Object.entries(wanted)) if (value !== undefined) details[field] = value;
  const record = { action: id === 'changeUser' ? 'account.change' : 'account.deactivate', target, details };
  const changes = { accountId: target, held: wanted.email === undefined ? 'forNoKeyUpdate' : 'forUpdate' } as const;
  const work = async (writing: Writing): Promise<Answer | Refusal | Unchanged<Answer>> => {
    const changed = await changeUser(writing, { accountId: call.session.user.id }, target, version, wanted);
    if (isRefusal(changed)) return changed;
    const { before, user } = changed;
    const answer = async () => answerWith(writing, target, clock.now());
    if (!changed.differs) {
      const asIs = await answer();
      return isRefusal(asIs) ? asIs : new Unchanged(asIs);
    }
    if (user.status !== 'active') {
      await platform.sessions.endAllIn(writing.trx, target, 'deactivated');
      // An invitation is valid for days: its holder could still enter after the account is reactivated for its owner.
      await takeBackLinks(writing.trx, target, clock.now(), 'invite');
    }
    // Withdraw pending address changes: a returning owner must not be moved to an address requested before or during the deactivation.
    if (user.status !== 'active' || changed.withdrawn) await takeBackLinks(writing.trx, target, clock.now(), 'email');
    // The welcome letter follows the new address automatically; links sent to the old, wrong mailbox must not open the account.
    if (user.email !== before.email) await takeBackLinks(writing.trx, target, clock.now());
    if (changed.asked !== null) {
      const asked = await askForAddress(platform, writing, before, changed.asked, user.name);
      if (asked !== null) return asked;
    }
    if (user.name !== before.name) {
      details['nameBefore'] = before.name;
      await tellOfName(platform, writing, before, user.name, wordsFor(call.session.user));
    }
    return answer();
  };
  // An account of another tenant is treated as absent, so there is nothing to contain.
  const contains = async (reading: Pick<Writing, 'trx' | 'tenantId'>): Promise<boolean> => {
    const account = await readUser(reading, target, clock.now());
    return account !== null && onlyContains(account, wanted);
  };
  const done = await runCommand<Answer>(call, id, record, work, { changes, contains });
  letters.wake();
  if (!isRefusal(done) && done.user.status !== 'active') await platform.sessions.sweep();
  return done;
}

/**
 * A new address takes effect only after its reader confirmed it by the link sent there (issue 17, point 25); otherwise one
 * administrator's session could take over any account. The owner is told at the current address, and links already sent there no longer
 * open the account.
 */
async function askForAddress(
  { clock, letters }: Platform,
  { trx, tenantId }: Writing,
  before: BareUser,
  email: string,
  name: string,
): Promise<Refusal | null> {
  if (!(await maySendLetter(trx, 'email', before.id, clock.now()))) return tooManyAddresses();
  const often = await refuseNewAddress(trx, { accountId: before.id, tenantId, email }, clock.now());
  if (often !== null) return often;
  await takeBackLinks(trx, before.id, clock.now());
  await letters.writeLinked(trx, { purpose: 'email_confirm', accountId: before.id, to: email, name });
  await letters.write(trx, {
    purpose: 'email_asked',
    accountId: before.id,
    to: before.email,
    name: before.name,
    facts: { newAddress: email },
  });
  return null;
}

/** The owner is told of a new name at the address they had, so that an administrator who changes both cannot do so unnoticed. */
function tellOfName({ letters }: Platform, { trx }: Writing, before: BareUser, newName: string, by: string): Promise<void> {
  return letters.write(trx, {
    purpose: 'name_changed',
    accountId: before.id,
    to: before.email,
    name: before.name,
    facts: { newName, by },
  });
}

/** The account as seen by the current transaction, with its letters; `not_found` if the tenant has none with this id. */
async function answerWith(reading: Pick<Writing, 'trx' | 'tenantId'>, id: string, now: Date): Promise<Answer | Refusal> {
  const user = await readUser(reading, id, now);
  return user === null ? refuse('not_found') : { user };
}
