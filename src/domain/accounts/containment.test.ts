import { describe, expect, it } from 'vitest';
import { loginRoles } from '../../contracts/access.ts';
import { userStatuses } from '../../contracts/adminUser.ts';
import { isLowerRole, onlyContains } from './containment.ts';

const account = { name: 'Achieng', email: 'a@b.example', role: 'bank_ops', status: 'active' } as const;

describe('what only shuts an account out', { tags: ['G-26', 'D-23'] }, () => {
  it('of two roles one is lower, by what their holders can do', () => {
    const order = ['admin', 'bank_ops', 'operator', 'auditor'] as const;
    expect([...loginRoles].sort()).toEqual([...order].sort());
    for (const [high, from] of order.entries())
      for (const [low, to] of order.entries()) expect([from, to, isLowerRole(from, to)]).toEqual([from, to, low > high]);
  });

  it('is an end of access, a lower role, or both', () => {
    for (const change of [
      { status: 'inactive' },
      { status: 'suspended' },
      { role: 'operator' },
      { role: 'auditor', status: 'suspended' },
      { name: account.name, email: account.email, role: account.role, status: 'inactive' },
    ] as const)
      expect([change, onlyContains(account, change)]).toEqual([change, true]);
  });

  it('is nothing that gives, changes who somebody is, or does nothing', () => {
    for (const change of [
      {},
      { role: account.role },
      { status: 'active' },
      { role: 'admin' },
      { role: 'admin', status: 'inactive' },
      { name: 'Another', status: 'inactive' },
      { email: 'thief@b.example', role: 'auditor' },
    ] as const)
      expect([change, onlyContains(account, change)]).toEqual([change, false]);
  });

  it('never lets anybody back in, whatever comes with it', () => {
    for (const status of userStatuses.filter((one) => one !== 'active')) {
      expect(onlyContains({ ...account, status }, { status: 'active' })).toBe(false);
      expect(onlyContains({ ...account, status }, { status: 'active', role: 'auditor' })).toBe(false);
      expect(onlyContains({ ...account, status }, { role: 'auditor' })).toBe(true);
    }
  });
});
