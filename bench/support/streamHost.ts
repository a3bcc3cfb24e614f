import type { AddressInfo } from 'node:net';
import { MAX_STREAMS_PER_SESSION } from '../../server/realtime/openStreams.ts';
import { demoProfile } from '../../server/seed/profiles.ts';
import { createRandom } from '../../server/seed/random.ts';
import { seedDemo } from '../../server/seed/seed.ts';
import { writeBatch } from '../../server/simulation/burst.ts';
import { createTestPlatform } from '../../server/testing/platform.ts';

/**
 * A platform in its own process, so that its CPU time and memory can be measured: the real routes, hub and log on the embedded database,
 * in memory. Answers are not validated, as in production. Controlled by its parent process.
 */
export type HostOrder = { readonly kind: 'write'; readonly events: number } | { readonly kind: 'usage' } | { readonly kind: 'memory' };
/** Messages to the parent: ready to be read from, all events of an order written, processor time, or memory in use. */
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

// A session may hold only a few streams, so create as many sessions as needed.
const cookies: string[] = [];
while (cookies.length < Math.ceil(streams / MAX_STREAMS_PER_SESSION)) cookies.push((await test.signIn('admin@ukweli.example')).cookie);
// More sessions than an account may have: reopen those that were displaced.
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
  globalThis.gc?.(); // the second frees what finalizers of the first released
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  // Resident memory, but only the used part of the script heap: the engine returns free pages at arbitrary times.
  tell({ kind: 'memory', bytes: rss - heapTotal + heapUsed });
}

function tell(news: HostNews): void {
  process.send?.(news);
}
