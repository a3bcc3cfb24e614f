import { describe, expect, it } from 'vitest';
import { loginRoles } from '../../contracts/access.ts';
import { permissionsOf } from '../../domain/accounts/access.ts';
import { screenAt } from '../../domain/places.ts';
import { mayOpen } from '../../domain/screens/screens.ts';
import {
  fixedItems,
  maxOfKind,
  packItem,
  paletteGroupsOf,
  portfolioItem,
  rankFixed,
  rankRows,
  siteItem,
  verificationItem,
} from './paletteModel.ts';

it('offers to close a lock where the device has one', { tags: ['G-3'] }, () => {
  const titles = (hasLock: boolean) => fixedItems(permissionsOf('auditor'), hasLock).map(({ title }) => title);
  expect([titles(false).includes('Lock now'), titles(true).includes('Lock now')]).toEqual([false, true]);
});

const admin = fixedItems(permissionsOf('admin'), false);
const titles = (typed: string, items = admin) =>
  paletteGroupsOf(typed, rankFixed(typed, items)).flatMap(({ ranked }) => ranked.map(({ item }) => item.title));

describe('what the palette offers', () => {
  it('leads nobody to what he may not open', { tags: ['D-6'] }, () => {
    for (const role of loginRoles) {
      const held = permissionsOf(role);
      for (const { run, title } of fixedItems(held, true)) {
        if (run.kind !== 'go') continue;
        const id = screenAt(new URL(run.href, 'http://console').pathname);
        expect([role, title, id !== null && mayOpen(id, held)]).toEqual([role, title, true]);
      }
    }
    const auditor = fixedItems(permissionsOf('auditor'), false).map(({ title }) => title);
    expect(auditor).toContain('Audit Trail');
    for (const disabledReason of ['DGN Portfolio Dashboard', 'Promote dead letters', 'Generate a report', 'Request an override'])
      expect(auditor).not.toContain(disabledReason);
  });

  it('lists screens and actions before anything is typed, and nothing of the rows', () => {
    const groups = paletteGroupsOf('', rankFixed('', [...admin, siteItem({ siteCode: 'KE-KLF-011', siteName: 'Kilifi Baobab' })]));
    expect(groups.map(({ group }) => group)).toEqual(['Screens', 'Actions']);
    expect(groups.flatMap(({ ranked }) => ranked)).toHaveLength(admin.length);
  });

  it('finds by title, by other words for it and by letters in order', () => {
    expect(titles('audit')[0]).toBe('Audit Trail');
    expect(titles('log out')).toEqual(['Sign out']);
    expect(titles('night')).toEqual(['Theme: dark']);
    expect(titles('pipmon')).toContain('Pipeline Monitor');
    expect(titles('qqqq')).toEqual([]);
  });

  it('puts the kind with the closest match first, and a few of each kind', () => {
    const sites = Array.from({ length: 20 }, (_, index) => siteItem({ siteCode: `KE-${index}`, siteName: `Kilifi ${index}` }));
    const rows = [
      verificationItem({ vrfId: 'VRF-001244', siteCode: 'KE-KLF-011', siteName: 'Kilifi Baobab' }),
      packItem({ packId: 'EP-0931', siteName: 'Kilifi Baobab' }),
    ];
    const groups = paletteGroupsOf('kilifi', [...rankFixed('kilifi', [...admin, ...sites]), ...rankRows('kilifi', rows)]);
    expect(groups.map(({ group }) => group)).toEqual(['Sites', 'Verifications', 'Evidence packs']);
    expect(groups[0]?.ranked).toHaveLength(maxOfKind);
    const byId = paletteGroupsOf('vrf-001244', [...rankFixed('vrf-001244', admin), ...rankRows('vrf-001244', rows.slice(0, 1))]);
    expect(byId[0]).toMatchObject({
      group: 'Verifications',
      ranked: [{ item: { run: { href: '/operations/verifications?open=VRF-001244' } } }],
    });
    expect(portfolioItem({ portfolioId: 'DGN-014', state: 'sold' }).run).toEqual({ kind: 'go', href: '/finance/dgn?open=DGN-014' });
  });
});
