import { dailyScreens } from './support/figures.ts';
import { signIn } from './support/people.ts';
import type { TestPlatform } from './support/platform.ts';
import { expect, test } from './support/test.ts';

async function metric(platform: TestPlatform, line: string): Promise<number> {
  const text = await (await fetch(`${platform.url}/metrics`)).text();
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length + 1));
}
const reads = 'ukweli_http_requests_total{method="GET",route="/api/pipeline",status="200"}';

test('[K-4] [C-75] six tabs cost one event stream and one fetch of the pipeline every 30 seconds', async ({ page, context, platform }) => {
  test.setTimeout(240_000);
  await signIn(page, 'admin', '/operations/pipeline');
  for (const { path } of dailyScreens.slice(0, 5)) {
    const tab = await context.newPage();
    await tab.goto(path === '/' ? '/operations/pipeline?window=24h' : path);
    await expect(tab.getByText('Connected · SSE', { exact: true }).first()).toBeVisible();
  }
  expect(context.pages()).toHaveLength(6);
  expect(await metric(platform, 'ukweli_streams_open')).toBe(1);

  // From one interval's fetch to the next and the one after: never sooner, never twice.
  const moments: number[] = [];
  let count = await metric(platform, reads);
  while (moments.length < 3) {
    await expect.poll(() => metric(platform, reads), { timeout: 45_000, intervals: [200] }).toBeGreaterThan(count);
    const next = await metric(platform, reads);
    expect(next - count, 'fetches in one interval').toBe(1);
    count = next;
    moments.push(Date.now());
  }
  for (const [index, at] of moments.slice(1).entries()) expect(at - (moments[index] ?? 0)).toBeGreaterThan(27_000);
  expect(await metric(platform, 'ukweli_streams_open')).toBe(1);
});
