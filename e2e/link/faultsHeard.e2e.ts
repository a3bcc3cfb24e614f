// Long: links that fall silent for as long as detection takes.
import { connected, disconnected } from '../support/connection.ts';
import { type Asked, transport } from '../support/faultProxy.ts';
import { expect, test } from '../support/faultyTest.ts';
import { arrive } from '../support/people.ts';
import { promote } from '../support/promote.ts';
import { pressRefresh } from '../support/refresh.ts';

// The full Chromium: the lifetimes of tabs and workers depend on the browser.
test.use({ browserOptions: { whole: true } });

const commands = ({ path }: Asked): boolean => path.startsWith('/api/dlq/');
const incidents = ({ path }: Asked): boolean => path.startsWith('/api/incidents');
/** Longer than any wait in the console. */
const never = 600_000;

test('a command that is taken and not answered: slow beside Connected while anything is heard, Disconnected and no Live within seconds where nothing is; sent once', {
  tag: ['@M-11', '@F-31', '@D-15'],
}, async ({ page, link }) => {
  await arrive(page, 'admin', '/operations/dlq');
  await expect(connected(page)).toBeVisible();
  await expect(page.getByText(/^Live · /).first()).toBeVisible();
  const indicator = page.getByTestId('connection').first();

  await test.step('one call hangs, the probe beside it is answered: slow, and the stream goes on', async () => {
    const streams = link.seen(transport.sse);
    const end = link.fault({ on: commands, does: { kind: 'shape', latencyMs: never } });
    await promote(page, 'DLQ-00319');
    await expect(indicator).toContainText('slow', { timeout: 30_000 });
    await expect(connected(page)).toBeVisible();
    expect(link.seen(transport.sse)).toBe(streams);
    end();
    link.drop(commands);
    await expect(page.getByText('1 of 1 item promoted')).toBeVisible();
    await expect(indicator).not.toContainText('slow');
  });

  await test.step('the whole link takes everything and answers nothing: the indicator turns, the stream is cut for a new one', async () => {
    const streams = link.seen(transport.sse);
    link.turn('swallowed');
    const pressed = Date.now();
    await promote(page, 'DLQ-00318');
    await expect(disconnected(page)).toBeVisible({ timeout: 30_000 });
    test.info().annotations.push({ type: 'measured', description: `Disconnected after ${Date.now() - pressed} ms` });
    await expect(page.getByText(/^Live · /)).toHaveCount(0);
    await expect(page.getByText(/As of .*/i).first()).toBeVisible();
    expect(streams).toBeGreaterThan(0);
  });

  await test.step('the link is back: it says so, and what was pressed has gone once', async () => {
    link.turn('open');
    await expect(connected(page)).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText('2 of 2 items promoted').first()).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole('button', { name: /DLQ-00318/ })).toHaveCount(0);
    await expect(page.getByText(/^Live · /).first()).toBeVisible();
  });
});

test('a list whose fetch fails says as of and why at once, is asked ever more rarely, and keeps nothing else from being live', {
  tag: ['@M-11', '@M-12', '@F-37'],
}, async ({ page, link }) => {
  await arrive(page, 'admin', '/system/incidents');
  await expect(connected(page)).toBeVisible();
  const list = page.getByRole('main');
  await expect(list.getByText(/^Live · /).first()).toBeVisible();
  const moments: number[] = [];
  const asked = (request: Asked): boolean => {
    if (!incidents(request)) return false;
    moments.push(Date.now());
    return true;
  };
  const end = link.fault({ on: asked, does: { kind: 'answer', status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' } });
  const pressed = Date.now();
  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(list.getByText(/As of \d{2}:\d{2} · /).first()).toBeVisible();
  await expect(connected(page)).toBeVisible();
  await expect(list.getByText(/^Live · /).first()).toBeVisible();
  await expect.poll(() => moments.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
  // 1, 2, then 4 s, each at least a fifth shorter by jitter; delays on the way only add to it. hubFailing's tests prove the growth.
  expect((moments[3] ?? 0) - pressed).toBeGreaterThan(5000);
  end();
  await pressRefresh(page);
  await expect(list.getByText(/As of \d{2}:\d{2} · /)).toHaveCount(0);
});

test('signing in over a link that takes everything and answers nothing says so after 8 s and can be cancelled', {
  tag: ['@M-11', '@F-31'],
}, async ({ page, link, platform }) => {
  // Fail the call that gives the provider's address: Playwright waits without end for a page that has started an unanswered navigation to
  // the provider.
  const mend = link.fault({ on: ({ path }) => path.startsWith('/api/config'), does: { kind: 'reset' } });
  await page.goto(`${platform.url}/login`);
  const door = page.getByRole('button', { name: 'Sign in with SSO' });
  await expect(door).toBeVisible();
  link.turn('swallowed');
  mend();
  await door.click();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await expect(page.getByText('No answer for 8 seconds.')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(door).toBeVisible();
  await expect(page.getByText('No answer for 8 seconds.')).toHaveCount(0);
  link.turn('open');
  await door.click();
  await expect(page).toHaveURL(/\/idp\/sign-in\//);
});
