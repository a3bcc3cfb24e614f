import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contracts/endpoints.ts';
import { componentNames } from '../../src/contracts/health.ts';
import { z } from '../../src/contracts/zod.ts';
import { writeTransaction } from '../realtime/log.ts';
import { demoProfile, kampalaProfile, type TenantProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { reportComponent } from '../simulation/acts/components.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

const healthOf = async (client: TestClient) => z.parse(endpoints.health.answer, (await client.get('/api/health')).json()).components;

describe('components that the simulated day reports', () => {
  let test: TestPlatform;
  beforeAll(async () => {
    test = await createTestPlatform({ seeded: true });
  });
  afterAll(() => test.close());

  /** Makes every component of a tenant report once. */
  async function report({ tenantId, ...profile }: TenantProfile, seed: number): Promise<void> {
    const random = createRandom(seed);
    const key = { kid: 'none' } as never; // nothing is signed
    for (let turn = 0; turn < 60; turn += 1)
      await writeTransaction(test.platform, tenantId, async (trx, emit) => {
        await reportComponent({
          trx,
          emit,
          tenantId,
          profile: { tenantId, ...profile },
          random,
          now: test.platform.clock.now(),
          day: test.platform.clock.business(),
          correlationId: 'test',
          signer: key,
          touchKpis: () => undefined,
        });
      });
  }

  it('are one for all tenants: one gateway has one latency, at one time, and says that it is simulated', {
    tags: ['T-1', 'C-29'],
  }, async () => {
    const both = async () => [
      await healthOf(await test.signIn('admin@ukweli.example')),
      await healthOf(await test.signIn('operator@kampala.example')),
    ];
    const facts = (components: Awaited<ReturnType<typeof healthOf>>) => components.map((component) => ({ ...component, version: 0 }));
    const [demoSeed = [], kampalaSeed = []] = await both();
    expect(facts(kampalaSeed)).toEqual(facts(demoSeed));
    test.clock.advance(60_000);
    await report(demoProfile, 1);
    await report(kampalaProfile, 2);
    const [demo = [], kampala = []] = await both();
    expect(facts(kampala)).toEqual(facts(demo));
    for (const component of demo) {
      expect(component.measured).toMatchObject({ by: 'simulation', figures: ['uptime', 'latency'] });
      const age = test.clock.business().getTime() - Date.parse(component.measured?.at ?? '');
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThan(5000);
    }
    expect(demo.map(({ latency }) => latency)).not.toEqual(demoSeed.map(({ latency }) => latency));
  });

  it('have backups that go on being made: none is weeks old because the seed is', { tags: ['T-1', 'C-29'] }, async () => {
    test.clock.advance(21 * 86_400_000);
    await report(demoProfile, 3);
    const held = await healthOf(await test.signIn('admin@ukweli.example'));
    const ages = held.flatMap(({ lastBackup }) =>
      lastBackup === undefined ? [] : [test.clock.business().getTime() - Date.parse(lastBackup)],
    );
    expect(ages).toHaveLength(2);
    for (const age of ages) expect(age).toBeLessThan(24 * 3_600_000);
  });
});

describe('components that nobody reports', () => {
  it('show what the platform measures of itself, and that the rest was not measured', { tags: ['T-1', 'D-59'] }, async () => {
    const backupDir = mkdtempSync(join(tmpdir(), 'ukweli-backups-'));
    const test = await createTestPlatform({ config: { backupDir } });
    try {
      const admin = await test.signIn('admin@ukweli.example');
      await admin.get('/api/tenants');
      const first = await healthOf(admin);
      expect(first.map(({ name }) => name)).toEqual([...componentNames]);
      const figures = Object.fromEntries(first.map(({ name, measured }) => [name, measured]));
      const at = test.clock.business().toISOString();
      expect(figures).toEqual({
        api_gateway: { at, by: 'platform', figures: ['latency'] },
        database: { at, by: 'platform', figures: ['latency'] },
        verification_engine: { at, by: 'platform', figures: [] },
        evidence_storage: { at, by: 'platform', figures: [] },
      });
      expect(first.filter(({ status }) => status === 'unknown').map(({ name }) => name)).toEqual([
        'verification_engine',
        'evidence_storage',
      ]);
      expect(first.find(({ name }) => name === 'database')?.lastBackup).toBeUndefined();

      writeFileSync(join(backupDir, 'ukweli.dump'), 'x');
      utimesSync(join(backupDir, 'ukweli.dump'), new Date(), new Date('2026-11-20T02:00:00Z'));
      mkdirSync(join(backupDir, 'later')); // a folder does not count as a backup
      expect((await healthOf(admin)).find(({ name }) => name === 'database')?.lastBackup).toBe('2026-11-20T02:00:00.000Z');
    } finally {
      await test.close();
      rmSync(backupDir, { recursive: true });
    }
  });
});
