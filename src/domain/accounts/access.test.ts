import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consoleRoles, loginRoles, type LoginRole, type Permission } from '../../contracts/access.ts';
import {
  activeRoleOf,
  consoleRoleLabels,
  consoleRoleOf,
  loginRoleLabels,
  notAllowedLabels,
  offeredPermissions,
  permissionsOf,
} from './access.ts';

describe('the document’s table of roles, written out by hand', { tags: ['C-72'] }, () => {
  const views: readonly Permission[] = ['view:dashboard', 'view:kpi', 'view:health', 'view:pipeline', 'view:verifications'];
  const more: readonly Permission[] = ['view:evidence', 'view:finance', 'view:ai_audit'];
  const acts: readonly Permission[] = ['export:data', 'action:recompute_hash', 'action:promote_dlq', 'action:switch_role'];

  it.each([
    ['admin', [...more, ...acts]],
    ['bank_ops', ['view:evidence', 'view:finance', 'export:data', 'action:recompute_hash']],
    ['operator', ['view:evidence', 'action:recompute_hash']],
    // Read Only, plus what D-5 adds for auditors.
    ['auditor', ['view:evidence', 'view:ai_audit', 'action:recompute_hash']],
    [null, []],
  ] as const satisfies readonly (readonly [LoginRole | null, readonly Permission[]])[])(
    '%s holds its own of the twelve',
    { tags: ['C-72', 'D-5'] },
    (role, own) => {
      const held = permissionsOf(role);
      const ofTheTwelve = [...views, ...more, ...acts].filter((permission) => held.has(permission));
      expect(ofTheTwelve.toSorted()).toEqual([...views, ...own].toSorted());
    },
  );

  it('the names of the roles, in the console and of the accounts', { tags: ['C-72'] }, () => {
    expect(consoleRoleLabels).toEqual({ admin: 'Admin', bank_ops: 'Bank Ops', operator: 'Operator', read_only: 'Read Only' });
    expect(loginRoleLabels).toEqual({ admin: 'Administrator', bank_ops: 'Bank Officer', auditor: 'Auditor', operator: 'Operator' });
  });

  it('who may not is told who may, in the order of their rights', { tags: ['C-72'] }, () => {
    expect(notAllowedLabels('operator', 'promote', 'action:promote_dlq')).toBe('Operators can view but not promote. Ask an admin.');
    expect(notAllowedLabels('bank_ops', 'promote', 'action:promote_dlq')).toBe('Bank Ops can view but not promote. Ask an admin.');
    expect(notAllowedLabels('operator', 'do this', 'export:data')).toBe('Operators can view but not do this. Ask an admin or Bank Ops.');
    expect(notAllowedLabels('read_only', 'do this', 'action:recompute_hash')).toBe(
      'Read-only users can view but not do this. Ask an admin, Bank Ops, an operator or an auditor.',
    );
    expect(notAllowedLabels('admin', 'do this', 'admin:users')).toBe('Admins can view but not do this. Ask an admin.');
  });

  it('nobody but an administrator promotes, switches roles or releases', { tags: ['C-72', 'D-24'] }, () => {
    for (const role of loginRoles)
      for (const act of ['action:promote_dlq', 'action:switch_role', 'action:release_kill_switch', 'admin:users'] as const)
        expect([role, act, permissionsOf(role).has(act)]).toEqual([role, act, role === 'admin']);
  });
});

describe('the role that the interface works with', () => {
  it('counts a stored one only if it is one of the four, and only for who may switch', { tags: ['C-68'] }, () => {
    for (const role of consoleRoles) expect(activeRoleOf('admin', role)).toBe(role);
    for (const stored of ['', 'Admin', 'auditor', 'superuser', '__proto__', 'toString', 'null', null])
      expect(activeRoleOf('admin', stored)).toBe('admin');
    for (const login of loginRoles.filter((each) => each !== 'admin'))
      for (const stored of [...consoleRoles, 'root']) expect(activeRoleOf(login, stored)).toBe(consoleRoleOf(login));
  });

  it('is Read Only where no role is known', { tags: ['C-72'] }, () => {
    expect(activeRoleOf(null, 'admin')).toBe('read_only');
    expect(consoleRoleLabels[activeRoleOf(null, null)]).toBe('Read Only');
  });

  it('whatever is stored, nothing is offered that the account does not hold, and the way back stays', { tags: ['C-68', 'D-5'] }, () => {
    fc.assert(
      fc.property(
        fc.constantFrom<LoginRole>(...loginRoles),
        fc.oneof(fc.constantFrom<string | null>(...consoleRoles, null), fc.string()),
        (login, stored) => {
          const active = activeRoleOf(login, stored);
          const held = permissionsOf(login);
          for (const permission of offeredPermissions(login, active)) expect(held.has(permission)).toBe(true);
          // Switching back is judged by the login role, never by the displayed one.
          expect(activeRoleOf(login, consoleRoleOf(login))).toBe(consoleRoleOf(login));
        },
      ),
    );
  });
});
