// Long: a browser of its own for one bar.
import { arrive } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// A phone of 390 px whose browser shows text twice as large: every length of ours is in rem and em, so that 195 px with text of the usual
// size is the same page.
test.use({ browserOptions: { viewport: { width: 195, height: 422 } } });

test('on a phone whose text is twice as large the menu is in reach, and the words of the tabs stand apart', async ({ page }) => {
  await arrive(page, 'admin');
  const tabs = page.getByRole('navigation', { name: 'Most used' }).getByRole('link');
  await expect(tabs).toHaveCount(5);
  const tooWide = await tabs.evaluateAll((links) =>
    links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent),
  );
  expect(tooWide).toEqual([]);
  const menu = page.getByRole('button', { name: 'Open menu' });
  await expect(menu).toBeInViewport({ ratio: 1 });
  await menu.click();
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeInViewport({ ratio: 1 });
});
