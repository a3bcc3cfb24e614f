// Long: instances that share the letters, in real time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerConfig } from '../config.ts';
import { openPostgres } from '../db/postgres.ts';
import { createLogger } from '../log.ts';
import { type MailServer, startMailServer } from '../testing/mailServer.ts';
import { createFakeClock, createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { startPostgres, type TestPostgres } from '../testing/postgres.ts';
import { testKey } from '../testing/testKey.ts';

const letters = 40;
const from = 'no-reply@console.example';

let postgres: TestPostgres;
let mail: MailServer;
const folder = mkdtempSync(join(tmpdir(), 'ukweli-letters-'));
beforeAll(async () => {
  postgres = await startPostgres();
  mail = await startMailServer();
  writeFileSync(join(folder, 'key'), testKey, { mode: 0o600 });
});
afterAll(async () => {
  await mail.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Two instances on one database, each with its own data folder, that look for letters only when told to. */
async function startTwo(config: Partial<ServerConfig>): Promise<readonly [TestPlatform, TestPlatform]> {
  const databaseUrl = await postgres.createDatabase();
  const clock = createFakeClock();
  const start = async (joins: boolean): Promise<TestPlatform> =>
    createTestPlatform({
      clock,
      database: await openPostgres(
        databaseUrl,
        createLogger(() => undefined),
      ),
      joins,
      config: { simulation: 'off', databaseUrl, mail: { smtpUrl: mail.url, from }, ...config },
    });
  return [await start(false), await start(true)];
}

const messageIds = (since: number): string[] =>
  mail.delivered.slice(since).map(({ message }) => /^Message-ID: (.*)$/m.exec(message)?.[1]?.trim() ?? '');
const tokenIn = (message = ''): string => /token=([\w-]{43})/.exec(message.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='))?.[1] ?? '';

it.each([
  ['of one key', () => ({ keyFile: join(folder, 'key') })],
  ['that have a key each', () => ({})],
])(
  'two instances %s share the letters, and send none twice, however they look for them together',
  { tags: ['S-9'] },
  async (_kind, config) => {
    const [one, other] = await startTwo(config());
    try {
      const since = mail.delivered.length;
      const { db } = one.platform;
      // Both write letters alternately and look for them concurrently.
      for (let index = 0; index < letters; index += 1)
        await db.transaction().execute((trx) =>
          (index % 2 === 0 ? one : other).platform.letters.writeLinked(trx, {
            purpose: 'reset',
            accountId: 'usr-demo-bank',
            to: `letter.${index}@ukweli.example`,
            name: 'Otieno Odhiambo',
          }),
        );
      while (mail.delivered.length < since + letters) await Promise.all([one, other].map(({ platform }) => platform.letters.round()));
      await Promise.all([one, other].map(({ platform }) => platform.letters.round()));
      expect(mail.delivered).toHaveLength(since + letters);
      expect(new Set(messageIds(since)).size).toBe(letters);
      const rows = await db.selectFrom('account_letters').select(['state', 'tries', 'message_id', 'link_key']).execute();
      expect(rows.map(({ state, tries }) => [state, tries])).toEqual(Array.from({ length: letters }, () => ['sent', 1]));
      // Both sent letters: neither waited for the other.
      for (const { platform } of [one, other])
        expect(await platform.metrics.text()).toMatch(/^ukweli_letters_total\{outcome="done"\} [1-9]/m);
      // Every link works at both instances, whichever sent it.
      const confirm = (index: number, message: string) =>
        (index % 2 === 0 ? other : one).anonymous().post('/api/auth/password-reset/confirm', { token: tokenIn(message), password: 'weak' });
      const statuses = await Promise.all(mail.delivered.slice(since, since + 10).map(({ message }, index) => confirm(index, message)));
      for (const { body } of statuses) expect(JSON.parse(body).error.message).toBe('Please meet all password requirements');
      const last = mail.delivered.at(-1)?.message ?? '';
      const used = await other
        .anonymous()
        .post('/api/auth/password-reset/confirm', { token: tokenIn(last), password: 'Mlima-Kenya-5199!' });
      expect(used.status, used.body).toBe(200);
    } finally {
      for (const each of [one, other]) await each.close();
    }
  },
);

it('a letter whose row somebody holds is passed over, and holds up none behind it', { tags: ['S-9'] }, async () => {
  const [one, other] = await startTwo({});
  try {
    const since = mail.delivered.length;
    for (const to of ['first@ukweli.example', 'second@ukweli.example'])
      await one.platform.db
        .transaction()
        .execute((trx) =>
          one.platform.letters.write(trx, { purpose: 'password_changed', accountId: 'usr-demo-bank', to, name: 'Otieno', facts: {} }),
        );
    await one.platform.db.transaction().execute(async (trx) => {
      await trx.selectFrom('account_letters').select('letter_id').where('to_address', '=', 'first@ukweli.example').forUpdate().execute();
      await other.platform.letters.round();
      expect(mail.delivered.slice(since).map(({ to }) => to)).toEqual([['second@ukweli.example']]);
    });
    await other.platform.letters.round();
    expect(mail.delivered).toHaveLength(since + 2);
  } finally {
    for (const each of [one, other]) await each.close();
  }
});

it('what one instance wrote and could not send before it ended, the other sends; a letter that it had begun with a key of its own, the other does not', {
  tags: ['S-9'],
}, async () => {
  const keyed = { keyFile: join(folder, 'key') };
  for (const config of [keyed, {}]) {
    const [one, other] = await startTwo(config);
    try {
      const since = mail.delivered.length;
      await mail.away();
      await one.platform.db.transaction().execute((trx) =>
        one.platform.letters.writeLinked(trx, {
          purpose: 'reset',
          accountId: 'usr-demo-bank',
          to: 'bank@ukweli.example',
          name: 'Otieno',
        }),
      );
      await one.platform.letters.round();
      await mail.back();
      one.clock.advance(5000);
      await other.platform.letters.round();
      expect(mail.delivered).toHaveLength(since + ('keyFile' in config ? 1 : 0));
      await one.platform.letters.round();
      expect(mail.delivered).toHaveLength(since + 1);
    } finally {
      for (const each of [one, other]) await each.close();
    }
  }
});

it('who asks again for a letter that only an instance which is gone could send is sent another', { tags: ['S-9'] }, async () => {
  const [one, other] = await startTwo({});
  try {
    const since = mail.delivered.length;
    const ask = async (test: TestPlatform): Promise<void> => {
      const { status } = await test.anonymous().post('/api/auth/password-reset', { email: 'bank@ukweli.example' });
      expect(status).toBe(200);
      const wishes = () => test.platform.db.selectFrom('reset_wishes').selectAll().execute();
      await expect.poll(wishes, { timeout: 10_000 }).toEqual([]);
    };
    await mail.away();
    await ask(one);
    await one.platform.letters.round();
    expect(await one.platform.db.selectFrom('account_letters').select(['state', 'trouble']).execute()).toEqual([
      { state: 'waiting', trouble: 'unreachable' },
    ]);
    await mail.back();
    one.clock.advance(60_000);
    // The first instance is gone, with the key in its folder.
    await ask(other);
    await other.platform.letters.round();
    expect(mail.delivered.slice(since).map(({ to }) => to)).toEqual([['bank@ukweli.example']]);
    const confirm = { token: tokenIn(mail.delivered.at(-1)?.message), password: 'Mlima-Kenya-5199!' };
    expect((await other.anonymous().post('/api/auth/password-reset/confirm', confirm)).status).toBe(200);
  } finally {
    for (const each of [one, other]) await each.close();
  }
});
