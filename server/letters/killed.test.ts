// Long: kills a platform while it works and starts it again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { unpackDemo } from '../testing/images.ts';
import { type MailServer, startMailServer } from '../testing/mailServer.ts';
import { freePort, type Running, runProgram } from '../testing/process.ts';

const running: Running[] = [];
const folders: string[] = [];
let mail: MailServer | null = null;
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.child.kill('SIGKILL');
    await one.ended;
  }
  await mail?.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

it('a platform that is killed while its mail server is away loses no letter: the warning, the welcome and the link go out once it runs again', {
  tags: ['S-9', 'F-45'],
  timeout: 480_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-letters-killed-'));
  folders.push(folder);
  const dataDir = join(folder, 'data');
  await unpackDemo(dataDir);
  mail = await startMailServer();
  await mail.away();
  const server = mail;
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const start = async (): Promise<Running> => {
    const one = runProgram('server/main.ts', [], { PORT: String(port), DATA_DIR: dataDir, SIMULATION: 'off', SMTP_URL: server.url });
    running.push(one);
    await one.says('Stop with Ctrl+C');
    return one;
  };
  let cookie = '';
  const call = async (method: string, path: string, body: object): Promise<Response> => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { origin, cookie, 'content-type': 'application/json', connection: 'close', [headers.correlation]: 'letters-killed' },
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer;
  };

  const first = await start();
  const login = await call('POST', '/api/auth/login', { email: 'admin@ukweli.example', password: demoPassword });
  cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  await call('POST', '/api/v1/admin/users', { email: 'new.person@ukweli.example', name: 'New Person', role: 'operator' });
  await call('POST', '/api/profile/password', { currentPassword: demoPassword, newPassword: 'Mlima-Kenya-5199!' });
  await call('POST', '/api/auth/password-reset', { email: 'bank@ukweli.example' });
  // Killed while it handles the last request.
  first.child.kill('SIGKILL');
  await first.ended;
  expect(server.delivered).toEqual([]);

  await server.back();
  await start();
  // A letter that was claimed when the process died waits until its claim runs out.
  await expect
    .poll(() => server.delivered.map(({ to }) => to[0]).sort(), { timeout: 240_000 })
    .toEqual(['admin@ukweli.example', 'bank@ukweli.example', 'new.person@ukweli.example']);
});
