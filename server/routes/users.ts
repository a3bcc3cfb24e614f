import type { FastifyInstance } from 'fastify';
import type { AdminUser } from '../../src/contracts/adminUser.ts';
import type { UserChange } from '../../src/contracts/adminUserRequests.ts';
import { runCommand, Unchanged } from '../commands/command.ts';
import type { Platform } from '../context.ts';
import { changeUser, createUser, readUser, readUsers } from '../entities/users.ts';
import { type Refusal, isRefusal, refuse } from '../http/problem.ts';
import { type Call, route } from '../http/route.ts';
import { nameChangedLetter, welcomeLetter } from '../identity/letters.ts';
import type { Afterwards, Post } from '../identity/post.ts';
import { wordsFor } from '../entities/by.ts';

/**
 * User administration (I-23, D-18, D-19), for administrators alone. Each change is a command: one transaction with its line of the record. What ends an account's access ends its
 * sessions in the same transaction, so that none comes back with the account; its streams follow once the change stands, here at once and on other instances by their sweep.
 * Who was given an account learns of it by mail once.
 */
export function registerUserRoutes(
  app: FastifyInstance,
  platform: Platform,
  { post, afterwards }: { readonly post: Post; readonly afterwards: Afterwards },
): void {
  route(app, platform, 'adminUsers', ({ db, tenantId, query }) => readUsers({ trx: db, tenantId }, query));

  route(app, platform, 'adminUser', async ({ db, tenantId, params }) => {
    const user = await readUser({ trx: db, tenantId }, params['id'] ?? '');
    return user === null ? refuse('not_found') : { user };
  });

  route(app, platform, 'createUser', async (call) => {
    const { name, email, role, status = 'active' } = call.body;
    const record = { action: 'account.create', target: email, details: { name, role, status } };
    // Not so when the same command comes again and is answered as before.
    let made: AdminUser | null = null;
    const done = await runCommand<{ readonly user: AdminUser }>(call, 'createUser', record, async (writing) => {
      const user = await createUser(writing, call.body, platform.clock.now());
      if (isRefusal(user)) return user;
      made = user;
      return { user };
    });
    if (made !== null && !isRefusal(done) && done.user.status === 'active') {
      const { origin, oidc } = platform.config;
      const { email: to, name: owner } = done.user;
      afterwards.run('user.welcome', () => post.send(welcomeLetter({ to, name: owner }, origin, oidc !== null)));
    }
    return done;
  });

  route(app, platform, 'changeUser', (call) => change(call, 'changeUser', call.body));
  route(app, platform, 'deactivateUser', (call) => change(call, 'deactivateUser', { status: 'inactive' }));

  /** A change or a deactivation, which is one. */
  async function change(
    call: Call<'changeUser'> | Call<'deactivateUser'>,
    id: 'changeUser' | 'deactivateUser',
    wanted: UserChange,
  ): Promise<{ readonly user: AdminUser } | Refusal> {
    const target = call.params['id'] ?? '';
    const { version = null } = call.query;
    const details: Record<string, string | number> = version === null ? {} : { version };
    for (const [field, value] of Object.entries(wanted)) if (value !== undefined) details[field] = value;
    const record = { action: id === 'changeUser' ? 'account.change' : 'account.deactivate', target, details };
    // The version belongs to what is asked for: one key over another version is another command.
    const command = { ...call, params: { ...call.params, version: String(version) } };
    // Not so when the same command comes again and is answered as before.
    let renamed: AdminUser | null = null;
    const done = await runCommand<{ readonly user: AdminUser }>(command, id, record, async (writing) => {
      const changed = await changeUser(writing, { accountId: call.session.user.id }, target, version, wanted);
      if (isRefusal(changed)) return changed;
      if (!changed.differs) return new Unchanged({ user: changed.user });
      if (changed.user.status !== 'active') await platform.sessions.endAllIn(writing.trx, target, 'deactivated');
      if (changed.user.name !== changed.before.name) {
        details['nameBefore'] = changed.before.name;
        renamed = changed.before;
      }
      return { user: changed.user };
    });
    tellOfName(renamed, done, wordsFor(call.session.user));
    if (!isRefusal(done) && done.user.status !== 'active') await platform.sessions.sweep();
    return done;
  }

  /** The owner hears of a new name at the address that the account had, so that whoever changed both is not the only one who knows. */
  function tellOfName(before: AdminUser | null, done: { readonly user: AdminUser } | Refusal, by: string): void {
    if (before === null || isRefusal(done)) return;
    const letter = nameChangedLetter({ to: before.email, name: before.name }, done.user.name, by, platform.config.supportUrl);
    afterwards.run('name.tell', () => post.send(letter));
  }
}
