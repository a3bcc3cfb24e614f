import type { Page } from '@playwright/test';
import type { PaintWatch, Watched } from '../pages/paintWatch.ts';
import type { Bench, Figure } from '../support/bench.ts';
import { bundle } from '../support/bundle.ts';
import { openConsole } from '../support/console.ts';
import { type Audience, barePath, type Feed, startFeed } from '../support/feed.ts';
import { pageOf, servePages } from '../support/pageServer.ts';
import { median, medianRatio, percentile } from '../support/statistics.ts';

/** Events per second. */
const rates = [50, 500] as const;
/** Length of a round; five rounds are the 30 seconds of the budget. */
const roundMs = 6000;
/** Maximum delay of a round's last event to the screen before the round fails, milliseconds. */
const patienceMs = 10_000;

/** One page's results in one round, milliseconds. */
interface Round {
  /** 95 % of the events, or something newer, were on the screen within this time. */
  readonly every: number;
  /** Age (p95) of the newest event when it reached the screen, which excludes the time of collecting events. */
  readonly newest: number;
  readonly watched: Watched;
}

/**
 * From an event's departure to the frame that shows it, in the console (built page, hub in the shared worker, every event stored) and in
 * a page that only shows it. Both get the same events, in turn.
 */
export const paint: Bench = async ({ rounds, quick, locked, tell }) => {
  const feed = await startFeed();
  const watch = await bundle('pages/paintWatch.ts');
  const opened = await openConsole('/', feed, locked);
  const pages = await servePages({
    '/': pageOf('/page.js'),
    '/page.js': await bundle('pages/barePage.ts'),
    '/worker.js': await bundle('pages/bareChannel.ts'),
  });
  try {
    const { context } = opened.profile;
    await context.addInitScript({ content: watch });
    await opened.page.reload();
    // In the foreground: background pages are not painted.
    await opened.page.waitForFunction(() => document.querySelector('.uk-kpi-basis') !== null);
    const bare = await context.newPage();
    await bare.goto(pages.url);
    // The page's own function, in another program.
    await bare.evaluate(
      // set by pages/barePage.ts
      (url) => (globalThis as unknown as { startBare: (url: string) => Promise<void> }).startBare(url),
      feed.url + barePath,
    );

    const figures: Figure[] = [];
    const notes: string[] = [];
    const ours: Watched[] = [];
    const bares: Watched[] = [];
    for (const rate of rates) {
      const inConsole: Round[] = [];
      const inBare: Round[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const one = await oneRound(feed, 'console', opened.page, rate, quick || round < 0 ? roundMs / 3 : roundMs);
        const other = await oneRound(feed, 'bare', bare, rate, quick || round < 0 ? roundMs / 3 : roundMs);
        if (round < 0) continue; // warm-up, so that code is compiled
        inConsole.push(one);
        inBare.push(other);
        tell(
          `${rate}/s ${round + 1}/${rounds}: every event ${one.every} ms, the newest ${one.newest} ms; bare ${other.every} and ${other.newest} ms; ` +
            `${one.watched.dropped} of ${one.watched.frames + one.watched.dropped} frames dropped (bare ${other.watched.dropped}), longest task ${one.watched.longestTaskMs.toFixed(0)} ms`,
        );
      }
      const every = [inConsole, inBare].map((all) => all.map((round) => round.every)) as [number[], number[]]; // of two
      const newest = [inConsole, inBare].map((all) => all.map((round) => round.newest)) as [number[], number[]]; // of two
      figures.push({ name: `paint${rate}`, value: medianRatio(...every), detail: `p95 ${median(every[0])} ms to ${median(every[1])} ms` });
      notes.push(
        `At ${rate}/s the newest event on the screen was ${median(newest[0])} ms old when it got there (p95; bare ${median(newest[1])} ms, ${medianRatio(...newest).toFixed(2)} ×): the rest is the time for which C-76 has events gathered, 250 ms for this topic.`,
      );
      ours.push(...inConsole.map(({ watched }) => watched));
      bares.push(...inBare.map(({ watched }) => watched));
    }
    const [dropped, frames] = framesOf(ours);
    const [bareDropped, bareFrames] = framesOf(bares);
    notes.push(`The bare page dropped ${bareDropped} of ${bareFrames} frames in the same rounds.`);
    figures.push(
      {
        name: 'paintLongestTask',
        value: Math.max(...ours.map(({ longestTaskMs }) => longestTaskMs)),
        detail: `${ours.filter(({ longestTaskMs }) => longestTaskMs > 50).length} of ${ours.length} rounds had one above 50 ms`,
      },
      { name: 'paintDropped', value: (100 * dropped) / frames, detail: `${dropped} of ${frames} frames, both rates` },
    );
    return { figures, notes };
  } finally {
    await opened.close();
    await pages.close();
    await feed.close();
  }
};

/** Dropped frames, and the total that should have been painted. */
function framesOf(watched: readonly Watched[]): readonly [dropped: number, frames: number] {
  const dropped = watched.reduce((sum, each) => sum + each.dropped, 0);
  return [dropped, watched.reduce((sum, each) => sum + each.frames, dropped)];
}

/** Plays a round to the page in the foreground and waits until it has shown the last event. The other page stays idle in the background. */
async function oneRound(feed: Feed, to: Audience, page: Page, rate: number, ms: number): Promise<Round> {
  await page.bringToFront();
  // `paintWatch` is the page's own object (pages/paintWatch.ts), in another program; also below.
  await page.evaluate(() => (globalThis as unknown as { paintWatch: PaintWatch }).paintWatch.begin());
  const { marks } = await feed.play(to, rate, ms);
  const last = marks.at(-1)?.[0] ?? 0;
  await page.waitForFunction((mark) => (globalThis as unknown as { paintWatch: PaintWatch }).paintWatch.shown() >= mark, last, {
    timeout: patienceMs,
  });
  const watched = await page.evaluate(
    () =>
      new Promise<Watched>((resolve) => {
        requestAnimationFrame(() => setTimeout(() => resolve((globalThis as unknown as { paintWatch: PaintWatch }).paintWatch.end()), 50));
      }),
  );
  const left = new Map(marks);
  const every = marks.map(([mark, at]) => (watched.paints.find(([shown]) => shown >= mark)?.[1] ?? Number.NaN) - at);
  const newest = watched.paints.flatMap(([mark, at]) => (left.has(mark) ? [at - (left.get(mark) ?? 0)] : []));
  if (newest.length === 0 || every.some(Number.isNaN)) throw new Error('an event was never on the screen');
  return { every: percentile(every, 0.95), newest: percentile(newest, 0.95), watched };
}
