import type { Bench } from '../support/bench.ts';
import { openConsole } from '../support/console.ts';
import { startFeed } from '../support/feed.ts';
import { openHeaps } from '../support/heaps.ts';
import { slope } from '../support/statistics.ts';

const perSecond = 200;
/** Warm-up until all bounded structures are full: the hub remembers 4,000 resources, and one event in ten brings a new one. */
const warmUp = { perSecond: 1000, ms: 50_000 } as const;
const measuredMs = 10 * 60_000;
const sampleMs = 20_000;
/** Settling time before the first sample, at the measured rate: objects that live for a minute have come and gone once. */
const settleMs = 60_000;
/** Pause before each sample: the hub collects events for a second at most, so they are written by then. */
const restMs = 1500;

/**
 * Memory growth of hub and page: the Overview open for ten minutes, every event stored, a forced garbage collection before each sample,
 * and the least-squares line through the samples.
 */
export const heap: Bench = async ({ quick, locked, tell }) => {
  const feed = await startFeed();
  const opened = await openConsole('/', feed, locked);
  try {
    const { page } = opened;
    await page.waitForFunction(() => document.querySelector('.uk-kpi-basis') !== null);
    const measure = await openHeaps(opened.profile.context, page);
    await feed.play('console', warmUp.perSecond, quick ? warmUp.ms / 10 : warmUp.ms);
    await feed.play('console', perSecond, quick ? settleMs / 10 : settleMs);
    const sample = async (minutes: number) => {
      await new Promise((resolve) => setTimeout(resolve, restMs));
      samples.push({ minutes, ...(await measure()) });
    };
    const samples: { readonly minutes: number; readonly page: number; readonly hub: number }[] = [];
    const begun = performance.now();
    let sent = 0;
    while (performance.now() - begun < (quick ? measuredMs / 10 : measuredMs)) {
      await sample((performance.now() - begun) / 60_000);
      ({ sent } = await feed.play('console', perSecond, sampleMs).then((played) => ({ sent: sent + played.sent })));
      const newest = samples.at(-1);
      tell(`${newest?.minutes.toFixed(1)} min: hub ${newest?.hub.toFixed(0)} kB, page ${newest?.page.toFixed(0)} kB`);
    }
    await sample((performance.now() - begun) / 60_000);
    const last = samples.at(-1) ?? { minutes: 0, page: 0, hub: 0 };
    const figure = (name: string, pick: (sample: { readonly page: number; readonly hub: number }) => number) => ({
      name,
      value: slope(samples.map((sample) => ({ x: sample.minutes, y: pick(sample) }))),
      detail: `${pick(samples[0] ?? last).toFixed(0)} kB to ${pick(last).toFixed(0)} kB in ${last.minutes.toFixed(1)} minutes, ${samples.length} samples`,
    });
    return {
      figures: [figure('heapHub', ({ hub }) => hub), figure('heapPage', (sample) => sample.page)],
      notes: [`${sent} events in that time, ${(sent / last.minutes / 60).toFixed(0)} a second, pauses for the samples included.`],
    };
  } finally {
    await opened.close();
    await feed.close();
  }
};
