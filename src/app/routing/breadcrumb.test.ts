import { describe, expect, it } from 'vitest';
import { consoleRoles, loginRoles } from '../../contracts/access.ts';
import { permissionsOf } from '../../domain/accounts/access.ts';
import { allPlaces } from '../../domain/places.ts';
import { meets, menuOf, menuScreenIds, screens } from '../../domain/screens/screens.ts';
import { shortcutsFor } from '../command/shortcuts.ts';
import { crumbsOf } from './breadcrumb.ts';

const admin = permissionsOf('admin');

describe('breadcrumb', () => {
  it('starts at Home, takes the path segments and turns hyphens into spaces', { tags: ['C-6'] }, () => {
    expect(crumbsOf('/insights/ai-governance', admin).map((crumb) => crumb.label)).toEqual(['Home', 'insights', 'ai governance']);
  });

  it('is absent on the overview', { tags: ['C-6'] }, () => {
    expect(crumbsOf('/', admin)).toEqual([]);
  });

  it('leads from each step between to a screen below it that the user may open, never from the page itself', { tags: ['C-6'] }, () => {
    expect(crumbsOf('/operations/dlq', admin)).toEqual([
      { label: 'Home', href: '/' },
      { label: 'operations', href: '/operations/verifications' },
      { label: 'dlq', href: null },
    ]);
    expect(crumbsOf('/terms/annex', admin)[1]).toEqual({ label: 'terms', href: '/terms' });
    expect(crumbsOf('/system/displays', permissionsOf('auditor'))[1]).toEqual({ label: 'system', href: '/system/health' });
    expect(crumbsOf('/system/displays', permissionsOf(null))[1]?.href).not.toBe('/system/displays');
    expect(crumbsOf('/elsewhere/page', admin)[1]).toEqual({ label: 'elsewhere', href: null });
  });

  it('shows a malformed escape as it stands instead of failing', () => {
    expect(crumbsOf('/a%', admin).at(-1)).toEqual({ label: 'a%', href: null });
  });
});

