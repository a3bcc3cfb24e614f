import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { MAX_STREAMS_PER_SESSION } from '../../server/realtime/openStreams.ts';
import type { Bench } from '../support/bench.ts';
import { median } from '../support/statistics.ts';
import type { HostNews, HostOrder } from '../support/streamHost.ts';
import { openReaders, type Readers } from '../support/streamReader.ts';

const streams = 1000;
/** Events per transaction: one each is the most expensive way, with a socket write for every event. */
const single = 1;
/** As the simulator writes them at 500 a second. */
const grouped = 25;

/** Deliveries to 1,000 open streams per CPU second of one platform, and the memory per stream. */
export const streamsBench: Bench = async ({ rounds, quick, tell }) => {
  const host = fork(join(root, 'bench/support/streamHost.ts'), [String(streams)], {
    cwd: root,
    execArgv: ['--expose-gc', '--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  try {
    const batches = quick ? 40 : 200;
    const ready = await hear(host, 'ready');
    // The first streams load code and buffers that stay, which are not a stream's cost.
    const early = await openReaders(ready.url, ready.cookies, 50, MAX_STREAMS_PER_SESSION);
    await deliver(host, early, 40);
    early.close();
    const before = await memory(host);
    const readers = await openReaders(ready.url, ready.cookies, streams, MAX_STREAMS_PER_SESSION);
    const opened = await memory(host);
    await deliver(host, readers, batches); // warm-up, so that code is compiled
    const perCpuSecond: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const from = await usage(host);
      const got = readers.got();
      await deliver(host, readers, batches);
      const to = await usage(host);
      perCpuSecond.push(((readers.got() - got) / (to - from)) * 1000);
      tell(`${round + 1}/${rounds}: ${Math.round(perCpuSecond.at(-1) ?? 0)} deliveries a CPU second`);
    }
    const from = await usage(host);
    await deliver(host, readers, batches / 10, grouped);
    const inGroups = ((streams * grouped * batches) / 10 / ((await usage(host)) - from)) * 1000;
    readers.close();
    return {
      figures: [
        {
          name: 'deliveries',
          value: median(perCpuSecond),
          detail: `${batches} events, one by one, to ${streams} streams a round, writing them included`,
        },
        {
          name: 'streamMemory',
          value: (opened - before) / 1000 / streams,
          detail: `${streams} streams opened; resident memory, of the script heap what is in use after a collection`,
        },
      ],
      notes: [`Events written ${grouped} at a time: ${Math.round(inGroups)} deliveries a CPU second (one round, not budgeted).`],
    };
  } finally {
    host.kill('SIGKILL');
  }
};

/**
 * Writes batches one after the other, each once all readers have received the previous one: nothing is dropped, and waiting costs no CPU
 * time.
 */
async function deliver(host: ChildProcess, readers: Readers, batches: number, batch = single): Promise<void> {
  for (let count = 0; count < batches; count += 1) {
    const goal = readers.got() + batch * readers.count;
    order(host, { kind: 'write', events: batch });
    await Promise.all([hear(host, 'written'), readers.reaches(goal)]);
    if (readers.got() !== goal) throw new Error(`${readers.got() - goal} events came twice`);
  }
}

async function usage(host: ChildProcess): Promise<number> {
  order(host, { kind: 'usage' });
  return (await hear(host, 'usage')).cpuMs;
}

async function memory(host: ChildProcess): Promise<number> {
  order(host, { kind: 'memory' });
  return (await hear(host, 'memory')).bytes;
}

function order(host: ChildProcess, what: HostOrder): void {
  host.send(what);
}

/** The next message of this kind; rejects if the host ends. */
function hear<K extends HostNews['kind']>(host: ChildProcess, kind: K): Promise<Extract<HostNews, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the platform ended with ${code}`));
    const listen = (message: unknown) => {
      const news = message as HostNews; // our own process, of the same source
      if (news.kind !== kind) return;
      host.off('message', listen);
      host.off('exit', ended);
      resolve(news as Extract<HostNews, { kind: K }>); // the kind was compared
    };
    host.on('message', listen);
    host.once('exit', ended);
  });
}
