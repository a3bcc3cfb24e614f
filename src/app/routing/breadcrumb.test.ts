import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/access.ts';
import { allPlaces } from '../../domain/places.ts';
import { meets } from '../../domain/screens.ts';
import { loginRoles } from '../../contracts/access.ts';
import { crumbsOf } from './breadcrumb.ts';

describe('breadcrumb', () => {
  it('[C-6] starts at Home, takes the path segments and turns hyphens into spaces', () => {
    expect(crumbsOf('/insights/ai-governance').map((crumb) => crumb.label)).toEqual(['Home', 'insights', 'ai governance']);
  });

  it('[C-6] is absent on the overview', () => {
    expect(crumbsOf('/')).toEqual([]);
  });

  it('links only what is a screen, never the page itself', () => {
    expect(crumbsOf('/operations/dlq')).toEqual([
      { label: 'Home', href: '/' },
      { label: 'operations', href: null },
      { label: 'dlq', href: null },
    ]);
    expect(crumbsOf('/terms/annex')[1]).toEqual({ label: 'terms', href: '/terms' });
  });

  it('shows a malformed escape as it stands instead of failing', () => {
    expect(crumbsOf('/a%').at(-1)).toEqual({ label: 'a%', href: null });
  });

  it('[C-6] [C-2] [D-6] [I-1] prints path, crumbs and roles of every screen', () => {
    const lines = allPlaces().map(({ path, needs }) => {
      const roles = [null, ...loginRoles].filter((role) => meets(needs, role === null ? null : permissionsOf(role)));
      const crumbs = crumbsOf(path)
        .map((crumb) => crumb.label)
        .join(' / ');
      return `${path} | ${crumbs} | ${roles.map((role) => role ?? 'nobody').join(' ')}`;
    });
    expect(lines).toMatchInlineSnapshot(`
      [
        "/ |  | admin bank_ops auditor operator",
        "/dashboard-old | Home / dashboard old | admin bank_ops auditor operator",
        "/dashboard-old-morphic | Home / dashboard old morphic | admin bank_ops auditor operator",
        "/dashboard-smart | Home / dashboard smart | admin bank_ops auditor operator",
        "/dashboard-smart-morphic | Home / dashboard smart morphic | admin bank_ops auditor operator",
        "/dashboard-morphic | Home / dashboard morphic | admin bank_ops auditor operator",
        "/operations/verifications | Home / operations / verifications | admin bank_ops auditor operator",
        "/operations/verifications-morphic | Home / operations / verifications morphic | admin bank_ops auditor operator",
        "/operations/evidence | Home / operations / evidence | admin bank_ops auditor operator",
        "/operations/evidence-morphic | Home / operations / evidence morphic | admin bank_ops auditor operator",
        "/operations/pipeline | Home / operations / pipeline | admin bank_ops auditor operator",
        "/operations/pipeline-morphic | Home / operations / pipeline morphic | admin bank_ops auditor operator",
        "/operations/dlq | Home / operations / dlq | admin bank_ops auditor operator",
        "/finance/dgn | Home / finance / dgn | admin bank_ops",
        "/finance/dgn-morphic | Home / finance / dgn morphic | admin bank_ops",
        "/finance/rbf | Home / finance / rbf | admin bank_ops",
        "/finance/rbf-morphic | Home / finance / rbf morphic | admin bank_ops",
        "/finance/schools | Home / finance / schools | admin bank_ops",
        "/finance/schools-morphic | Home / finance / schools morphic | admin bank_ops",
        "/insights/compliance | Home / insights / compliance | admin bank_ops auditor operator",
        "/insights/compliance-morphic | Home / insights / compliance morphic | admin bank_ops auditor operator",
        "/insights/ai-governance | Home / insights / ai governance | admin bank_ops auditor operator",
        "/insights/ai-governance-morphic | Home / insights / ai governance morphic | admin bank_ops auditor operator",
        "/system/health | Home / system / health | admin bank_ops auditor operator",
        "/system/health-morphic | Home / system / health morphic | admin bank_ops auditor operator",
        "/system/incidents | Home / system / incidents | admin bank_ops auditor operator",
        "/system/incidents-morphic | Home / system / incidents morphic | admin bank_ops auditor operator",
        "/test/new-components | Home / test / new components | admin bank_ops auditor operator",
        "/system/audit | Home / system / audit | admin auditor",
        "/system/displays | Home / system / displays | admin",
        "/system/keys | Home / system / keys | admin",
        "/wall | Home / wall | nobody admin bank_ops auditor operator",
        "/admin/users | Home / admin / users | admin",
        "/admin/users-morphic | Home / admin / users morphic | nobody admin bank_ops auditor operator",
        "/admin/users-complete | Home / admin / users complete | admin",
        "/profile | Home / profile | admin bank_ops auditor operator",
        "/auth/reset-password | Home / auth / reset password | nobody admin bank_ops auditor operator",
        "/auth/reset-password/confirm | Home / auth / reset password / confirm | nobody admin bank_ops auditor operator",
        "/auth/confirm-email | Home / auth / confirm email | nobody admin bank_ops auditor operator",
        "/login | Home / login | nobody admin bank_ops auditor operator",
        "/login-morphic | Home / login morphic | nobody admin bank_ops auditor operator",
        "/callback | Home / callback | nobody admin bank_ops auditor operator",
        "/callback-morphic | Home / callback morphic | nobody admin bank_ops auditor operator",
        "/unauthorized | Home / unauthorized | nobody admin bank_ops auditor operator",
        "/unauthorized-morphic | Home / unauthorized morphic | nobody admin bank_ops auditor operator",
        "/design-system-test | Home / design system test | nobody admin bank_ops auditor operator",
        "/terms | Home / terms | nobody admin bank_ops auditor operator",
        "/privacy | Home / privacy | nobody admin bank_ops auditor operator",
      ]
    `);
  });
});
