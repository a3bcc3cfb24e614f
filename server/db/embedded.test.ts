// Long: opens databases in folders, under load.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { openEmbedded } from './database.ts';
import { FolderInUse, lockFolder } from './folderLock.ts';

const log = createLogger(() => undefined);

describe('the embedded database in its folder', { tags: ['D-3'] }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-db-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps what was written, runs in a thread of its own, and lets nobody else in meanwhile', { timeout: 300_000 }, async () => {
    const first = await openEmbedded(folder, log, (failure) => expect.fail(failure.message));
    await expect(openEmbedded(folder, log, () => undefined)).rejects.toBeInstanceOf(FolderInUse);
    await first.db
      .insertInto('tenants')
      .values({ tenant_id: 'kept', name: 'Kept', place: '', region: '', currency: 'KES', time_zone: 'UTC' })
      .execute();

    // this thread's timers run during a long query
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    await sql`select count(*) from generate_series(1, 3000000) a`.execute(first.db);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(3);
    await first.close();

    const second = await openEmbedded(folder, log, () => undefined);
    expect(await second.db.selectFrom('tenants').select('tenant_id').execute()).toEqual([{ tenant_id: 'kept' }]);
    await second.close();
  });

  it('is checkpointed and vacuumed on a timer, under writers, and closes in the middle of that', { timeout: 300_000 }, async () => {
    const logged: string[] = [];
    const tended = mkdtempSync(join(tmpdir(), 'ukweli-tended-'));
    const listen = createLogger((line) => void logged.push(line));
    const { db, close } = await openEmbedded(tended, listen, (failure) => expect.fail(failure.message), { checkpointMs: 20, vacuumMs: 30 });
    const redo = async (): Promise<string> =>
      (await sql<{ at: string }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(db)).rows[0]?.at ?? '';
    const before = await redo();
    await sql`insert into telemetry_events (tenant_id, received_at, name, at, values)
      select 't', now(), 'n', now(), jsonb_build_object('text', repeat('x', 200)) from generate_series(1, 5000)`.execute(db);
    const pages = async (): Promise<{ size: number; rows: number }> =>
      (
        await sql<{ size: number; rows: number }>`select pg_relation_size(oid) as size, reltuples as rows from pg_class
          where relname = 'telemetry_events'`.execute(db)
      ).rows[0] ?? { size: 0, rows: -1 };
    const full = (await pages()).size;
    await sql`delete from telemetry_events`.execute(db);
    await vi.waitFor(
      async () => {
        // a commit of its own, so that vacuum may remove the rows deleted before it
        await sql`update tenants set place = place`.execute(db);
        const now = await pages();
        expect([now.size < full / 4, now.rows]).toEqual([true, 0]);
        expect(await redo()).not.toBe(before);
      },
      { timeout: 60_000, interval: 10 },
    );
    await close();
    expect(logged).toEqual([]);
    rmSync(tended, { recursive: true, force: true });
  });

  it('takes a folder over from a process that was killed', async () => {
    const left = mkdtempSync(join(tmpdir(), 'ukweli-lock-'));
    // a socket file without a listener, as a kill leaves it
    spawnSync(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(join(left, 'lock.sock'))}, () => process.kill(process.pid, 'SIGKILL'))`,
    ]);
    const lock = await lockFolder(left);
    await expect(lockFolder(left)).rejects.toBeInstanceOf(FolderInUse);
    await lock.release();
    rmSync(left, { recursive: true, force: true });
  });
});
