// Long: guard.test and gate.test prove roles by route completely; these tests walk through all of it in a browser.
import type { Page } from '@playwright/test';
import type { LoginRole, Permission } from '../../src/contracts/access.ts';
import { permissionsOf } from '../../src/domain/accounts/access.ts';
import { crumbsOf } from '../../src/app/routing/breadcrumb.ts';
import { aliasOf, allPlaces } from '../../src/domain/places.ts';
import { mayOpen, meets, screenGroups, screenIds, screens, menuOf } from '../../src/domain/screens/screens.ts';
import { expectFirstSight } from '../support/firstSight.ts';
import { type Person, signIn } from '../support/people.ts';
import { goOn } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

/** The kinds of user with a session, with the label of each one's console role (D-5); the fifth kind has no session. */
const kinds: readonly { readonly who: Person; readonly role: LoginRole; readonly badge: string }[] = [
  { who: 'admin', role: 'admin', badge: 'Admin' },
  { who: 'bank', role: 'bank_ops', badge: 'Bank Ops' },
  { who: 'auditor', role: 'auditor', badge: 'Read Only' },
  { who: 'operator', role: 'operator', badge: 'Operator' },
];

/**
 * For each permission, where it applies and the control it enables. Without the permission the control is shown with its disabled reason,
 * or not at all.
 */
const actions: readonly { readonly at: string; readonly control: string | RegExp; readonly needs: Permission }[] = [
  { at: '/operations/dlq?group=none&item=DLQ-00319', control: /^Promote DLQ-/, needs: 'action:promote_dlq' },
  { at: '/insights/compliance', control: /^Generate PCAF/, needs: 'export:data' },
  { at: '/insights/ai-governance', control: /^Change mode/, needs: 'action:govern_ai' },
  { at: '/insights/ai-governance', control: /^Request an override/, needs: 'action:request_override' },
  { at: '/system/incidents?incident=INC-0041', control: /^Add note/, needs: 'action:handle_incidents' },
  // Every user who can see problems may halt everything (D-23).
  { at: '/system/incidents', control: /^Activate kill switch/, needs: 'view:dashboard' },
];

/** Opens every menu and compares its items with the screen table: exactly the group's screens that this user may open. */
async function expectMenusOf(page: Page, held: ReadonlySet<Permission>): Promise<void> {
  const menus = page.getByRole('navigation', { name: 'Main' });
  for (const group of screenGroups) {
    const wanted = screenIds.filter((id) => menuOf(id)?.group === group && mayOpen(id, held)).map((id) => screens[id].title);
    if (wanted.length === 0) {
      await expect(menus.getByRole('button', { name: group, exact: true })).toHaveCount(0);
    } else if (wanted.length === 1 && wanted[0] === group) {
      await expect(menus.getByRole('link', { name: group, exact: true })).toBeVisible();
    } else {
      await menus.getByRole('button', { name: group, exact: true }).click();
      const items = page.getByRole('menuitem');
      await expect(items).toHaveText(wanted.map((title) => new RegExp(title)));
      await page.keyboard.press('Escape');
      await expect(items).toHaveCount(0);
    }
  }
}

for (const { who, role, badge } of kinds) {
  test(`${role} signs in with SSO: every screen, every variant and every action of the table is open or barred as the permissions say`, {
    tag: ['@C-2', '@C-3', '@C-5', '@C-72', '@C-73', '@D-4', '@D-5', '@D-6', '@I-1'],
  }, async ({ page, complaints }) => {
    const held = permissionsOf(role);
    await signIn(page, who, '/system/health');
    await expectFirstSight(page, badge);
    await expectMenusOf(page, held);
    for (const { id, path, needs, morphic } of allPlaces().filter((place) => place.needs !== 'public')) {
      const isOpen = meets(needs, held);
      // A forbidden screen has no link; it is reached by its URL only.
      if (isOpen || morphic !== null) await goOn(page, path);
      else await page.goto(path);
      // A variant has the heading of its screen: the breadcrumb tells them apart.
      const crumb = crumbsOf(path, held).at(-1)?.label;
      if (crumb !== undefined)
        await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').last(), path).toHaveText(crumb);
      const heading = isOpen ? screens[id].title : 'Access Denied';
      await expect(page.getByRole('heading', { level: 1, name: heading }), `${role} at ${path}`).toBeVisible();
      if (isOpen && morphic !== null) await expect(page.locator('html[data-skin="morphic"]'), path).toHaveCount(1);
    }
    for (const { at, control, needs } of actions) {
      await goOn(page, at);
      const button = page.getByRole('button', { name: control }).first();
      await expect(button, `${String(control)} at ${at}`).toBeVisible();
      if (held.has(needs)) await expect(button).toBeEnabled();
      else await expect(button).toHaveAttribute('aria-disabled', 'true');
    }
    expect(complaints.all()).toEqual([]);
  });
}

test('no session: every screen and variant that is not public leads to the way in, whatever its address; terms, privacy and help stand open', {
  tag: ['@C-2', '@D-21', '@D-39', '@I-1', '@long'],
}, async ({ page }) => {
  for (const id of screenIds.filter((each) => screens[each].needs !== 'public')) {
    for (const path of [screens[id].path, aliasOf(id) ?? []].flat()) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Sign in with SSO' }), path).toBeVisible();
    }
  }
  for (const { path } of allPlaces().filter(({ needs, morphic }) => needs !== 'public' && morphic !== null)) {
    await goOn(page, path);
    await expect(page, path).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    await expect(page.getByRole('button', { name: 'Sign in with SSO' }), path).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', 'mailto:support@ukweli.example');
  for (const id of ['terms', 'privacy'] as const) {
    await page.goto(screens[id].path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toHaveCount(0);
  }
});
