import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consoleRoles, loginRoles, type LoginRole } from '../contracts/access.ts';
import { activeRoleOf, consoleRoleLabels, consoleRoleOf, offeredPermissions, permissionsOf } from './access.ts';

describe('the role that the interface works with', () => {
  it('[C-68] counts a stored one only if it is one of the four, and only for who may switch', () => {
    for (const role of consoleRoles) expect(activeRoleOf('admin', role)).toBe(role);
    for (const stored of ['', 'Admin', 'auditor', 'superuser', '__proto__', 'toString', 'null', null])
      expect(activeRoleOf('admin', stored)).toBe('admin');
    for (const login of loginRoles.filter((each) => each !== 'admin'))
      for (const stored of [...consoleRoles, 'root']) expect(activeRoleOf(login, stored)).toBe(consoleRoleOf(login));
  });

  it('[C-72] is Read Only where no role is known', () => {
    expect(activeRoleOf(null, 'admin')).toBe('read_only');
    expect(consoleRoleLabels[activeRoleOf(null, null)]).toBe('Read Only');
  });

  it('[C-68] [D-5] whatever is stored, nothing is offered that the account does not hold, and the way back stays', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<LoginRole>(...loginRoles),
        fc.oneof(fc.constantFrom<string | null>(...consoleRoles, null), fc.string()),
        (login, stored) => {
          const active = activeRoleOf(login, stored);
          const held = permissionsOf(login);
          for (const permission of offeredPermissions(login, active)) expect(held.has(permission)).toBe(true);
          // Switching back is judged by the login role, never by the one that is seen.
          expect(activeRoleOf(login, consoleRoleOf(login))).toBe(consoleRoleOf(login));
        },
      ),
    );
  });
});
