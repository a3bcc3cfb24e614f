import type { Page } from '@playwright/test';
import type { Profile } from '../../e2e/support/profile.ts';
import type { Bench } from '../support/bench.ts';
import { lockPin, setUpLock } from '../support/appLock.ts';
import { bundle } from '../support/bundle.ts';
import { openConsole } from '../support/console.ts';
import { pageOf, servePages } from '../support/pageServer.ts';
import { median, medianRatio } from '../support/statistics.ts';

const slowdown = 4;

/**
 * Cold start offline: a restarted browser, a stopped server, a throttled page. Measures from navigation to the paint of the first data
 * row, in the console's Overview and in a plain page with the same stored rows.
 */
export const coldStart: Bench = async ({ rounds, locked, tell }) => {
  const { platform, profile, page, close } = await openConsole('/');
  try {
    const rows = await storedRows(page);
    if (locked) await setUpLock(page, platform.url);
    const plain = await servePages({
      '/fill': pageOf('/plain.js'),
      '/plain': pageOf('/plain.js'),
      '/plain.js': await bundle('pages/plain.ts'),
      '/sw.js': await bundle('pages/plainWorker.ts'),
      '/rows.json': JSON.stringify(rows),
    });
    await page.goto(`${plain.url}/fill`);
    await page.evaluate(() => (globalThis as unknown as { fill: () => Promise<void> }).fill()); // the page's own function
    await plain.close();
    await platform.stop();

    const inConsole: number[] = [];
    const behindLock: number[] = [];
    const inPlain: number[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const one = await firstRow(profile, `${platform.url}/`, '.uk-kpi-value', locked);
      const other = await firstRow(profile, `${plain.url}/plain`, 'td:nth-child(2)', false);
      if (round < 0) continue; // the first start after an installation compiles code that later ones find cached
      inConsole.push(one.ms);
      if (one.lockMs !== null) behindLock.push(one.lockMs);
      inPlain.push(other.ms);
      tell(`${round + 1}/${rounds}: console ${one.ms.toFixed(0)} ms${lockLabels(one.lockMs)}, plain page ${other.ms.toFixed(0)} ms`);
    }
    return {
      figures: [
        {
          name: 'coldStart',
          value: medianRatio(inConsole, inPlain),
          detail: `${median(inConsole).toFixed(0)} ms to ${median(inPlain).toFixed(0)} ms`,
        },
      ],
      notes: [
        `The page's processor is slowed ${slowdown} times; workers are not, in both.`,
        ...(locked ? [`Of the console's time ${median(behindLock).toFixed(0)} ms were before the lock screen took the PIN.`] : []),
      ],
    };
  } finally {
    await close();
  }
};

const lockLabels = (ms: number | null): string => (ms === null ? '' : `, ${ms.toFixed(0)} of them before the lock took the PIN`);

/** Opens the lock. Returns when the lock screen was ready for the PIN, and the milliseconds spent typing, which are subtracted. */
async function unlock(page: Page): Promise<{ readonly shown: number; readonly typing: number }> {
  const now = () => page.evaluate(() => performance.now());
  const field = page.getByLabel('PIN', { exact: true });
  await field.waitFor();
  const shown = await now();
  await field.fill(lockPin);
  const typed = await now();
  await page.keyboard.press('Enter');
  return { shown, typing: typed - shown };
}

/**
 * Restarts the browser and returns the milliseconds from navigation to the paint that shows a digit in `selector`; behind a lock without
 * the time for typing.
 */
async function firstRow(
  profile: Profile,
  url: string,
  selector: string,
  locked: boolean,
): Promise<{ readonly ms: number; readonly lockMs: number | null }> {
  const context = await profile.reopen();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.addInitScript({ content: `globalThis.firstRowIn = ${JSON.stringify(selector)};\n${await bundle('pages/firstRow.ts')}` });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  const lock = locked ? await unlock(page) : null;
  const seen = await page.evaluate(() => (globalThis as unknown as { firstRowSeen: Promise<number> }).firstRowSeen); // set above
  return { ms: seen - (lock?.typing ?? 0), lockMs: lock?.shown ?? null };
}

/** The rows that the Overview reads, as stored, by table. */
function storedRows(page: Page): Promise<Readonly<Record<string, readonly unknown[]>>> {
  return page.evaluate(async () => {
    const tables = ['kpis', 'components', 'stages', 'deadLetters', 'activities', 'notifications', 'singles', 'series', 'sync'];
    const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('ukweli:')) ?? '';
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error(`cannot open ${name}`)));
    });
    const found: Record<string, readonly unknown[]> = {};
    for (const table of tables) {
      found[table] = await new Promise<readonly unknown[]>((resolve, reject) => {
        const reading = db.transaction(table).objectStore(table).getAll();
        reading.addEventListener('success', () => resolve(reading.result as readonly unknown[])); // rows of any kind
        reading.addEventListener('error', () => reject(new Error(`cannot read ${table}`)));
      });
    }
    db.close();
    return found;
  });
}
