// Long: browsers that end and start again while something is typed.
import type { Locator, Page } from '@playwright/test';
import { connected, disconnected } from '../support/connection.ts';
import { readTables } from '../support/deviceStore.ts';
import { arrive, signIn, signOut } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

const drawerOf = (page: Page, id: string) => page.getByRole('complementary', { name: `Incident ${id}` });
const noteIn = (drawer: Locator) => drawer.getByRole('textbox', { name: /^Note/ });
/** What stands on the disk of drafts. */
const kept = async (page: Page) => (await readTables(page, ['drafts']))['drafts'] ?? [];

test(
  'what was typed and not sent survives reload, Back and the end of the browser without the network; sent, discarded or signed out it is gone',
  {
    tag: ['@D-61', '@D-31'],
  },
  async ({ page, profile, platform }, info) => {
    await arrive(page, 'operator', '/system/incidents?open=INC-0042');
    const drawer = drawerOf(page, 'INC-0042');

    await test.step('reload', async () => {
      await noteIn(drawer).pressSequentially('Two workers were add');
      // A hub whose only page reloads ends with it: what it has not written by then is lost (draftKeeper.ts).
      await expect.poll(() => kept(page).then((rows) => JSON.stringify(rows))).toContain('Two workers were add');
      await page.reload();
      await expect(noteIn(drawer)).toHaveValue('Two workers were add');
      await expect(drawer.getByText(/^Typed \d\d:\d\d/)).toBeVisible();
      for (const [theme, width] of [
        ['light', 1440],
        ['dark', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: info.outputPath(`kept-${theme}-${width}.png`) });
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step('typed on, it is the person’s own again; Back and another incident do not touch it', async () => {
      await noteIn(drawer).press('End');
      await noteIn(drawer).pressSequentially('ed.');
      await expect(drawer.getByText(/^Typed \d\d:\d\d/)).toHaveCount(0);
      await drawer.getByRole('button', { name: 'Close' }).click();
      await expect(drawer).toHaveCount(0);
      await page
        .getByRole('row')
        .filter({ hasText: /INC-(?!0042)\d+/ })
        .first()
        .click();
      const other = page.getByRole('complementary', { name: /^Incident INC-/ });
      await expect(noteIn(other)).toHaveValue('');
      await page.goBack();
      await page.getByRole('row').filter({ hasText: 'INC-0042' }).first().click();
      await expect(noteIn(drawer)).toHaveValue('Two workers were added.');
    });

    await test.step('a cold start of the browser with the platform gone', async () => {
      await expect(connected(page)).toBeVisible();
      await expect.poll(() => kept(page).then((rows) => JSON.stringify(rows))).toContain('Two workers were added.');
      await underServiceWorker(page);
      await platform.stop();
    });
    const anew = await profile.reopen();
    const again = anew.pages()[0] ?? (await anew.newPage());
    const drawerAgain = drawerOf(again, 'INC-0042');
    await test.step('it is there, offline, and the queue takes it', async () => {
      await again.goto('/system/incidents?open=INC-0042');
      await expect(noteIn(drawerAgain)).toHaveValue('Two workers were added.');
      await expect(disconnected(again)).toBeVisible();
      await drawerAgain.getByRole('button', { name: 'Add note' }).click();
      await expect(noteIn(drawerAgain)).toHaveValue('');
      await expect(drawerAgain.getByText('waiting to be sent', { exact: true })).toHaveCount(1);
      await expect.poll(() => kept(again)).toEqual([]);
      await again.reload();
      await expect(drawerAgain.getByText('waiting to be sent', { exact: true })).toHaveCount(1);
      await expect(noteIn(drawerAgain)).toHaveValue('');
    });

    await test.step('discarded', async () => {
      await noteIn(drawerAgain).fill('Never mind');
      await expect.poll(() => kept(again).then((rows) => JSON.stringify(rows))).toContain('Never mind');
      await again.reload();
      await drawerAgain.getByRole('button', { name: 'Discard' }).click();
      await expect(noteIn(drawerAgain)).toHaveValue('');
      await expect.poll(() => kept(again)).toEqual([]);
    });

    await test.step('another tab shows it, and it goes with the sign-out', async () => {
      await platform.start();
      await expect(connected(again)).toBeVisible();
      await expect(drawerAgain.getByText('waiting to be sent', { exact: true })).toHaveCount(0);
      await noteIn(drawerAgain).fill('For the next shift');
      const second = await anew.newPage();
      await second.goto('/system/incidents?open=INC-0042');
      await expect(noteIn(drawerOf(second, 'INC-0042'))).toHaveValue('For the next shift');
      await second.close();
      await signOut(again, /operator/i);
      await signIn(again, 'operator', '/system/incidents?open=INC-0042');
      await expect(noteIn(drawerAgain)).toHaveValue('');
      expect(await kept(again)).toEqual([]);
    });
  },
);

test('a page that ends as a note is sent leaves it sent or in its field, and never both', { tag: ['@D-61', '@C-37'] }, async ({ page }) => {
  await arrive(page, 'operator', '/system/incidents?open=INC-0042');
  const drawer = drawerOf(page, 'INC-0042');
  const sent = (text: string) => drawer.getByText(text, { exact: true }).and(drawer.locator(':not(textarea)'));
  const notes = ['Two workers were added.', 'The lag shrinks.', 'Worked off.'];
  for (const text of notes) {
    await expect(noteIn(drawer)).toBeEnabled();
    await noteIn(drawer).fill(text);
    await expect.poll(() => kept(page).then((rows) => JSON.stringify(rows))).toContain(text);
    // In one task of the page, so that it hears no answer any more. A hub whose only page reloads ends with it.
    await drawer.getByRole('button', { name: 'Add note' }).evaluate((button: HTMLElement) => {
      button.click();
      setTimeout(() => location.reload(), 0);
    });
    await page.waitForLoadState('domcontentloaded');
    await expect(connected(page)).toBeVisible();
    await expect
      .poll(async () => `${await sent(text).count()} sent, '${await noteIn(drawer).inputValue()}' in the field`)
      .toMatch(new RegExp(`^(1 sent, ''|0 sent, '${text}') in the field$`));
    if ((await noteIn(drawer).inputValue()) !== '') await drawer.getByRole('button', { name: 'Add note' }).click();
    await expect(sent(text)).toHaveCount(1);
    await expect(noteIn(drawer)).toHaveValue('');
  }
  await expect.poll(() => kept(page)).toEqual([]);
  // Had one stood in both places, it would be there twice by now.
  await page.reload();
  for (const text of notes) await expect(sent(text)).toHaveCount(1);
});
