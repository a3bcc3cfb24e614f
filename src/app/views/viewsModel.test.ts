import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SavedView } from '../../contracts/savedView.ts';
import { viewQuerySchema } from '../../contracts/savedView.ts';
import { z } from '../../contracts/zod.ts';
import { filtersOf, filterLabels, nameProblem, shownView, viewsOfScreen } from './viewsModel.ts';

const view = (viewId: string, change: Partial<SavedView> = {}): SavedView => ({
  viewId,
  screen: 'verifications',
  name: viewId,
  query: 'status=failed',
  updatedAt: '2026-11-21T08:00:00Z',
  version: 1,
  ...change,
});

it('keeps how the list is narrowed and not what is open, in one form however it was chosen', { tags: ['D-28'] }, () => {
  expect(filtersOf('verifications', 'status=failed&id=VRF-001244&q=Kilifi Baobab')).toBe('q=Kilifi+Baobab&status=failed');
  expect(filtersOf('incidents', 'incident=INC-0042&runbook=queue-lag&control=stop')).toBe('');
  expect(filtersOf('evidence', 'site=KE-1&status=failed')).toBe(filtersOf('evidence', 'status=failed&site=KE-1&q='));
  const params = fc.array(fc.tuple(fc.constantFrom('q', 'area', 'who', 'period'), fc.string({ unit: 'grapheme', maxLength: 12 })), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(params, (entries) => {
      const filters = filtersOf('audit', new URLSearchParams(entries.map(([name, value]): [string, string] => [name, value])).toString());
      expect(filtersOf('audit', filters)).toBe(filters);
      // The platform accepts whatever is typed.
      if (filters.length <= 500) expect(z.safeParse(viewQuerySchema, filters).success).toBe(true);
    }),
  );
});

it('lists a screen’s own views by name and knows the one that is shown', { tags: ['D-28'] }, () => {
  const views = [view('b', { name: 'View 10' }), view('a', { name: 'View 9', query: 'q=x&status=pending' }), view('c', { screen: 'dlq' })];
  expect(viewsOfScreen(views, 'verifications').map(({ name }) => name)).toEqual(['View 9', 'View 10']);
  expect(shownView('verifications', views, filtersOf('verifications', 'status=pending&q=x&id=VRF-1'))?.viewId).toBe('a');
  expect(shownView('verifications', views, filtersOf('verifications', 'status=verified'))).toBeNull();
  expect(filterLabels('q=Kilifi&status=failed')).toBe('search: Kilifi · status: failed');
  expect(filterLabels('code=BANK_REFUSED&sort=-failedAt')).toBe('code: BANK_REFUSED · order: failed at, downwards');
  expect(filterLabels('sort=newest')).toBe('order: newest');
  expect(filterLabels('')).toBe('No filters: the page as it opens');
});

it('refuses a name that is not there, too long or taken, and lets a view keep its own', { tags: ['D-28'] }, () => {
  const views = [view('a', { name: 'Mine' })];
  expect(nameProblem('  ', views, null)).toBe('Give it a name.');
  expect(nameProblem('x'.repeat(61), views, null)).toBe('60 characters at most.');
  expect(nameProblem(' MINE ', views, null)).toBe('You have a view called Mine on this page already.');
  expect(nameProblem('mine', views, 'a')).toBeNull();
});
