// Long: kills platforms while they hand letters over.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../db/postgres.ts';
import { createLogger } from '../log.ts';
import { createRandom } from '../seed/random.ts';
import { headerOf, tokenIn } from '../testing/letterTest.ts';
import { type MailServer, startMailServer } from '../testing/mailServer.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { startPostgres, type TestPostgres } from '../testing/postgres.ts';
import { freePort, type Running, runProgram } from '../testing/process.ts';
import { testKey } from '../testing/testKey.ts';

const person = { accountId: 'usr-demo-bank', to: 'bank@ukweli.example', name: 'Otieno Odhiambo' };
const folder = mkdtempSync(join(tmpdir(), 'ukweli-killed-sending-'));
const keyFile = join(folder, 'key');
const running = new Set<Running>();
let postgres: TestPostgres;
let mail: MailServer;
let url: string;
/** An instance that does not send: used to write letters and to inspect them. */
let still: TestPlatform;
let before = 0;
beforeAll(async () => {
  writeFileSync(keyFile, testKey, { mode: 0o600 });
  [postgres, mail] = [await startPostgres(), await startMailServer()];
});
/** A database for this test; all its instances get the same key. */
async function prepare(): Promise<void> {
  mail.hang(false);
  mail.answerLetters('250 taken');
  before = mail.delivered.length;
  url = await postgres.createDatabase(process.env['TEST_DATABASE_TEMPLATE']);
  const database = await openPostgres(
    url,
    createLogger(() => undefined),
  );
  still = await createTestPlatform({ database, config: { simulation: 'off', databaseUrl: url, keyFile } });
}
const kill = async (one: Running): Promise<void> => {
  running.delete(one);
  one.child.kill('SIGKILL');
  await one.ended;
};
afterEach(async () => {
  for (const one of running) await kill(one);
  await still?.close();
});
afterAll(async () => {
  await mail?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts an instance, which looks for letters immediately. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const one = runProgram('server/main.ts', [], {
    PORT: String(await freePort()),
    DATA_DIR: mkdtempSync(join(folder, 'data-')),
    DATABASE_URL: url,
    SIMULATION: 'off',
    SMTP_URL: mail.url,
    KEY_FILE: keyFile,
    ...env,
  });
  running.add(one);
  await one.says('Stop with Ctrl+C');
  return one;
}
const write = (letters = 1): Promise<void[]> =>
  Promise.all(
    Array.from({ length: letters }, () =>
      still.platform.db.transaction().execute((trx) => still.platform.letters.writeLinked(trx, { purpose: 'reset', ...person })),
    ),
  );
const rows = () => still.platform.db.selectFrom('account_letters').selectAll().orderBy('place').execute();
const came = () => mail.delivered.slice(before);
const claims = async (): Promise<number> => (await rows()).filter(({ claim }) => claim !== null).length;
/** Moves the rows' times back, as if claims had run out and the next tries were due, instead of waiting two minutes. */
async function waitOver(): Promise<void> {
  const past = new Date(Date.now() - 1000);
  const { db } = still.platform;
  await db.updateTable('account_letters').set({ claimed_until: past }).where('claim', 'is not', null).execute();
  await db.updateTable('account_letters').set({ due_at: past }).where('state', '=', 'waiting').execute();
}
const sent = () => expect.poll(async () => (await rows()).every(({ state }) => state === 'sent'), { timeout: 60_000 }).toBe(true);
/** Checks that all sendings of a letter are the same: each Message-ID has one link. */
function oneLinkEach(): Map<string, string> {
  const links = new Map<string, string>();
  for (const letter of came()) {
    const [id, token] = [headerOf(letter, 'Message-ID'), tokenIn(letter)];
    expect(token).toMatch(/^.{43}$/);
    expect(links.get(id) ?? token).toBe(token);
    links.set(id, token);
  }
  return links;
}

describe('an instance that is killed while it sends', { tags: ['S-9', 'F-45'] }, () => {
  it('before the mail server has the letter, and then after it: another with the same key sends the same letter with the same link', {
    tags: ['S-9'],
  }, async () => {
    await prepare();
    await write();
    mail.hang(true);
    const first = await start();
    await expect.poll(claims).toBe(1);
    await kill(first);
    expect(came()).toEqual([]);

    mail.hang(false);
    mail.answerLetters(null);
    await waitOver();
    const second = await start();
    await expect.poll(() => came().length).toBe(1);
    await kill(second);

    mail.answerLetters('');
    await waitOver();
    await start();
    await expect.poll(async () => (await rows())[0]).toMatchObject({ state: 'waiting', tries: 3, trouble: 'unreachable' });
    mail.answerLetters('451 4.3.0 later');
    await waitOver();
    await expect.poll(async () => (await rows())[0], { timeout: 60_000 }).toMatchObject({ tries: 4, claim: null });
    expect(came()).toHaveLength(3);
    // The half hour has not begun, because no delivery was recorded.
    expect(await still.platform.db.selectFrom('account_links').select('expires_at').execute()).toEqual([{ expires_at: null }]);
    mail.answerLetters('250 taken');
    await waitOver();
    await sent();
    expect(came()).toHaveLength(4);
    const [token, ...others] = oneLinkEach().values();
    expect(others).toEqual([]);
    const confirm = () => still.anonymous().post('/api/auth/password-reset/confirm', { token, password: 'Mlima-Kenya-5199!' });
    const both = await Promise.all([confirm(), confirm()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('and whose key is changed meanwhile: who has the one before too sends the same letter with the same link', {
    tags: ['S-9', 'G-2'],
  }, async () => {
    await prepare();
    await write();
    mail.answerLetters(null);
    const first = await start();
    await expect.poll(() => came().length).toBe(1);
    await kill(first);
    mail.answerLetters('250 taken');
    await waitOver();
    const next = join(folder, 'next');
    writeFileSync(next, 'c3'.repeat(32), { mode: 0o600 });
    await start({ KEY_FILE: next, KEY_FILE_BEFORE: keyFile });
    await sent();
    expect(came()).toHaveLength(2);
    expect(oneLinkEach().size).toBe(1);
  });

  it('again and again, at any moment, and its fellow too: every letter arrives, each with one link', {
    tags: ['S-9'],
    timeout: 120_000,
  }, async () => {
    await prepare();
    const random = createRandom(Date.now());
    const letters = 60;
    const fellows = [await start(), await start()];
    await write(letters);
    for (let round = 0; round < 4; round += 1) {
      const [one] = fellows.splice(round % 2, 1);
      if (one === undefined) throw new Error('none runs');
      const enough = came().length + random.int(1, 8);
      await expect.poll(() => came().length >= enough || came().length >= letters, { interval: 1, timeout: 60_000 }).toBe(true);
      await kill(one);
      await waitOver();
      fellows.push(await start());
    }
    await waitOver();
    await sent();
    expect(oneLinkEach().size).toBe(letters);
    // Only letters that were claimed when their sender was killed, or was assumed dead, may arrive twice.
    expect(came().length).toBeLessThanOrEqual(letters + 10);
  });
});
