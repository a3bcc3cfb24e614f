// Long: waits in real time for notifications that never come.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeldLines, startHeldLines } from '../testing/heldLines.ts';
import { type Instances, startInstances } from '../testing/instances.ts';
import type { TestPlatform } from '../testing/platform.ts';
import { startPostgres, type TestPostgres } from '../testing/postgres.ts';
import { openSocket, openStream, type Reader } from '../testing/streamReaders.ts';
import { readHead } from './head.ts';
import { writeTransaction } from './log.ts';

const toldWithinMs = 2000;

describe('two instances whose LISTEN connections are swallowed, not closed', () => {
  let server: TestPostgres;
  let lines: HeldLines;
  let instances: Instances;
  let first: TestPlatform;

  let readers: readonly Reader[];
  beforeAll(async () => {
    server = await startPostgres();
    lines = await startHeldLines(await server.createDatabase(process.env['TEST_DATABASE_TEMPLATE']));
    instances = await startInstances(lines.url, { config: { realtime: { heartbeatMs: 200, maxBufferedBytes: 262_144 } } });
    [first] = instances.all as [TestPlatform, TestPlatform]; // two were started
    await write(first, 'kpis.updated');
    const admin = await first.signIn('admin@ukweli.example');
    const at = `http://127.0.0.1:${instances.ports[1]}`;
    const socket = await openSocket(at, '/tenants/demo', { cookie: admin.cookie, origin: first.platform.config.origin });
    readers = [await openStream(at, '/api/events?tenantId=demo', admin.cookie), socket];
    for (const reader of readers) await reader.frame('hello');
    lines.hold('ukweli-listen');
  });
  afterAll(async () => {
    lines?.release();
    for (const reader of readers ?? []) reader.close();
    await instances?.close();
    await lines?.close();
    await server?.stop();
  });
  const write = (on: TestPlatform, type: string): Promise<number> =>
    writeTransaction(on.platform, 'demo', async (_trx, emit) => emit({ type, resourceId: 'one', data: {}, correlationId: 'c' }));
  /** How long after `began` a reader gets this event, milliseconds. */
  const told = async (reader: Reader | undefined, seq: number, began: number): Promise<number> => {
    await reader?.frame('event', (frame) => frame.seq === seq);
    return performance.now() - began;
  };

  it('an event that NOTIFY never tells of is there within 2 s, on streams of the other instance', {
    tags: ['S-3', 'F-42', 'D-67'],
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const began = performance.now();
      const seq = await write(first, 'kpis.updated');
      expect(await told(readers[0], seq, began)).toBeLessThan(toldWithinMs);
    }
  });

  it('the kill switch, too, and on websockets', { tags: ['S-3', 'F-42', 'D-23'] }, async () => {
    const admin = await first.signIn('admin@ukweli.example');
    const began = performance.now();
    const pulled = await admin.call('PUT', '/api/system/kill-switch', { active: true, confirmation: 'STOP', reason: 'Meter fraud' });
    expect(pulled.status, pulled.body).toBe(200);
    await Promise.all(readers.map((reader) => reader.frame('event', ({ type }) => type === 'system.kill_switch')));
    expect(performance.now() - began).toBeLessThan(toldWithinMs);
    const { version } = pulled.json();
    expect((await admin.call('PUT', '/api/system/kill-switch', { active: false, version, reason: 'It was none' })).status).toBe(200);
  });

  it('heartbeats say how far the log goes as it was read, though nothing of it was told', { tags: ['S-3', 'C-88', 'D-67'] }, async () => {
    const { topics } = await readHead(first.platform.db, 'demo');
    const ahead = (topics.kpis ?? 0) + 1000;
    // A head whose events cannot be fetched, as after a failed read.
    await sql`update event_heads set topics = jsonb_set(topics, '{kpis}', to_jsonb(${ahead}::int)) where tenant_id = 'demo'`.execute(
      first.platform.db,
    );
    await readers[0]?.frame('heartbeat', (frame) => frame.topics.kpis === ahead);
    expect(readers[0]?.frames.some((frame) => frame.kind === 'event' && frame.seq === ahead)).toBe(false);
    await sql`update event_heads set topics = ${JSON.stringify(topics)}::jsonb where tenant_id = 'demo'`.execute(first.platform.db);
  });

  it('nobody is told that nothing has happened by an instance that cannot read the log', { tags: ['S-3'] }, async () => {
    const beats = (): number => readers[0]?.frames.filter(({ kind }) => kind === 'heartbeat').length ?? 0;
    lines.hold(null);
    const silence = async (): Promise<boolean> => {
      const before = beats();
      await new Promise((resolve) => setTimeout(resolve, 1000)); // five heartbeats
      return beats() === before;
    };
    await expect.poll(silence, { timeout: 15_000 }).toBe(true);
    const quiet = beats();
    lines.release();
    await expect.poll(beats, { timeout: 30_000 }).toBeGreaterThan(quiet);
  });
});
