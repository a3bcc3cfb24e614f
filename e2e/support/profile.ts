import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import { chromiumFlags, findChromium, findHeadlessShell } from '../../scripts/chromium.mjs';

/** A browser on a profile that outlives it: installability, service worker and stored rows need one. */
export interface Profile {
  readonly context: BrowserContext;
  /** Where it lies on the disk. */
  readonly folder: string;
  /** Ends the browser process and opens it again on the same profile. */
  reopen(): Promise<BrowserContext>;
  /** As `reopen`, but the browser is not asked: its process is killed, and whatever it had not written is lost. */
  kill(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/**
 * What a test may ask of its browser. `flags` go to Chromium, and `env` beside this process's own environment; `whole` asks for all of it, which installs
 * apps and whose process a test may kill.
 */
export type ProfileOptions = BrowserContextOptions & {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly whole?: boolean;
};

/** A browser that crashed before it had opened, once in some thousands of starts on a machine with more to do than it can: nothing was tested yet, so it is opened once more. */
const crashed = /Segmentation fault|exitCode=139\b/;

/** A killed browser leaves its lock, which the next one would take for another that runs. */
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
      // A process less to start, and as little drawn as without it: there is no GPU.
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
      // The browser's lesser processes may write for a moment longer.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** The process that runs a profile, by the lock that Chromium keeps in it: `host-pid`. */
function browserProcessOf(folder: string): number {
  const pid = Number(readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1));
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error('the profile names no process');
  return pid;
}