describe('the screen table', () => {
  it('prints path, breadcrumb, menu, key, shortcut of the icon and roles of every place', {
    tags: ['C-6', 'C-2', 'C-5', 'D-6', 'I-1'],
  }, () => {
    const keys = shortcutsFor(admin);
    const lines = allPlaces().map(({ id, path, needs }) => {
      const roles = [null, ...loginRoles].filter((role) => meets(needs, role === null ? null : permissionsOf(role)));
      const crumbs = crumbsOf(path, admin).map(({ label, href }) => (href === null || href === '/' ? label : `${label} (${href})`));
      const menu = menuOf(id);
      const key = keys.find(({ act }) => act?.kind === 'go' && act.screen === id)?.keys.join(' ') ?? '';
      const placed = menu === null ? '' : `${menu.group} > ${screens[id].title}`;
      return [path, crumbs.join(' / '), placed, key, menu?.installed ?? '', roles.map((role) => role ?? 'nobody').join(' ')].join(' | ');
    });
    expect(lines).toMatchInlineSnapshot(`
      [
        "/ |  | Overview > Overview | g o |  | admin bank_ops auditor operator",
        "/operations/verifications | Home / operations (/operations/verifications) / verifications | Operations > Verification History | g v | 1 | admin bank_ops auditor operator",
        "/operations/verifications-morphic | Home / operations (/operations/verifications) / verifications morphic | Operations > Verification History | g v | 1 | admin bank_ops auditor operator",
        "/operations/evidence | Home / operations (/operations/verifications) / evidence | Operations > Evidence Management | g e | 2 | admin bank_ops auditor operator",
        "/operations/evidence-morphic | Home / operations (/operations/verifications) / evidence morphic | Operations > Evidence Management | g e | 2 | admin bank_ops auditor operator",
        "/operations/pipeline | Home / operations (/operations/verifications) / pipeline | Operations > Pipeline Monitor | g p | 3 | admin bank_ops auditor operator",
        "/operations/pipeline-morphic | Home / operations (/operations/verifications) / pipeline morphic | Operations > Pipeline Monitor | g p | 3 | admin bank_ops auditor operator",
        "/operations/dlq | Home / operations (/operations/verifications) / dlq | Operations > Dead Letter Queue | g d | 4 | admin bank_ops auditor operator",
        "/finance/dgn | Home / finance (/finance/dgn) / dgn | Finance > DGN Portfolio Dashboard | g n | 5 | admin bank_ops",
        "/finance/dgn-morphic | Home / finance (/finance/dgn) / dgn morphic | Finance > DGN Portfolio Dashboard | g n | 5 | admin bank_ops",
        "/finance/rbf | Home / finance (/finance/dgn) / rbf | Finance > Results-Based Finance Tracking | g r | 6 | admin bank_ops",
        "/finance/rbf-morphic | Home / finance (/finance/dgn) / rbf morphic | Finance > Results-Based Finance Tracking | g r | 6 | admin bank_ops",
        "/finance/schools | Home / finance (/finance/dgn) / schools | Finance > Schools to Zero | g s | 7 | admin bank_ops",
        "/finance/schools-morphic | Home / finance (/finance/dgn) / schools morphic | Finance > Schools to Zero | g s | 7 | admin bank_ops",
        "/insights/compliance | Home / insights (/insights/compliance) / compliance | Insights > Compliance & Audit | g c | 8 | admin bank_ops auditor operator",
        "/insights/compliance-morphic | Home / insights (/insights/compliance) / compliance morphic | Insights > Compliance & Audit | g c | 8 | admin bank_ops auditor operator",
        "/insights/ai-governance | Home / insights (/insights/compliance) / ai governance | Insights > AI Governance | g a | 9 | admin bank_ops auditor operator",
        "/insights/ai-governance-morphic | Home / insights (/insights/compliance) / ai governance morphic | Insights > AI Governance | g a | 9 | admin bank_ops auditor operator",
        "/system/health | Home / system (/system/health) / health | System > Health Monitor | g h | 10 | admin bank_ops auditor operator",
        "/system/health-morphic | Home / system (/system/health) / health morphic | System > Health Monitor | g h | 10 | admin bank_ops auditor operator",
        "/system/incidents | Home / system (/system/health) / incidents | System > Incident Management | g i |  | admin bank_ops auditor operator",
        "/system/incidents-morphic | Home / system (/system/health) / incidents morphic | System > Incident Management | g i |  | admin bank_ops auditor operator",
        "/system/audit | Home / system (/system/health) / audit | System > Audit Trail | g u |  | admin auditor",
        "/system/displays | Home / system (/system/health) / displays | System > Wall Displays | g w |  | admin",
        "/system/keys | Home / system (/system/health) / keys | System > Signing Keys |  |  | admin",
        "/admin/users | Home / admin (/admin/users) / users | System > User Management |  |  | admin",
        "/admin/users-morphic | Home / admin (/admin/users) / users morphic | System > User Management |  |  | nobody admin bank_ops auditor operator",
        "/dashboard-old | Home / dashboard old |  |  |  | admin bank_ops auditor operator",
        "/dashboard-old-morphic | Home / dashboard old morphic |  |  |  | admin bank_ops auditor operator",
        "/dashboard-smart | Home / dashboard smart |  |  |  | admin bank_ops auditor operator",
        "/dashboard-smart-morphic | Home / dashboard smart morphic |  |  |  | admin bank_ops auditor operator",
        "/dashboard-morphic | Home / dashboard morphic |  |  |  | admin bank_ops auditor operator",
        "/test/new-components | Home / test (/test/new-components) / new components |  |  |  | admin bank_ops auditor operator",
        "/wall | Home / wall |  |  |  | nobody admin bank_ops auditor operator",
        "/admin/users-complete | Home / admin (/admin/users) / users complete |  |  |  | admin",
        "/profile | Home / profile |  |  |  | admin bank_ops auditor operator",
        "/auth/reset-password | Home / auth (/auth/reset-password) / reset password |  |  |  | nobody admin bank_ops auditor operator",
        "/auth/reset-password/confirm | Home / auth (/auth/reset-password) / reset password (/auth/reset-password) / confirm |  |  |  | nobody admin bank_ops auditor operator",
        "/auth/confirm-email | Home / auth (/auth/reset-password) / confirm email |  |  |  | nobody admin bank_ops auditor operator",
        "/login | Home / login |  |  |  | nobody admin bank_ops auditor operator",
        "/login-morphic | Home / login morphic |  |  |  | nobody admin bank_ops auditor operator",
        "/callback | Home / callback |  |  |  | nobody admin bank_ops auditor operator",
        "/callback-morphic | Home / callback morphic |  |  |  | nobody admin bank_ops auditor operator",
        "/unauthorized | Home / unauthorized |  |  |  | nobody admin bank_ops auditor operator",
        "/unauthorized-morphic | Home / unauthorized morphic |  |  |  | nobody admin bank_ops auditor operator",
        "/design-system-test | Home / design system test |  |  |  | nobody admin bank_ops auditor operator",
        "/terms | Home / terms |  |  |  | nobody admin bank_ops auditor operator",
        "/privacy | Home / privacy |  |  |  | nobody admin bank_ops auditor operator",
      ]
    `);
  });

  it('gives no letter, no place in a tab bar and no place among the shortcuts of the icon twice', { tags: ['C-5', 'K-2'] }, () => {
    const menus = menuScreenIds.flatMap((id) => menuOf(id) ?? []);
    const columns = [
      menus.flatMap(({ letter }) => letter ?? []),
      menus.flatMap(({ installed }) => installed ?? []),
      ...consoleRoles.map((_, role) => menus.flatMap(({ tab }) => tab?.[role] || [])),
    ];
    for (const column of columns) expect(new Set<unknown>(column).size).toBe(column.length);
    // Chromium reads ten shortcuts and warns about more.
    expect(columns[1]?.toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
