import { rmSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { collectComplaints, type Complaints } from './complaints.ts';
import { buildWithHub } from './buildWithHub.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { openProfile, type Profile, type ProfileOptions } from './profile.ts';

interface Fixtures {
  /** Additional environment of the platform; `test.use({ platformEnv: { SIMULATION: 'live' } })`. */
  readonly platformEnv: Readonly<Record<string, string>>;
  /** A script that runs before the hub (buildWithHub.ts); none by default. */
  readonly beforeHub: string | undefined;
  /** The folder whose build the platform runs from: this repository, or one whose hub starts with `beforeHub`. */
  readonly platformHouse: string | undefined;
  /** Options of the browser; `test.use({ browserOptions: { colorScheme: 'dark' } })`. */
  readonly browserOptions: ProfileOptions;
  readonly platform: TestPlatform;
  readonly profile: Profile;
  readonly complaints: Complaints;
}

/** Every test has its own platform and browser profile; `page` and `context` belong to that profile. */
export const test = base.extend<Fixtures>({
  platformEnv: [{}, { option: true }],
  beforeHub: [undefined, { option: true }],
  platformHouse: async ({ beforeHub }, use) => {
    if (beforeHub === undefined) return use(undefined);
    const house = buildWithHub(beforeHub);
    await use(house);
    rmSync(house, { recursive: true, force: true });
  },
  browserOptions: [{}, { option: true }],
  platform: async ({ platformEnv, platformHouse }, use, info) => {
    const platform = await startPlatform(platformEnv, platformHouse);
    await use(platform);
    if (info.status !== info.expectedStatus) await info.attach('platform.log', { body: platform.printed(), contentType: 'text/plain' });
    await platform.close();
  },
  profile: async ({ platform, browserOptions }, use) => {
    const profile = await openProfile(platform.url, browserOptions);
    await use(profile);
    await profile.close();
  },
  context: async ({ profile }, use) => use(profile.context),
  complaints: async ({ context }, use) => use(await collectComplaints(context)),
  page: async ({ context, complaints: _listening }, use, info) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await use(page);
    if (info.status !== info.expectedStatus && !page.isClosed()) {
      await info.attach('page.png', { body: await page.screenshot().catch(() => Buffer.alloc(0)), contentType: 'image/png' });
    }
  },
});

/** For pages that need no platform, as one opened from a disk: none is started. */
export const withoutPlatform = test.extend({
  profile: async ({ browserOptions }, use) => {
    const profile = await openProfile('http://localhost', browserOptions);
    await use(profile);
    await profile.close();
  },
});

export { expect };
