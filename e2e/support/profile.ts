import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import { chromiumFlags, findChromium, findHeadlessShell } from '../../scripts/chromium.mjs';

/** A browser with a persistent profile: installability, service worker and stored rows need one. */
export interface Profile {
  readonly context: BrowserContext;
  /** The profile's folder. */
  readonly folder: string;
  /** Ends the browser process and opens it again on the same profile. */
  reopen(): Promise<BrowserContext>;
  /** Like `reopen`, but kills the process: unwritten data is lost. */
  kill(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/**
 * Options of a test's browser. `flags` go to Chromium, `env` adds to this process's environment; `whole` selects the full Chromium, which
 * can install apps and whose process a test may kill.
 */
export type ProfileOptions = BrowserContextOptions & {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly whole?: boolean;
};

/**
 * The browser crashed at start, which happens once in some thousands of starts on an overloaded machine. Nothing was tested yet, so it is
 * started again.
 */
const crashed = /Segmentation fault|exitCode=139\b/;

/** Removes the lock of a killed browser, which the next one would take for a running instance. */
function forgetLock(folder: string): void {
  for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket']) rmSync(join(folder, name), { force: true });
}

/** Opens Chromium on a new profile. `baseURL` makes `page.goto('/login')` go to the test's platform. */
export async function openProfile(baseURL: string, { flags = [], env, whole = false, ...options }: ProfileOptions = {}): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-profile-'));
  const executablePath = whole ? findChromium() : findHeadlessShell();
  const begin = () =>
    chromium.launchPersistentContext(folder, {
      viewport: { width: 1440, height: 900 },
      locale: 'en-KE',
      ...options,
      baseURL,
      // One process less to start; drawing is the same, because there is no GPU.
      args: [...chromiumFlags, ...(whole ? [] : ['--in-process-gpu']), ...flags],
      ...(executablePath === undefined ? {} : { executablePath }),
      ...(env === undefined ? {} : { env: { ...process.env, ...env } }),
    });
  const launch = () =>
    begin().catch((failure: unknown) => {
      if (!crashed.test(String(failure))) throw failure;
      forgetLock(folder);
      return begin();
    });
  let context = await launch();
  return {
    folder,
    get context() {
      return context;
    },
    async reopen() {
      await context.close();
      context = await launch();
      return context;
    },
    async kill() {
      const gone = new Promise((resolve) => context.once('close', resolve));
      process.kill(browserProcessOf(folder), 'SIGKILL');
      await gone;
      forgetLock(folder);
      context = await launch();
      return context;
    },
    async close() {
      await context.close();
      // The browser's child processes may write for a moment longer.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** The browser process of a profile, from Chromium's lock: `host-pid`. */
function browserProcessOf(folder: string): number {
  const pid = Number(readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1));
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error('the profile names no process');
  return pid;
}
