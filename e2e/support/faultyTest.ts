import { type FaultProxy, startFaultProxy } from './faultProxy.ts';
import { startPlatform } from './platform.ts';
import { test as base, expect } from './test.ts';

interface FaultyFixtures {
  /** The link between the browser and the platform. */
  readonly link: FaultProxy;
}

/** Like `test`, with a fault proxy between browser and platform: `platform.url` is the proxy's, `link.direct()` bypasses it. */
export const test = base.extend<FaultyFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the pattern to know which fixtures this one needs: none
  link: async ({}, use) => {
    const proxy = await startFaultProxy();
    await use(proxy);
    await proxy.close();
  },
  platform: async ({ link, platformEnv, platformHouse }, use, info) => {
    const platform = await startPlatform({ ...platformEnv, PUBLIC_URL: link.url }, platformHouse);
    link.target(Number(new URL(platform.url).port));
    await use({ ...platform, url: link.url });
    if (info.status !== info.expectedStatus) await info.attach('platform.log', { body: platform.printed(), contentType: 'text/plain' });
    await platform.close();
  },
});

/** True if long tests are requested (CI). */
export const longTests = process.env['LONG_TESTS'] === '1';

export { expect };
