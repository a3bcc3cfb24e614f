// Long: starts programs, each of which opens its own database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, type Running, runProgram } from '../testing/process.ts';
import { keyList, servedKeyList } from './keyList.ts';

const timeout = 300_000; // upper limit: ten processes, which a busy machine slows down
const running: Running[] = [];
const folder = mkdtempSync(join(tmpdir(), 'ukweli-keys-'));
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.child.kill('SIGKILL');
    await one.ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run keys', () => {
  it('says that the running platform holds its folder, acts when the id is typed, and the platform goes on under the new key', {
    tags: ['P-6'],
    timeout,
  }, async () => {
    const env = { PORT: String(await freePort()), DATA_DIR: folder, SEED: 'none' };
    const keys = async (argv: readonly string[], typed: string | null = null) => {
      const one = runProgram('server/cli/keys.ts', argv, env, typed === null ? '' : `${typed}\n`);
      running.push(one);
      return { code: await one.ended, said: one.said() };
    };
    const start = async () => {
      const one = runProgram('server/main.ts', [], env);
      running.push(one);
      await one.says('Stop with Ctrl+C');
      const { keys: set } = (await (await fetch(`http://127.0.0.1:${env.PORT}/api/jwks`)).json()) as { keys: { kid: string }[] };
      return { kids: set.map(({ kid }) => kid), stop: () => (one.child.kill('SIGTERM'), one.ended) };
    };

    const first = await start();
    const [kid = ''] = first.kids;
    const held = await keys(['rotate'], kid);
    expect([held.code, held.said]).toEqual([1, expect.stringContaining('The platform is running and holds its data folder')]);
    expect(held.said).toContain('Ctrl+C');
    expect(held.said).toContain('npm run keys -- rotate');
    const asked = await keys(['list']);
    expect([asked.code, asked.said]).toEqual([0, expect.stringContaining(kid)]);
    await first.stop();

    for (const [argv, says] of [
      [['rot'], 'There is no `rot`'],
      [['retire'], 'takes the id of one key'],
      [['withdraw', kid], 'give it with --reason'],
      [['retire', kid, '--reason', 'x'], '--reason goes with withdraw'],
    ] as const)
      expect(await keys(argv)).toEqual({ code: 1, said: expect.stringContaining(says) });
    const mistyped = await keys(['rotate'], 'yes');
    expect([mistyped.code, mistyped.said]).toEqual([1, expect.stringContaining('That is not its id. Nothing was changed.')]);
    expect((await keys(['rotate'])).said).toContain('Nothing was typed');

    const rotated = await keys(['rotate'], kid);
    expect([rotated.code, rotated.said]).toEqual([0, expect.stringContaining(`npm run keys -- retire ${kid}`)]);
    expect((await keys(['retire', kid], kid)).said).toContain('may still be under way');
    const withdrawn = await keys(['withdraw', kid, '--reason', 'The backup was stolen'], kid);
    expect([withdrawn.code, withdrawn.said]).toEqual([0, expect.stringContaining(`${kid} is withdrawn`)]);
    const listed = (await keys(['list'])).said;
    expect(listed).toMatch(/WITHDRAWN\n {2}valid from .*: The backup was stolen\n/);

    const second = await start();
    expect(second.kids).toHaveLength(1);
    expect(second.kids).not.toContain(kid);
    expect(listed).toContain(`${second.kids[0]}  signs now`);
    await second.stop();
  });

  it('lists keys with their dates, what was signed under each, and ids that are nobody’s, without a sign that drives a terminal', {
    tags: ['P-6'],
  }, () => {
    const life = { notBefore: '2025-05-02T11:26:06.000Z', stoppedAt: null, retiredAt: null, withdrawnAt: null, reason: null };
    const signed = new Map([
      ['one', { packs: 25, portfolios: 4, payments: 0, reports: 2 }],
      ['field\u001b[2J', { packs: 1, portfolios: 0, payments: 0, reports: 0 }],
    ]);
    expect(keyList([], new Map())).toContain('No keys yet');
    expect(keyList([{ kid: 'one', state: 'current', ...life }], signed)).toBe(
      'one  signs now\n  valid from 2025-05-02T11:26:06.000Z\n  signed: 25 packs, 4 portfolios, 2 reports\n' +
        'field?[2J  never a key of this platform\n  signed: 1 packs\n',
    );
    expect(servedKeyList('u', { keys: [{ kid: 'two', kty: 'RSA', notBefore: life.notBefore, retiredAt: 7 }] })).toContain(
      'two\n  valid from 2025-05-02T11:26:06.000Z, retired a time that cannot be read\n',
    );
    expect(servedKeyList('u', 'hello')).toBe('What answers at u is no key set.\n');
  });
});
