import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { TestPlatform } from './platform.ts';

/**
 * Half an hour in a moment, without changing any duration of console or platform: the clocks of platform, hub and pages advance together.
 * A fake clock is installed before the unchanged production code in each place. Not moved: the service worker's clock, and the time
 * limits of the browser itself.
 *
 * Passing time advances both clocks of a device. Setting its clock (`setDeviceClock`) moves only the wall clock of hub and pages: no time
 * passes, and the platform's clock stays.
 */

const channelName = 'test-clock';
const aheadFile = 'clock-ahead-ms';

/** Runs before the code of a page or worker, so it must be self-contained: a Date that is ahead, and timers that follow it. */
function putClock(name: string, setAtStart = 0): void {
  if (globalThis.origin === 'null') return; // The blank page of a new tab, which has no storage.
  const { Date: TrueDate, setTimeout: trueSet, clearTimeout: trueClear } = globalThis;
  // Each navigation starts a new page, which reads its offset from storage; the hub lives as long as any page.
  const storage = (globalThis as { readonly localStorage?: Storage }).localStorage; // Workers have none.
  let aheadMs = Number(storage?.getItem(name) ?? 0);
  let setMs = Number(storage?.getItem(`${name}-set`) ?? setAtStart);
  const passed = () => TrueDate.now() + aheadMs;
  const now = () => passed() + setMs;
  const trueMonotonic = performance.now.bind(performance);
  performance.now = () => trueMonotonic() + aheadMs;
  class MovedDate extends TrueDate {
    constructor(...given: []) {
      if (given.length === 0) super(now());
      else super(...given);
    }
    static override now(): number {
      return now();
    }
    /** Dates from a structured clone are instances of the true Date. */
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof TrueDate;
    }
  }
  globalThis.Date = MovedDate as DateConstructor; // Never called without `new` here.

  /** Pending timers by the id that their setter got. */
  const waiting = new Map<number, { readonly due: number; readonly run: () => void; current: number }>();
  const set = (run: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]): number => {
    const fire = () => {
      waiting.delete(id);
      run(...given);
    };
    const id = trueSet(fire, delayMs) as unknown as number; // a number in every browser
    waiting.set(id, { due: passed() + delayMs, run: fire, current: id });
    return id;
  };
  globalThis.setTimeout = set as unknown as typeof setTimeout; // Node's types declare more than browsers have.
  globalThis.clearTimeout = ((id?: number) => {
    trueClear(id === undefined ? id : (waiting.get(id)?.current ?? id));
    if (id !== undefined) waiting.delete(id);
  }) as typeof clearTimeout;

  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<{ readonly aheadMs?: number; readonly setMs?: number }>) => {
    if (data.aheadMs === undefined) return;
    aheadMs = data.aheadMs;
    setMs = data.setMs ?? 0;
    storage?.setItem(name, String(aheadMs));
    storage?.setItem(`${name}-set`, String(setMs));
    for (const timer of [...waiting.values()].sort((a, b) => a.due - b.due)) {
      trueClear(timer.current);
      timer.current = trueSet(timer.run, Math.max(0, timer.due - passed())) as unknown as number; // as above
    }
    channel.postMessage({ moved: storage === undefined ? 'hub' : 'page' });
  });
}

/** The platform's clock: reads its offset from the data folder at every call, so that no reading is older than the last move. */
const platformClock = `
import { readFileSync } from 'node:fs';
const TrueDate = Date;
const file = process.env.DATA_DIR + '/${aheadFile}';
const ahead = () => { try { return Number(readFileSync(file, 'utf8')); } catch { return 0; } };
globalThis.Date = class extends TrueDate {
  constructor(...given) { if (given.length === 0) super(TrueDate.now() + ahead()); else super(...given); }
  static now() { return TrueDate.now() + ahead(); }
  static [Symbol.hasInstance](value) { return value instanceof TrueDate; } // a structured clone makes true ones
};`;

/** Environment of a platform with a movable clock. */
export const movablePlatform = {
  NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(platformClock).toString('base64')}`,
} as const;

/** Installs the clock before the hub of `buildWithHub`, and as the first script of every page. */
export const movableHub = `(${putClock.toString()})('${channelName}')`;

/** The same for a device whose clock is ahead from the start. */
export const hubAhead = (aheadMs: number): string => `(${putClock.toString()})('${channelName}', ${aheadMs})`;

/** Advances all clocks by so many milliseconds at once; resolves when hub and pages have applied it. */
export type MoveTime = (byMs: number) => Promise<void>;

/**
 * Sends hub and pages of a page's browser their offsets, of passed time and of the wall clock alone; resolves when all have applied them.
 */
async function tellClocks(page: Page, aheadMs: number, setMs: number): Promise<void> {
  const pages = page.context().pages().length;
  const moved = await page.evaluate(
    async ([name, ahead, set, expected]) => {
      const channel = new BroadcastChannel(name);
      const answers: string[] = [];
      await new Promise<void>((resolve) => {
        channel.addEventListener('message', ({ data }: MessageEvent<{ readonly moved?: string }>) => {
          if (data.moved !== undefined) answers.push(data.moved);
          if (answers.length === expected) resolve();
        });
        channel.postMessage({ aheadMs: ahead, setMs: set });
      });
      channel.close();
      return answers.sort();
    },
    [channelName, aheadMs, setMs, pages + 1] as const,
  );
  expect(moved).toEqual(['hub', ...Array.from({ length: pages }, () => 'page')]);
}

/** Sets this device's clock ahead of the true time. Its tabs must run `movableHub` before hub and pages. */
export function setDeviceClock(page: Page, aheadMs: number): Promise<void> {
  return tellClocks(page, 0, aheadMs);
}

/** Sets the platform's clock alone ahead by so many milliseconds: time passes for the platform, and consoles learn it from its answers. */
export function movePlatform(platform: TestPlatform, aheadMs: number): void {
  writeFileSync(join(platform.dataDir, aheadFile), String(aheadMs));
}

/** Controls the time of these tabs, which must be served with `movableHub`. Call it before the first tab is opened. */
export async function holdTime(page: Page, platform: TestPlatform): Promise<MoveTime> {
  await page.context().addInitScript(movableHub);
  let aheadMs = 0;
  return async (byMs) => {
    aheadMs += byMs;
    // Suspend the platform meanwhile: an answer stamped before the move and read after it would give the hub a wrong offset (D-29).
    await platform.whileHeld(async () => {
      await tellClocks(page, aheadMs, 0);
      writeFileSync(join(platform.dataDir, aheadFile), String(aheadMs));
    });
  };
}
