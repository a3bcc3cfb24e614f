import type { Page } from '@playwright/test';
import { everythingFetched } from '../../e2e/support/figures.ts';
import { signIn } from '../../e2e/support/people.ts';
import { startPlatform, type TestPlatform } from '../../e2e/support/platform.ts';
import { openProfile, type Profile } from '../../e2e/support/profile.ts';

/** The built console at its built platform, signed in as the admin, installed and filled. */
export interface OpenConsole {
  readonly platform: TestPlatform;
  readonly profile: Profile;
  readonly page: Page;
  close(): Promise<void>;
}

/** Opens it at `path`. `env` goes to the platform: the simulator's pace, say. */
export async function openConsole(path: string, env: Readonly<Record<string, string>> = {}): Promise<OpenConsole> {
  const platform = await startPlatform(env);
  const profile = await openProfile(platform.url);
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
    return { platform, profile, page, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}
