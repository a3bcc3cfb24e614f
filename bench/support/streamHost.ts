import type { AddressInfo } from 'node:net';
import { MAX_STREAMS_PER_SESSION } from '../../server/realtime/openStreams.ts';
import { demoProfile } from '../../server/seed/profiles.ts';
import { createRandom } from '../../server/seed/random.ts';
import { seedDemo } from '../../server/seed/seed.ts';
import { writeBatch } from '../../server/simulation/burst.ts';
import { createTestPlatform } from '../../server/testing/platform.ts';

/**
 * A platform in a process of its own, so that its CPU time and memory are nobody else's: the real routes, hub and log on the embedded
 * database, in memory. Answers are not checked against the contract, as in production. Told what to do by its parent.
 */
export type HostOrder = { readonly kind: 'write'; readonly events: number } | { readonly kind: 'usage' } | { readonly kind: 'memory' };
export type HostNews =
  | { readonly kind: 'ready'; readonly url: string; readonly cookies: readonly string[] }
  | { readonly kind: 'written' }
  | { readonly kind: 'usage'; readonly cpuMs: number }
  | { readonly kind: 'memory'; readonly bytes: number };

const streams = Number(process.argv[2]);
const test = await createTestPlatform({ config: { simulation: 'off', checkAnswers: false } });
await seedDemo(test.platform);
await test.app.listen({ port: 0, host: '127.0.0.1' });
await test.platform.start();
const random = createRandom(20_261_121);

// A session holds a few streams only, so there are as many sessions as it takes.
const cookies: string[] = [];
while (cookies.length < Math.ceil(streams / MAX_STREAMS_PER_SESSION)) cookies.push((await test.signIn('admin@ukweli.example')).cookie);
// More than anybody may have: those that gave way are let in again.
await test.platform.db.updateTable('sessions').set({ ended_at: null, end_reason: null }).where('end_reason', '=', 'crowded').execute();

process.on('message', (order: HostOrder) => {
  void obey(order).catch((failure: unknown) => {
    console.error(failure);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit(0));
tell({ kind: 'ready', url: `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`, cookies }); // listening on TCP

async function obey(order: HostOrder): Promise<void> {
  if (order.kind === 'write') {
    await writeBatch(test.platform, demoProfile.tenantId, order.events, random);
    return tell({ kind: 'written' });
  }
  if (order.kind === 'usage') {
    const { user, system } = process.cpuUsage();
    return tell({ kind: 'usage', cpuMs: (user + system) / 1000 });
  }
  globalThis.gc?.();
  globalThis.gc?.(); // the second takes what the finalizers of the first let go
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  // Resident memory, but of the script heap only what is in use: the engine gives free pages back when it likes.
  tell({ kind: 'memory', bytes: rss - heapTotal + heapUsed });
}

function tell(news: HostNews): void {
  process.send?.(news);
}
