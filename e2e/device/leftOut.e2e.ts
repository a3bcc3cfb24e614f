// Long: every screen over rows that were left out.
import type { Page } from '@playwright/test';
import { asOfTime, connected } from '../support/connection.ts';
import type { Asked, FaultProxy } from '../support/faultProxy.ts';
import { expect, test } from '../support/faultyTest.ts';
import { everythingFetched } from '../support/figures.ts';
import { arrive } from '../support/people.ts';
import { goOn } from '../support/tabs.ts';
import { pressRefresh } from '../support/refresh.ts';

/** A newer, older or hostile platform: its answers have the right form but values that the console does not know. */

type Json = Record<string, unknown>;

/** Replaces the platform's answer to this call with a changed copy that looks like the platform's own. Returns a function that ends it. */
async function changed(page: Page, link: FaultProxy, path: string, change: (body: Record<string, Json[]>) => Json): Promise<() => void> {
  const told = await page.request.get(path);
  expect(told.status()).toBe(200);
  const body = JSON.stringify(change((await told.json()) as Record<string, Json[]>));
  const on = (asked: Asked): boolean => asked.path.split('?', 1)[0] === path;
  return link.fault({ on, does: { kind: 'answer', status: 200, contentType: 'application/json', body, ofPlatform: true } });
}

test('what a platform sends that is unknown or unsafe empties no panel: shown as unknown and as text, and nothing is claimed of all', {
  tag: ['@G-14', '@C-64', '@A-12'],
}, async ({ page, platform: _platform, link }) => {
  await arrive(page, 'admin', '/system/health');
  await expect(connected(page)).toBeVisible();
  await everythingFetched(page);
  const main = page.locator('main');
  const cards = main.locator('.health-uptime');
  await expect(cards).toHaveCount(4);

  // An unknown component, and an unknown state of a known one.
  let end = await changed(page, link, '/api/health', ({ components = [], ...rest }) => ({
    ...rest,
    components: [
      ...components.map((one) => (one['name'] === 'database' ? { ...one, status: 'sple\u202endid' } : one)),
      { ...components[0], name: 'message_queue' },
    ],
  }));
  await pressRefresh(page);
  await expect(main.getByRole('listitem').filter({ hasText: 'database, status: unknown' })).toContainText('sple[U+202E]ndid');
  await expect(main.getByRole('listitem').filter({ hasText: 'message_queue, name: unknown' })).toBeVisible();
  await expect(cards).toHaveCount(3);
  await expect(main.getByText(/of 5 components healthy/)).toBeVisible();
  await expect(main.locator('[data-claim="health"][data-answer="yes"]')).toHaveCount(0);
  end();
  await pressRefresh(page);
  await expect(cards).toHaveCount(4);
  await expect(main.getByText('unknown (')).toHaveCount(0);

  // An incident with an unknown severity, and one with a `javascript:` runbook.
  await goOn(page, '/system/incidents');
  let runs = '';
  end = await changed(page, link, '/api/incidents', ({ incidents = [], ...rest }) => {
    runs = String(incidents[1]?.['id']);
    return {
      ...rest,
      incidents: incidents.map((one, place) =>
        place === 0 ? { ...one, severity: 'sev0' } : place === 1 ? { ...one, runbookUrl: 'javascript:alert(1)' } : one,
      ),
    };
  });
  await pressRefresh(page);
  await expect(main.getByRole('listitem').filter({ hasText: 'severity: unknown' })).toContainText('sev0');
  await goOn(page, `/system/incidents?incident=${runs}`);
  const runbook = page.getByRole('region', { name: 'Runbook', exact: true });
  await expect(runbook).toContainText('The console does not open this address: javascript:alert(1)');
  await expect(runbook.getByRole('link')).toHaveCount(0);
  end();

  // An activity that would link to another origin is shown without a link.
  await goOn(page, '/');
  end = await changed(page, link, '/api/activity', ({ activities = [], ...rest }) => ({
    ...rest,
    activities: activities.map((one, place) => (place === 0 ? { ...one, text: 'Leads elsewhere', link: '/\t/evil.example' } : one)),
  }));
  await page.reload();
  const feed = page.getByRole('list', { name: /activity/i });
  await expect(feed.getByText('Leads elsewhere')).toBeVisible();
  await expect(feed.getByRole('link', { name: /Leads elsewhere/ })).toHaveCount(0);
  await expect(feed.getByRole('link').first()).toBeVisible();
  end();
  expect(await page.evaluate(() => [...document.querySelectorAll('a')].filter((one) => /evil|javascript/i.test(one.href)).length)).toBe(0);
});

test('rows of another shape fail their load: the panels keep what they had, as of then, and say why', {
  tag: ['@G-14', '@C-64', '@F-37'],
}, async ({ page, platform: _platform, link }) => {
  await arrive(page, 'admin', '/system/incidents');
  await expect(connected(page)).toBeVisible();
  await everythingFetched(page);
  const main = page.locator('main');
  for (const { path, call, list, shown } of [
    { path: '/system/incidents', call: '/api/incidents', list: 'incidents', shown: 'tbody tr' },
    { path: '/system/health', call: '/api/health', list: 'components', shown: 'article h2' },
    { path: '/finance/schools', call: '/api/schools', list: 'schools', shown: 'article h2' },
  ]) {
    await goOn(page, path);
    await expect(main.locator(shown).first()).toBeVisible();
    const before = await main.locator(shown).allInnerTexts();
    const end = await changed(page, link, call, (body) => ({ ...body, [list]: (body[list] ?? []).map(() => ({ name: 7 })) }));
    await pressRefresh(page);
    const age = main.locator('.uk-fresh').first();
    await expect(age).toContainText(asOfTime);
    await expect(age).toContainText('came damaged');
    await expect(page.getByText(/has an unexpected form and was not used/).first()).toBeVisible();
    expect(await main.locator(shown).allInnerTexts()).toEqual(before);
    end();
    await pressRefresh(page);
    await expect(age).toContainText('Live');
  }
});
