import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../support/bench.ts';
import { loadNow } from '../support/report.ts';
import { lookBack } from './aftermath.ts';
import { callIn } from './cast.ts';
import { beforeS, faults, wholeRunS } from './faults.ts';
import { measure, type Part, recovery } from './measure.ts';
import { outcomeOf, writeRaw } from './report.ts';
import { setStage, type Stage } from './stage.ts';
import { readFigures } from './watch.ts';

/** Commands in a run of ten minutes (issue *Steady*, point 14); the stage generates the events. */
const commandsInTenMinutes = 1763;
/** Load before measuring begins, milliseconds. */
const warmUpMs = 10_000;

/**
 * Two instances behind nginx under load, with one fault after the other (faults.ts). Runs ten minutes; FAILOVER_MINUTES sets another
 * length, `quick` is two; FAILOVER_FAULT plays a single fault. The output is recorded in RESULTS.md; the raw data is in
 * `.cache/failover.json`.
 */
export const failover: Bench = async ({ quick, tell }) => {
  const minutes = Number(process.env['FAILOVER_MINUTES'] ?? (quick ? 2 : 10));
  if (!(minutes > 0)) throw new Error('FAILOVER_MINUTES wants a number of minutes');
  const stage = await setStage(tell);
  try {
    return await play(stage, minutes, tell);
  } finally {
    await stage.close();
  }
};

async function play(stage: Stage, minutes: number, tell: (line: string) => void): ReturnType<Bench> {
  const scale = (minutes * 60) / wholeRunS;
  const one = process.env['FAILOVER_FAULT'];
  const subscribed = faults.filter(({ name }) => one === undefined || name === one);
  if (subscribed.length === 0) throw new Error(`FAILOVER_FAULT wants one of: ${faults.map(({ name }) => name).join(', ')}`);
  const cast = await callIn(stage, tell);
  const deciding = setInterval(cast.decide, (wholeRunS * 1000) / commandsInTenMinutes);
  const lasting = async (name: string, phase: Part['phase'], from: number, seconds: number, end?: () => Promise<void>): Promise<Part> => {
    await sleep(Math.max(0, from + seconds * scale * 1000 - Date.now()));
    const figures = await readFigures(stage.instances);
    await end?.();
    return { name, phase, from, to: Date.now(), load: loadNow(), figures };
  };
  try {
    await sleep(warmUpMs);
    tell('before any fault');
    const before = await lasting('before', 'before', Date.now(), beforeS);
    const played: { name: string; told: string; during: Part; after: Part }[] = [];
    for (const { name, lastsS, watchedS, begin } of subscribed) {
      const from = Date.now();
      const { told, undo } = await begin(stage);
      tell(told);
      const during = await lasting(name, 'during', from, lastsS, undo);
      played.push({ name, told, during, after: await lasting(name, 'after', during.to, watchedS) });
    }
    clearInterval(deciding);
    tell('over; what is left is sent and read');
    const read = await cast.drain();
    const noted = cast.noted();
    const calm = measure(before, noted);
    const result = {
      minutes,
      measured: [calm, ...played.flatMap(({ during, after }) => [measure(during, noted), measure(after, noted)])],
      recoveries: played.map((fault) => recovery(fault, calm, noted)),
      aftermath: await lookBack(stage.databaseUrl, noted.decided, read),
      calls: noted.calls,
    };
    tell(`all that was found is in ${writeRaw(result)}`);
    return outcomeOf(result);
  } finally {
    clearInterval(deciding);
    await cast.leave();
  }
}
