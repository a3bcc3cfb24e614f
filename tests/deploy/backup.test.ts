import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres } from '../../scripts/postgres.mjs';
import { createAudit } from '../../server/audit/audit.ts';
import { createClock } from '../../server/clock.ts';
import { openPostgres } from '../../server/db/database.ts';
import { createLogger } from '../../server/log.ts';
import { readEvents, readHead } from '../../server/realtime/head.ts';
import { allTopics } from '../../server/realtime/hub.ts';
import { demoProfile } from '../../server/seed/profiles.ts';
import { createRandom } from '../../server/seed/random.ts';
import { seedDemo } from '../../server/seed/seed.ts';
import { createTenantDayRunner } from '../../server/simulation/step.ts';
import { verifyChain } from '../../server/testing/chain.ts';
import { createTestPlatform, type TestPlatform } from '../../server/testing/platform.ts';
import { startPostgres, type TestPostgres } from '../../server/testing/postgres.ts';
import { overPostgres } from './document.ts';

const quiet = createLogger(() => undefined);
const programs = findPostgres() ?? '';

// Skipped without `pg_dump`, except in CI, where a missing one must fail.
describe.skipIf(!existsSync(join(programs, 'pg_dump')) && process.env['CI'] === undefined)(
  'backup and restore as docs/DEPLOY.md says',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'ukweli-backup-'));
    let server: TestPostgres;
    let source = '';
    let original: TestPlatform;
    beforeAll(async () => {
      server = await startPostgres();
      source = await server.createDatabase(process.env['TEST_DATABASE_TEMPLATE']);
      original = await createTestPlatform({ database: await openPostgres(source, quiet), config: { databaseUrl: source } });
      await seedDemo(original.platform);
      const day = createTenantDayRunner(original.platform, demoProfile, createRandom(5));
      for (let step = 0; step < 20; step += 1) await day.step();
    }, 120_000);
    afterAll(async () => {
      await original?.close();
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    const restored = `ukweli_restored_${process.pid}`;
    /** Runs a command of the document as copied into a shell. */
    const copied = (block: string, fromLine = 0): Promise<unknown> => {
      const { command, env } = overPostgres(block, server.url, { live: source, restored });
      return promisify(execFile)('sh', ['-euc', command.split('\n').slice(fromLine).join('\n')], {
        cwd: folder,
        env: { PATH: `${programs}:${process.env['PATH'] ?? ''}`, ...env },
      });
    };

    it('brings back sessions, log, chains and keys, taken while somebody writes', { timeout: 120_000 }, async () => {
      const admin = await original.signIn('admin@ukweli.example');
      const before = (await readHead(original.platform.db, 'demo')).seq;
      let writing = true;
      let written = 0;
      const day = createTenantDayRunner(original.platform, demoProfile, createRandom(6));
      const writer = (async () => {
        for (; writing; written += 1) await day.step();
      })();
      await copied('sh backup');
      writing = false;
      await writer;
      expect(written).toBeGreaterThan(2);

      await copied('sh restore');
      const target = Object.assign(new URL(server.url), { pathname: `/${restored}` }).href;
      const again = await createTestPlatform({
        database: await openPostgres(target, quiet),
        joins: true,
        config: { databaseUrl: target },
      });
      try {
        const { db } = again.platform;
        const head = await readHead(db, 'demo');
        expect(head.seq).toBeGreaterThanOrEqual(before);
        const log = await readEvents(db, 'demo', { after: 0, upTo: head.seq, topics: allTopics, limit: 100_000 });
        expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: head.seq }, (_, index) => index + 1));
        const chain = await db.selectFrom('chain_entries').selectAll().where('tenant_id', '=', 'demo').orderBy('chain_index').execute();
        expect(chain.length).toBeGreaterThan(100);
        expect(verifyChain(chain)).toBeNull();
        expect(await createAudit({ database: again.platform.database, clock: createClock() }).firstBroken('demo')).toBeNull();
        // An earlier session still works, and the restored keys sign.
        const [packs, me] = await Promise.all([
          again.app.inject({ url: '/api/evidence', headers: { cookie: admin.cookie } }),
          again.app.inject({ url: '/api/auth/me', headers: { cookie: admin.cookie } }),
        ]);
        expect([packs.statusCode, me.statusCode]).toEqual([200, 200]);
        const goesOn = createTenantDayRunner(again.platform, demoProfile, createRandom(7));
        // A single step may find nothing to do in the data as of the backup.
        for (let step = 0; step < 20 && (await readHead(db, 'demo')).seq === head.seq; step += 1) await goesOn.step();
        expect((await readHead(db, 'demo')).seq).toBeGreaterThan(head.seq);
        // All or nothing: a second restore into the same database is refused and changes nothing.
        const now = (await readHead(db, 'demo')).seq;
        await expect(copied('sh restore', 1)).rejects.toThrow('already exists');
        expect((await readHead(db, 'demo')).seq).toBe(now);
      } finally {
        await again.close();
      }
    });
  },
);
