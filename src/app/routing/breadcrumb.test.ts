import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/access.ts';
import { mayOpen, screenIds, screens } from '../../domain/screens.ts';
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

  it('[C-6] [C-2] [D-6] prints path, crumbs and roles of every screen', () => {
    const lines = screenIds.map((id) => {
      const roles = [null, ...loginRoles].filter((role) => mayOpen(id, role === null ? null : permissionsOf(role)));
      const crumbs = crumbsOf(screens[id].path)
        .map((crumb) => crumb.label)
        .join(' / ');
      return `${screens[id].path} | ${crumbs} | ${roles.map((role) => role ?? 'nobody').join(' ')}`;
    });
    expect(lines).toMatchInlineSnapshot(`
      [
        "/ |  | admin bank_ops auditor operator",
        "/dashboard-old | Home / dashboard old | admin bank_ops auditor operator",
        "/dashboard-smart | Home / dashboard smart | admin bank_ops auditor operator",
        "/dashboard-morphic | Home / dashboard morphic | admin bank_ops auditor operator",
        "/operations/verifications | Home / operations / verifications | admin bank_ops auditor operator",
        "/operations/evidence | Home / operations / evidence | admin bank_ops auditor operator",
        "/operations/pipeline | Home / operations / pipeline | admin bank_ops auditor operator",
        "/operations/dlq | Home / operations / dlq | admin bank_ops auditor operator",
        "/finance/dgn | Home / finance / dgn | admin bank_ops",
        "/finance/rbf | Home / finance / rbf | admin bank_ops",
        "/finance/schools | Home / finance / schools | admin bank_ops",
        "/insights/compliance | Home / insights / compliance | admin bank_ops auditor operator",
        "/insights/ai-governance | Home / insights / ai governance | admin bank_ops auditor operator",
        "/system/health | Home / system / health | admin bank_ops auditor operator",
        "/system/incidents | Home / system / incidents | admin bank_ops auditor operator",
        "/system/audit | Home / system / audit | admin auditor",
        "/system/displays | Home / system / displays | admin",
        "/wall | Home / wall | nobody admin bank_ops auditor operator",
        "/login | Home / login | nobody admin bank_ops auditor operator",
        "/callback | Home / callback | nobody admin bank_ops auditor operator",
        "/unauthorized | Home / unauthorized | nobody admin bank_ops auditor operator",
        "/terms | Home / terms | nobody admin bank_ops auditor operator",
        "/privacy | Home / privacy | nobody admin bank_ops auditor operator",
      ]
    `);
  });
});
