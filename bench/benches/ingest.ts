import { openProfile } from '../../e2e/support/profile.ts';
import { chunkEvents, type Mix } from '../pages/events.ts';
import type { Bench, BenchOptions } from '../support/bench.ts';
import { bundle } from '../support/bundle.ts';
import { pageOf, servePages } from '../support/pageServer.ts';
import { median, medianRatio } from '../support/statistics.ts';

/** Contestants and their scripts. In every round each takes its turn. */
const contestants = {
  hub: 'pages/ingestHub.ts',
  dexie: 'pages/ingestDexie.ts',
  rxdb: 'peers/ingestRxdb.mjs',
  pouchdb: 'peers/ingestPouchdb.mjs',
  raw: 'pages/ingestRaw.ts',
  segment: 'pages/ingestSegment.ts',
} as const;
type Name = keyof typeof contestants;
const names = Object.keys(contestants) as readonly Name[]; // the keys of the literal above

type Speeds = Readonly<Record<Name, readonly number[]>>;

/**
 * Events per second from frames, as the realtime machine delivers them, to a committed transaction. Each contestant runs in a worker of
 * one Chromium, on disk databases that are new in every round.
 */
export const ingest: Bench = async (options) => {
  const files: Record<string, string> = { '/': pageOf('/page.js'), '/page.js': await bundle('pages/ingestPage.ts', options.locked) };
  for (const name of names) files[`/${name}.js`] = await bundle(contestants[name], options.locked);
  const server = await servePages(files);
  const profile = await openProfile(server.url);
  try {
    const page = profile.context.pages()[0] ?? (await profile.context.newPage());
    await page.goto('/');
    const tasks: number[] = [];
    const run = async (name: Name, mix: Mix, chunks: number): Promise<number> => {
      const score = await page.evaluate(
        // The page's own function, in another program.
        ([script, task, shows]) => (globalThis as unknown as { runRound: RunRound }).runRound(script, task, shows),
        [`/${name}.js`, { mix, chunks }, name === 'hub'] as const,
      );
      if (score.stored !== chunks * chunkEvents) throw new Error(`${name} stored ${score.stored} of ${chunks * chunkEvents} events`);
      if (name === 'hub' && score.shown < 2) throw new Error('the page beside the hub saw no rows change');
      if (name === 'hub') tasks.push(score.longestTaskMs);
      return (score.stored / score.ms) * 1000;
    };
    const repeated = await race('repeated', run, options);
    const fresh = await race('fresh', run, options);
    const against = (speeds: Speeds, peer: Name) => ({
      value: medianRatio(speeds.hub, speeds[peer]),
      detail: `${round(speeds.hub)} to ${round(speeds[peer])} events a second`,
    });
    const notes = (
      [
        ['80 % repeated', repeated],
        ['new only', fresh],
      ] as const
    ).map(
      ([mix, speeds]) =>
        `${mix}: ${names.map((name) => `${name} ${round(speeds[name])}`).join(', ')} events a second; the hub is ` +
        `${(100 * medianRatio(speeds.hub, speeds.segment)).toFixed(1)} % of a raw segment write, ${medianRatio(speeds.hub, speeds.raw).toFixed(2)} × raw puts of 500, ` +
        `${medianRatio(speeds.hub, speeds.pouchdb).toFixed(1)} × PouchDB bulkDocs.`,
    );
    return {
      figures: [
        { name: 'ingestRepeatedDexie', ...against(repeated, 'dexie') },
        { name: 'ingestNewDexie', ...against(fresh, 'dexie') },
        { name: 'ingestRepeatedRxdb', ...against(repeated, 'rxdb') },
        { name: 'ingestNewRxdb', ...against(fresh, 'rxdb') },
        // The observer reports only tasks longer than 50 ms.
        {
          name: 'ingestLongestTask',
          value: Math.max(...tasks),
          detail: `${tasks.filter((ms) => ms > 50).length} of ${tasks.length} rounds had one above 50 ms`,
        },
      ],
      notes,
    };
  } finally {
    await profile.close();
    await server.close();
  }
};

type RunRound = (
  script: string,
  task: { readonly mix: Mix; readonly chunks: number },
  showsRows: boolean,
) => Promise<{ readonly ms: number; readonly stored: number; readonly longestTaskMs: number; readonly shown: number }>;

async function race(mix: Mix, run: (name: Name, mix: Mix, chunks: number) => Promise<number>, options: BenchOptions): Promise<Speeds> {
  const chunks = options.quick ? 4 : 10;
  const speeds: Record<Name, number[]> = { hub: [], dexie: [], rxdb: [], pouchdb: [], raw: [], segment: [] };
  for (const name of names) await run(name, mix, 2); // warm-up, so that code is compiled
  for (let turn = 0; turn < options.rounds; turn += 1) {
    // Another contestant begins each round, so that none always follows the same neighbour in the disk cache.
    for (let step = 0; step < names.length; step += 1) {
      const name = names[(turn + step) % names.length] ?? 'hub';
      speeds[name].push(await run(name, mix, chunks));
    }
    options.tell(
      `${mix} ${turn + 1}/${options.rounds}: ${names.map((name) => `${name} ${Math.round(speeds[name].at(-1) ?? 0)}`).join(', ')}`,
    );
  }
  return speeds;
}

const round = (speeds: readonly number[]): string => String(Math.round(median(speeds)));
