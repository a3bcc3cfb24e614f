// Long: starts a dozen processes, each of which opens its own database.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyWrap } from '../evidence/keyWrap.ts';
import { freePort, type Running, runProgram } from '../testing/process.ts';

const timeout = 300_000; // upper limit
const running: Running[] = [];
const folder = mkdtempSync(join(tmpdir(), 'ukweli-keys-secrets-'));
afterAll(async () => {
  for (const one of running) one.child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run keys, of the secrets that sign-ins go by', () => {
  it('rotates them, wraps them anew by another key, and says which key is missing; nothing is done by a slip, and no key is made in a lost one’s place', {
    tags: ['G-2', 'D-54'],
    timeout,
  }, async () => {
    const dataDir = join(folder, 'data');
    const env = { PORT: String(await freePort()), DATA_DIR: dataDir, SEED: 'none', SIMULATION: 'off' };
    const run = async (file: string, argv: readonly string[], more: Readonly<Record<string, string>>, typed = '') => {
      const one = runProgram(file, argv, { ...env, ...more }, `${typed}\n`);
      running.push(one);
      return { code: await one.ended, said: one.said() };
    };
    const keys = (argv: readonly string[], typed = '', more = {}) => run('server/cli/keys.ts', argv, more, typed);
    /** Starts the platform and returns the ids of the keys it publishes for ID tokens. */
    const published = async (more = {}): Promise<string[]> => {
      const one = runProgram('server/main.ts', [], { ...env, ...more });
      running.push(one);
      await one.says('Stop with Ctrl+C');
      const { keys: set } = (await (await fetch(`http://127.0.0.1:${env.PORT}/idp/jwks`)).json()) as { keys: { kid: string }[] };
      one.child.kill('SIGTERM');
      await one.ended;
      return set.map(({ kid }) => kid);
    };
    const [first = ''] = await published();
    expect((await keys(['rotate', '--at-once'])).said).toContain('--at-once goes with rotate secrets');
    expect((await keys(['rotate', 'secrets', 'now'])).said).toContain('takes nothing more');
    const slip = await keys(['rotate', 'secrets'], 'yes');
    expect([slip.code, slip.said]).toEqual([1, expect.stringContaining('That is not its id. Nothing was changed.')]);
    const rotated = await keys(['rotate', 'secrets'], first);
    expect([rotated.code, rotated.said]).toEqual([0, expect.stringMatching(/idp\.signing \S+ is in use\.$/m)]);
    const [second = '', ...former] = await published();
    expect([former, second !== first]).toEqual([[first], true]);

    const next = join(folder, 'next');
    writeFileSync(next, 'd4'.repeat(32), { mode: 0o600 });
    const { keyId } = createKeyWrap(Buffer.from('d4'.repeat(32), 'hex'));
    const before = join(dataDir, 'keys/wrap.key');
    const unknown = await keys(['rewrap'], keyId, { KEY_FILE: next });
    expect([unknown.code, unknown.said]).toEqual([1, expect.stringContaining(`${next} holds the key ${keyId}`)]);
    const wrapped = await keys(['rewrap'], keyId, { KEY_FILE: next, KEY_FILE_BEFORE: before });
    expect([wrapped.code, wrapped.said]).toEqual([0, expect.stringContaining(`are wrapped by ${keyId}`)]);
    expect((await keys(['list'])).said).toContain(`idp.signing ${second}  signs ID tokens, in use since `);

    const old = await run('server/main.ts', [], {});
    expect([old.code, old.said]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^The secrets in this database are wrapped by the key ${keyId}, and .* Nothing was changed\\.$`, 'm'),
      ),
    ]);
    rmSync(before);
    const lost = await run('server/main.ts', [], {});
    expect([lost.code, lost.said]).toEqual([
      1,
      expect.stringMatching(/which is not there\. Put that file back .* no other is made\. Nothing was changed\.$/m),
    ]);
    expect(existsSync(before)).toBe(false);
    expect(await published({ KEY_FILE: next })).toContain(second);
  });
});
