import type { Page } from '@playwright/test';
import { everythingFetched } from '../../e2e/support/figures.ts';
import { signIn } from '../../e2e/support/people.ts';
import { startPlatform, type TestPlatform } from '../../e2e/support/platform.ts';
import { openProfile, type Profile } from '../../e2e/support/profile.ts';
import { setUpLock } from './appLock.ts';
import type { Feed } from './feed.ts';

/** The built console with its built platform: signed in as administrator, installed and filled with data. */
export interface OpenConsole {
  readonly platform: TestPlatform;
  readonly profile: Profile;
  readonly page: Page;
  close(): Promise<void>;
}

/**
 * Opens the console at `path`. With `feed`, browsers use the feed's address, which becomes the platform's public URL. `locked`: with the
 * app lock set up, and unlocked.
 */
export async function openConsole(path: string, feed?: Feed, locked = false): Promise<OpenConsole> {
  const platform = await startPlatform(feed === undefined ? {} : { PUBLIC_URL: feed.url }, undefined, []);
  feed?.target(Number(new URL(platform.url).port));
  const url = feed?.url ?? platform.url;
  const profile = await openProfile(url);
  const close = async (): Promise<void> => {
    await profile.close();
    await platform.close();
  };
  try {
    const page = profile.context.pages()[0] ?? (await profile.context.newPage());
    await signIn(page, 'admin', path);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await everythingFetched(page);
    if (locked) {
      await setUpLock(page, url);
      await page.goto(`${url}${path}`);
    }
    return { platform, profile, page, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}
