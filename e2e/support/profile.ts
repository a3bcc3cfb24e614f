import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';

/** A browser on a profile that outlives it: installability, service worker and stored rows need one. */
export interface Profile {
  readonly context: BrowserContext;
  /** Ends the browser process and opens it again on the same profile. */
  reopen(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** What a test may ask of its browser. `flags` go to Chromium. */
export type ProfileOptions = BrowserContextOptions & { readonly flags?: readonly string[] };

/** Opens Chromium on a new profile. `baseURL` makes `page.goto('/login')` go to the test's platform. */
export async function openProfile(baseURL: string, { flags = [], ...options }: ProfileOptions = {}): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-profile-'));
  const executablePath = findChromium();
  const launch = () =>
    chromium.launchPersistentContext(folder, {
      viewport: { width: 1440, height: 900 },
      locale: 'en-KE',
      ...options,
      baseURL,
      args: [...chromiumFlags, ...flags],
      ...(executablePath === undefined ? {} : { executablePath }),
    });
  let context = await launch();
  return {
    get context() {
      return context;
    },
    async reopen() {
      await context.close();
      context = await launch();
      return context;
    },
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
