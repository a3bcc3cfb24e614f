import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { TestPlatform } from './platform.ts';

/**
 * Half an hour in a moment, with nothing of the console's or the platform's lengths changed: the clocks of platform, hub and pages are moved on
 * together. A clock is put before the built code in each of these places; the code itself is the one that is shipped. What is not moved: the
 * service worker's clock, and the time limits that the browser itself keeps.
 *
 * Time that passes moves both clocks of a device on. Setting its clock (`setDeviceClock`) moves the wall clock of hub and pages alone: nothing passes, and the platform's stays.
 */

const channelName = 'test-clock';
const aheadFile = 'clock-ahead-ms';

/** Put before the code of a page or worker, and so must stand alone: a Date that is ahead, and timers that are due when it says so. */
function putClock(name: string, setAtStart = 0): void {
  if (globalThis.origin === 'null') return; // the empty page of a new tab, which has no storage
  const { Date: TrueDate, setTimeout: trueSet, clearTimeout: trueClear } = globalThis;
  // Pages come and go with every navigation; the hub stays as long as any of them.
  const storage = (globalThis as { readonly localStorage?: Storage }).localStorage; // no such thing in a worker
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
    /** What came through a structured clone was made by the true one. */
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof TrueDate;
    }
  }
  globalThis.Date = MovedDate as DateConstructor; // it is never called without `new` here

  /** By the number its setter knows it by. */
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
  globalThis.setTimeout = set as unknown as typeof setTimeout; // Node's types have more to it than browsers have
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

/** The platform's: reads from its data folder how far ahead it is, at every look, so that no look comes before a move and is taken for one after it. */
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

/** Environment of a platform whose clock can be moved. */
export const movablePlatform = {
  NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(platformClock).toString('base64')}`,
} as const;

/** What the hub of `houseWithHub` has before it, and every page as its first script. */
export const movableHub = `(${putClock.toString()})('${channelName}')`;

/** The same for a device whose clock is so far ahead from the start. */
export const hubAhead = (aheadMs: number): string => `(${putClock.toString()})('${channelName}', ${aheadMs})`;

/** Moves the time of everything by so many milliseconds at once; resolves when hub and pages have it. */
export type MoveTime = (byMs: number) => Promise<void>;

/** Tells hub and pages of a page's browser how far they are ahead, in time that passed and by their clock alone; resolves when all of them have it. */
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

/** Somebody sets the clock of this device so far ahead of the true time. Its tabs are served with `movableHub` before hub and pages. */
export function setDeviceClock(page: Page, aheadMs: number): Promise<void> {
  return tellClocks(page, 0, aheadMs);
}

/** Moves the clock of the platform alone so far ahead: for browsers that are off meanwhile. */
export function movePlatform(platform: TestPlatform, aheadMs: number): void {
  writeFileSync(join(platform.dataDir, aheadFile), String(aheadMs));
}

/** Takes hold of the time of these tabs, which a house with `movableHub` serves. To be called before the first of them is opened. */
export async function holdTime(page: Page, platform: TestPlatform): Promise<MoveTime> {
  await page.context().addInitScript(movableHub);
  let aheadMs = 0;
  return async (byMs) => {
    aheadMs += byMs;
    // The platform stands still meanwhile: an answer stamped before the move and read after it would tell the hub a wrong offset (D-29).
    await platform.whileHeld(async () => {
      await tellClocks(page, aheadMs, 0);
      writeFileSync(join(platform.dataDir, aheadFile), String(aheadMs));
    });
  };
}
