import { expect, it } from 'vitest';
import { loginRoles } from '../../contracts/access.ts';
import { consoleRoleOf, permissionsOf } from '../../domain/accounts/access.ts';
import { mayOpen } from '../../domain/screens/screens.ts';
import { tabsFor } from './tabBar.ts';

it('every role has five tabs, the overview first, none of which it may not open', { tags: ['C-5'] }, () => {
  for (const role of loginRoles) {
    const tabs = tabsFor(role, consoleRoleOf(role));
    expect(new Set(tabs).size).toBe(5);
    expect(tabs[0]).toBe('overview');
    expect(tabs.filter((id) => !mayOpen(id, permissionsOf(role)))).toEqual([]);
  }
});

it('an auditor has evidence among them, which nobody unknown has', { tags: ['D-5'] }, () => {
  expect(tabsFor('auditor', 'read_only')).toContain('evidence');
  expect(tabsFor(null, 'read_only')).not.toContain('evidence');
});

it('an admin who sees the console as a reader has a reader’s tabs', { tags: ['C-11', 'D-5'] }, () => {
  expect(tabsFor('admin', 'read_only')).toEqual(['overview', 'verifications', 'pipeline', 'health', 'dlq']);
});
