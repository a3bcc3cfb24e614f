import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createLogger } from '../log.ts';
import { openEmbedded } from './database.ts';
import { FolderInUse, lockFolder } from './folderLock.ts';

const log = createLogger(() => undefined);

describe('[D-3] the embedded database in its folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-db-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps what was written, runs in a thread of its own, and lets nobody else in meanwhile', { timeout: 120_000 }, async () => {
    const first = await openEmbedded(folder, log, (failure) => expect.fail(failure.message));
    await expect(openEmbedded(folder, log, () => undefined)).rejects.toBeInstanceOf(FolderInUse);
    await first.db
      .insertInto('tenants')
      .values({ tenant_id: 'kept', name: 'Kept', place: '', region: '', currency: 'KES', time_zone: 'UTC' })
      .execute();

    // while a query runs for long, this thread goes on
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

  it('takes a folder over from a process that was killed', async () => {
    const left = mkdtempSync(join(tmpdir(), 'ukweli-lock-'));
    // a socket file without anybody behind it, as a kill leaves it
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
