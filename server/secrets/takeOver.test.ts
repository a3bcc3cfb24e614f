// Long: encrypts a seeded database anew several times.
import { createCipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../clock.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { createKeyWrap, KeyTrouble, openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey, makeSigner } from '../evidence/signingKeys.ts';
import { makeIdTokenKey } from '../identity/idp/keys.ts';
import { createLogger } from '../log.ts';
import { copyOf, spellingsOf } from '../testing/databaseCopy.ts';
import { openTestDatabase } from '../testing/platform.ts';
import { testKey, testKeyFile } from '../testing/testKey.ts';
import type { SecretName } from './kinds.ts';
import { prepareSecrets } from './prepareSecrets.ts';
import { createSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'ukweli-take-over-'));
const clock = createClock();
const ours = { dataDir: folder, keyFile: testKeyFile(), keyFileBefore: null };
const other = join(folder, 'other');
writeFileSync(other, randomBytes(32), { mode: 0o600 });
let database: OpenDatabase;
let db: Kysely<Database>;
/** The secrets of an earlier platform, which wrapped none, or on the embedded database three. */
/** Those that existed then; others were added since. */
let stood: Readonly<Record<Exclude<SecretName, 'sessions.renewal' | 'lock.escrow'>, string>>;
let pem = '';

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  const random = () => randomBytes(32).toString('base64url');
  stood = {
    'idp.signing': (await makeIdTokenKey()).text,
    'idp.cookies': random(),
    'device.marks': random(),
    'evidence.downloads': randomBytes(32).toString('base64'),
    'commands.word': randomBytes(32).toString('base64'),
  };
  pem = (await makeSigner('ukweli-before', 2048)).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `aes:`, the former wrapping of the embedded database: with the key's own bytes, and not bound to a row. */
function formerly(text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', testKey, nonce);
  return `aes:${Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')}`;
}

/** Puts the database into the state that an earlier platform left. */
async function asBefore(): Promise<void> {
  await db.deleteFrom('platform_secrets').execute();
  await db.deleteFrom('platform_settings').execute();
  const settings: Readonly<Record<string, unknown>> = {
    idp_keys: { keys: [JSON.parse(stood['idp.signing'])] },
    idp_cookie_key: stood['idp.cookies'],
    device_mark_key: stood['device.marks'],
    'evidence.downloadSecret': `plain:${stood['evidence.downloads']}`,
    'commands.wordSecret': formerly(stood['commands.word']),
    demo_seed: { at: '2026-11-28T09:00:00.000Z', finished: true },
  };
  for (const [key, value] of Object.entries(settings))
    await db
      .insertInto('platform_settings')
      .values({ key, value: JSON.stringify(value) })
      .execute();
  await sql`alter table signing_keys drop constraint signing_keys_wrapped_check`.execute(db);
  await sql`insert into signing_keys (kid, state, public_jwk, private_key, created_at, not_before) values ('ukweli-before', 'current', '{}', ${`plain:${pem}`}, now(), now())
    on conflict (kid) do update set private_key = excluded.private_key`.execute(db);
  await sql`alter table signing_keys add constraint signing_keys_wrapped_check check (private_key ~ '^w1[.][0-9a-f]{16}[.][A-Za-z0-9_-]{38,}$') not valid`.execute(
    db,
  );
}

const quiet = createLogger(() => undefined);
const prepare = (config: Parameters<typeof openKeyWrap>[0] = ours, over: Kysely<Database> = db) =>
  prepareSecrets({ database: { db: over, kind: database.kind, asOwner: (work) => work(over) }, clock, config, log: quiet });

/** A comparable form: a JSON column may reorder members. */
const told = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : text);
const all = (): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(Object.entries(stood).map(([name, text]) => [name, told(text)])),
  'ukweli-before': pem,
});

/** Every secret as a platform reads it. */
async function used(): Promise<Readonly<Record<string, unknown>>> {
  const secrets = createSecrets({ db, clock, config: ours });
  const held = await Promise.all(
    (Object.keys(stood) as SecretName[]).map(async (name) => [name, told((await secrets.held(name))[0].text)]),
  );
  const signer = await ensureCurrentKey(db, await openKeyWrap(ours), clock.now());
  return { ...Object.fromEntries(held), [signer.kid]: signer.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() };
}

describe('a database whose secrets stood there as they were', { tags: ['G-2', 'D-54'] }, () => {
  it('has every one of them wrapped by the first start, and goes on with the same ones; what is no secret stays', {
    tags: ['G-2'],
  }, async () => {
    await asBefore();
    const before = await copyOf(db);
    for (const secret of [...Object.values(stood), pem].filter((one) => one !== stood['commands.word']))
      expect(spellingsOf(secret).some((spelling) => before.includes(spelling))).toBe(true);
    await prepare();
    const copy = await copyOf(db);
    for (const secret of [...Object.values(stood), pem])
      expect(spellingsOf(secret).filter((spelling) => copy.includes(spelling))).toEqual([]);
    expect(await used()).toEqual(all());
    expect((await db.selectFrom('platform_settings').select('key').execute()).map(({ key }) => key)).toEqual(['demo_seed']);
    await prepare();
    expect(await copyOf(db)).toBe(copy);
  });

  it('has them wrapped once by starts at the same moment', { tags: ['G-2'] }, async () => {
    await asBefore();
    await Promise.all([prepare(), prepare(), prepare()]);
    expect(await used()).toEqual(all());
    expect(await db.selectFrom('platform_secrets').select('name').execute()).toHaveLength(5);
  });

  it('is readable by the next start wherever one is cut off', { tags: ['G-2'] }, async () => {
    let cuts = 0;
    for (let cutAt = 1; cuts === cutAt - 1; cutAt += 1) {
      await asBefore();
      let asked = 0;
      const cutOff: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          asked += 1;
          if (asked < cutAt) return result;
          if (asked === cutAt) cuts += 1;
          throw new Error('cut off');
        },
      };
      await prepare(ours, db.withPlugin(cutOff)).catch((failure: Error) => expect(failure.message).toBe('cut off'));
      const left = await db
        .selectFrom('platform_settings')
        .select('key')
        .where('key', 'not in', ['demo_seed', 'secrets_to_forget'])
        .execute();
      const wrapped = await db.selectFrom('platform_secrets').select('name').execute();
      // All or nothing, and never both forms.
      expect([cutAt, [left.length, wrapped.length]]).toEqual([
        cutAt,
        expect.toSatisfy(([was, is]: number[]) => (was === 5 && is === 0) || (was === 0 && is === 5)),
      ]);
      await prepare();
      expect(await used()).toEqual(all());
      expect((await db.selectFrom('platform_settings').select('key').execute()).map(({ key }) => key)).toEqual(['demo_seed']);
    }
    expect(cuts).toBeGreaterThan(12);
  });
});

