import { expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/access.ts';
import { menuScreenIds, screenGroups, screens } from '../../domain/screens/screens.ts';
import { menuGroups } from './menuGroups.ts';

it('the administrator finds every grouped screen once, in the order of the document', { tags: ['C-2', 'C-5'] }, () => {
  const groups = menuGroups(permissionsOf('admin'));
  expect(groups.flatMap(({ ids }) => ids)).toEqual(
    screenGroups.flatMap((group) => menuScreenIds.filter((id) => screens[id].menu.group === group)),
  );
  expect(groups[0]).toEqual({ group: 'Overview', ids: ['overview'] });
});

it('nobody is offered what he may not open', { tags: ['D-6'] }, () => {
  expect(menuGroups(null)).toEqual([]);
  expect(menuGroups(permissionsOf(null)).flatMap(({ ids }) => ids)).not.toContain('evidence');
  expect(menuGroups(permissionsOf('auditor')).flatMap(({ ids }) => ids)).toContain('evidence');
});
