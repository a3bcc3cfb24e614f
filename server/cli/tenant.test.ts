// Long: starts programs, each of which opens its own database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runProgram } from '../testing/process.ts';

const timeout = 300_000; // upper limit: ten processes, which a busy machine slows down
const folder = mkdtempSync(join(tmpdir(), 'ukweli-tenant-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run tenant', () => {
  it('names the domains of a tenant and the roles that sign in with a second factor, in place of those before, and says what is wrong', {
    tags: ['G-24', 'G-25'],
    timeout,
  }, async () => {
    const env = { DATA_DIR: folder, SEED: 'none', UKWELI_ADMIN_PASSWORD: 'Nalubaale-Ripon-47!' };
    const run = async (program: string, argv: readonly string[]) => {
      const one = runProgram(program, argv, env);
      return { code: await one.ended, said: one.said() };
    };
    const tenant = (...argv: string[]) => run('server/cli/tenant.ts', argv);
    const made = await run('server/cli/adminCreate.ts', ['--email', 'a@school.example', '--name', 'Amina Yusuf', '--tenant', 'school']);
    expect([made.code, made.said]).toEqual([0, expect.stringContaining('administrator of school')]);

    expect(await tenant('set', 'school', '--domains', 'School.example, schule-köln.example')).toMatchObject({
      code: 0,
      said: expect.stringContaining('school  school.example xn--schule-kln-lcb.example'),
    });
    for (const [argv, says] of [
      [['set', 'nobody', '--domains', 'a.example'], 'There is no tenant nobody.'],
      [['set', 'school', '--domains', 'a@b.example'], 'is no domain'],
      [['set', 'school'], '`set` takes the id of one tenant, and --domains or --second-factor.'],
      [['set', 'school', '--second-factor', 'admin,approver'], "'approver' is no role. Roles are admin, bank_ops, auditor, operator."],
      [['sett'], 'There is no `sett`'],
    ] as const)
      expect(await tenant(...argv)).toMatchObject({ code: 1, said: expect.stringContaining(says) });
    // The domains are unchanged.
    expect(await tenant('set', 'school', '--second-factor', 'bank_ops, admin')).toMatchObject({
      code: 0,
      said: expect.stringContaining('school  school.example xn--schule-kln-lcb.example  second factor: admin bank_ops'),
    });
    expect(await tenant('set', 'school', '--domains', '', '--second-factor', '')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/school {2}\(no domains\)\n/),
    });
  });
});
