import { expect, type Locator, type Page } from '@playwright/test';
import { headers } from '../../src/contracts/endpoints.ts';
import type { WallDashboardId } from '../../src/contracts/display.ts';
import { demoPassword, people } from './people.ts';

/** A display polls every five seconds for its approval, and each step of starting its session competes for the CPU. Milliseconds. */
const patient = { timeout: 60_000 };

/** The dashboard that a display shows, by title. */
export function dashboard(wall: Page, name: string): Locator {
  return wall.getByRole('heading', { level: 1, name, exact: true });
}

/** The code that an unpaired display shows; waits for it. */
export async function codeOn(wall: Page): Promise<string> {
  await expect(wall.getByText(/Waiting to be approved/)).toBeVisible(patient);
  return (await wall.getByText(/^[B-Z]{4}-[B-Z]{4}$/).innerText()).trim();
}

/**
 * Claims on the display that are cut off: nobody can widen its window or hover, and the rest of a sentence may claim more than the whole.
 */
export function cutClaims(wall: Page): Promise<readonly string[]> {
  return wall.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.wall-frame *')]
      .filter((one) => one.matches('[data-claim] *, [data-claim], :has(> [data-claim])'))
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).overflowX !== 'visible')
      .map((one) => one.innerText.trim())
      .filter((text) => text !== ''),
  );
}

/** A display offers no interaction: nothing to press, to type into, or to sign in to. */
export async function expectNoWayIn(wall: Page): Promise<void> {
  await expect(wall.getByRole('button')).toHaveCount(0);
  await expect(wall.getByRole('textbox')).toHaveCount(0);
  await expect(wall.getByText(/sign in/i)).toHaveCount(0);
}

/** Opens `/wall` and approves it by API calls: for tests of later steps. Ends on the first dashboard. */
export async function pairedWall(
  wall: Page,
  url: string,
  { playlist, dwellS }: { readonly playlist: readonly [WallDashboardId, ...WallDashboardId[]]; readonly dwellS: number },
): Promise<void> {
  await wall.goto('/wall');
  const code = await codeOn(wall);
  const send = async (path: string, body: object, cookie = ''): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, [headers.correlation]: crypto.randomUUID(), cookie },
      body: JSON.stringify(body),
    });
    expect(answer.status, `${path}: ${await answer.clone().text()}`).toBe(200);
    return answer;
  };
  const entered = await send('/api/auth/login', { email: people.admin, password: demoPassword });
  const cookie = entered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  await send('/api/displays', { code, name: 'Control room', playlist, dwellS, theme: 'dark' }, cookie);
  await expect(wall.getByRole('list', { name: 'Rotation' })).toBeVisible(patient);
}