describe('a key file that does not fit', { tags: ['G-2', 'D-54'] }, () => {
  /** The message of a start with this configuration, and whether it changes anything. */
  async function start(config: Parameters<typeof openKeyWrap>[0]): Promise<readonly [string, string]> {
    const before = await copyOf(db);
    const failure: unknown = await prepare(config).catch((thrown: unknown) => thrown);
    const said = failure instanceof KeyTrouble ? failure.message : 'started';
    return [said, (await copyOf(db)) === before ? 'changes nothing' : 'changes something'];
  }
  const says = (words: RegExp) => [expect.stringMatching(new RegExp(`${words.source}.* Nothing was changed\\.$`)), 'changes nothing'];

  it('another one is said, by the ids of both, and wraps nothing of what is there besides', { tags: ['G-2'] }, async () => {
    await asBefore();
    await prepare();
    const { keyId } = createKeyWrap(testKey);
    const wrong = { ...ours, keyFile: other };
    expect(await start(wrong)).toEqual(
      says(new RegExp(`wrapped by the key ${keyId}, and ${other} holds the key [0-9a-f]{16}: .*do not belong together`)),
    );
    await db
      .insertInto('platform_settings')
      .values({ key: 'idp_cookie_key', value: JSON.stringify(stood['idp.cookies']) })
      .execute();
    expect(await start(wrong)).toEqual(says(/do not belong together/));
    await asBefore();
    expect(await start(wrong)).toEqual(says(/wrapped under another key/)); // reported for the former form
  });

  it('a lost one is said, and none is made in its place; a new database has one made, once, for this user alone and not in the database’s folder', {
    tags: ['G-2'],
  }, async () => {
    await asBefore();
    await prepare();
    const dataDir = join(folder, 'data');
    const lost = { dataDir, keyFile: null, keyFileBefore: null };
    expect(await start(lost)).toEqual(says(/was in .*keys\/wrap\.key, which is not there\. Put that file back .* no other is made\./));
    await asBefore();
    expect(await start(lost)).toEqual(says(/which is not there/));
    expect(await start({ ...ours, keyFile: join(folder, 'nowhere') })).toEqual(says(/cannot be read .*nowhere, ENOENT/));
    expect(existsSync(join(dataDir, 'keys'))).toBe(false);

    const fresh = await openTestDatabase();
    await prepare(lost, fresh.db);
    expect(statSync(join(dataDir, 'keys/wrap.key')).mode & 0o777).toBe(0o600);
    const { keyId } = await openKeyWrap(lost);
    const [made] = await createSecrets({ db: fresh.db, clock, config: lost }).held('idp.cookies');
    await prepare(lost, fresh.db);
    expect([(await openKeyWrap(lost)).keyId, (await createSecrets({ db: fresh.db, clock, config: lost }).held('idp.cookies'))[0]]).toEqual([
      keyId,
      made,
    ]);
    await fresh.close();
  });

  it('envelopes that were altered, or put in each other’s place, keep the platform from starting', { tags: ['G-2'] }, async () => {
    await asBefore();
    await prepare();
    const encrypted = async (name: SecretName): Promise<string> =>
      (await db.selectFrom('platform_secrets').select('sealed').where('name', '=', name).executeTakeFirstOrThrow()).sealed;
    const put = (name: SecretName, text: string) =>
      db.updateTable('platform_secrets').set({ sealed: text }).where('name', '=', name).execute();
    const [cookies, marks] = [await encrypted('idp.cookies'), await encrypted('device.marks')];
    await put('idp.cookies', marks);
    await put('device.marks', cookies);
    expect(await start(ours)).toEqual(
      says(/The secret platform_secrets\/(device\.marks|idp\.cookies)\/first in the database is not what the platform wrapped/),
    );
    await put('device.marks', marks);
    await put('idp.cookies', `${cookies.slice(0, -8)}AAAAAAAA`);
    expect(await start(ours)).toEqual(says(/platform_secrets\/idp\.cookies\/first .* was altered/));
    await expect(createSecrets({ db, clock, config: ours }).held('idp.cookies')).rejects.toThrow(KeyTrouble);
    // A constraint refuses what no platform writes.
    await expect(put('idp.cookies', stood['idp.cookies'])).rejects.toThrow('platform_secrets_sealed_check');
    await put('idp.cookies', cookies);
    expect(await used()).toEqual(all());
  });
});
