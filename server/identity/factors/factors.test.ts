// A person's own authenticator app and recovery codes (issue 17, point 25).
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordLine } from '../../audit/audit.ts';
import { openKeyWrap } from '../../evidence/keyWrap.ts';
import { rewrapSecrets } from '../../secrets/secretActs.ts';
import { storedSecrets } from '../../secrets/stored.ts';
import { createSoftwarePasskey } from '../../testing/authenticator.ts';
import { createAuthenticatorApp, setUpApp } from '../../testing/authenticatorApp.ts';
import { readMailbox } from '../../testing/mailbox.ts';
import { addPasskey } from '../../testing/passkeyDoor.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { pruneIdentity } from '../prune.ts';
import { proveByCode } from './proveByCode.ts';
import { secondFactorRoles, setSecondFactorRoles } from './secondFactorRoles.ts';
import { offerHoldsMs, removeTotp } from './totpSecrets.ts';

const minute = 60_000;
const email = 'bank@ukweli.example';
const accountId = 'usr-demo-bank';
let test: TestPlatform;
let client: TestClient;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.platform;
  for (const table of ['sign_in_attempts', 'totp_secrets', 'recovery_codes', 'second_factor_roles'] as const)
    await db.deleteFrom(table).execute();
  test.clock.advance(10 * minute);
  client = await test.signIn(email);
});

const factors = async () => (await client.get('/api/profile/factors')).json();
const codeOf = (answer: { json(): { error?: { code: string } } }) => answer.json().error?.code;
const prove = (code: string) => client.post('/api/auth/proof', { by: 'code', code });
const from = { ip: '127.0.0.1', correlationId: 'test' };
const typed = (code: string) => proveByCode(test.platform, { ...from, accountId, typed: code, recovery: true });
/** Runs `act` once, before the next write transaction begins that adds to the record. */
function meanwhile(act: () => Promise<unknown>): void {
  const { database } = test.platform;
  const write = database.write.bind(database);
  const held = vi.spyOn(database, 'write').mockImplementation(async (line, ...asked) => {
    if (line === recordLine('demo')) {
      held.mockRestore();
      await act();
    }
    return write(line, ...asked);
  });
}
const letterOf = (subject: string) =>
  vi.waitFor(
    () => {
      const letter = readMailbox(test.platform.config.dataDir).findLast((one) => one.to === email && one.subject === subject);
      if (letter === undefined) throw new Error(`no letter '${subject}'`);
      return letter;
    },
    { timeout: 15_000 },
  );
const lines = async (action: string) =>
  test.platform.db
    .selectFrom('audit_records')
    .select(['actor_id', 'target', 'outcome', 'details'])
    .where('action', '=', action)
    .orderBy('audit_id')
    .execute();

describe('an authenticator app', { tags: ['G-25'] }, () => {
  it('is set up by a secret that this session alone is shown, and in use once a code confirms it; its owner is told, and it is on record', async () => {
    expect(await factors()).toMatchObject({ totp: null, recoveryCodes: 0, required: false, available: true });
    const offer = (await client.post('/api/profile/totp/offer')).json();
    expect(offer.address).toBe(`otpauth://totp/Ukweli%20Console:bank%40ukweli.example?secret=${offer.secret}&issuer=Ukweli%20Console`);
    // Offered again, the secret is the same; nothing is active yet.
    expect((await client.post('/api/profile/totp/offer')).json()).toEqual(offer);
    expect((await factors()).totp).toBeNull();
    const app = createAuthenticatorApp(test, offer.secret);
    const elsewhere = await test.signIn(email);
    expect(codeOf(await elsewhere.post('/api/profile/totp', { code: app.shows() }))).toBe('conflict');
    expect(codeOf(await client.post('/api/profile/totp', { code: app.shows(5) }))).toBe('forbidden');
    expect(codeOf(await client.post('/api/profile/totp', { code: 'abcdef' }))).toBe('bad_request');

    const done = await client.post('/api/profile/totp', { code: app.shows().replace(/^.../, '$& ') });
    expect([done.status, done.json().recoveryCodes.length]).toEqual([200, 10]);
    expect(await factors()).toMatchObject({ totp: { since: test.clock.now().toISOString(), lastUsed: null }, recoveryCodes: 10 });
    expect((await letterOf('An authenticator app was set up for your account')).text).toContain('your password alone does not sign in');
    expect((await lines('account.totp_add')).at(-1)).toEqual({
      actor_id: accountId,
      target: accountId,
      outcome: 'done',
      details: { recoveryCodes: 10 },
    });
    // The confirming code is used up, and the offer is gone.
    expect(codeOf(await prove(app.shows()))).toBe('forbidden');
    expect(codeOf(await client.post('/api/profile/totp', { code: app.shows() }))).toBe('conflict');
  });

  it('asks for a proof of now, and what was shown runs out after ten minutes', async () => {
    const { secret } = (await client.post('/api/profile/totp/offer')).json();
    const app = createAuthenticatorApp(test, secret);
    test.clock.advance(offerHoldsMs);
    expect(codeOf(await client.post('/api/profile/totp', { code: app.shows() }))).toBe('conflict');
    for (const [method, path] of [
      ['POST', '/api/profile/totp/offer'],
      ['DELETE', '/api/profile/totp'],
      ['POST', '/api/profile/recovery-codes'],
    ] as const)
      expect([path, codeOf(await client.call(method, path))]).toEqual([path, 'proof_required']);
    await pruneIdentity(test.platform.db, new Date(test.clock.now().getTime() + 1));
    expect(await test.platform.db.selectFrom('totp_secrets').selectAll().execute()).toEqual([]);
  });

  it('is offered to no session that is ended in this very moment: whoever took it over is shown no secret', {
    tags: ['M-13', 'A-7'],
  }, async () => {
    const { db, database, sessions } = test.platform;
    const write = database.write.bind(database);
    const held = vi.spyOn(database, 'write').mockImplementation(async (line, ...asked) => {
      if (line === `account ${accountId}`) await db.transaction().execute((trx) => sessions.endAllIn(trx, accountId, 'revoked'));
      return write(line, ...asked);
    });
    const refused = await client.post('/api/profile/totp/offer');
    held.mockRestore();
    expect([refused.status, codeOf(refused)]).toEqual([401, 'unauthenticated']);
    expect(await db.selectFrom('totp_secrets').select('state').execute()).toEqual([]);
  });

  it('is taken into use for no session that is ended in this very moment: whoever took it over keeps the owner out by nothing', {
    tags: ['M-13', 'A-7'],
  }, async () => {
    const { db, sessions } = test.platform;
    const { secret } = (await client.post('/api/profile/totp/offer')).json();
    meanwhile(() => db.transaction().execute((trx) => sessions.endAllIn(trx, accountId, 'revoked')));
    const refused = await client.post('/api/profile/totp', { code: createAuthenticatorApp(test, secret).shows() });
    expect([refused.status, codeOf(refused)]).toEqual([401, 'unauthenticated']);
    client = await test.signIn(email);
    expect(await factors()).toMatchObject({ totp: null, recoveryCodes: 0 });
  });

  it('has no new recovery codes made by a session that is ended in this very moment: whoever took it over is shown none, and the owner’s hold on', {
    tags: ['M-13', 'A-7'],
  }, async () => {
    const { db, sessions } = test.platform;
    const { recoveryCodes } = await setUpApp(test, client);
    meanwhile(() => db.transaction().execute((trx) => sessions.endAllIn(trx, accountId, 'revoked')));
    const refused = await client.post('/api/profile/recovery-codes');
    expect([refused.status, codeOf(refused)]).toEqual([401, 'unauthenticated']);
    expect(await typed(recoveryCodes[0] ?? '')).toBe('recovery_code');
  });

  it('that is removed while new recovery codes are made leaves none: whoever asked is told that there is no app', {
    tags: ['M-13'],
  }, async () => {
    await setUpApp(test, client);
    meanwhile(() => test.platform.db.transaction().execute((trx) => removeTotp(trx, accountId)));
    const made = await client.post('/api/profile/recovery-codes');
    expect([made.status, codeOf(made)]).toEqual([409, 'conflict']);
    expect(await factors()).toMatchObject({ totp: null, recoveryCodes: 0 });
  });

  it('is replaced by another, whose owner keeps the recovery codes; it is removed with them', async () => {
    const first = await setUpApp(test, client);
    test.clock.advance(minute);
    const second = await setUpApp(test, client);
    expect(second.recoveryCodes).toEqual([]);
    expect(await typed(first.app.shows())).toBe('wrong');
    expect(await typed(second.app.shows())).toBe('code');
    expect((await factors()).recoveryCodes).toBe(10);
    expect((await client.call('DELETE', '/api/profile/totp')).status).toBe(200);
    expect(await factors()).toMatchObject({ totp: null, recoveryCodes: 0 });
    expect((await client.call('DELETE', '/api/profile/totp')).status).toBe(404);
    expect(codeOf(await client.post('/api/profile/recovery-codes'))).toBe('conflict');
    await letterOf('Your authenticator app was removed');
    expect((await lines('account.totp_remove')).at(-1)).toMatchObject({ actor_id: accountId, outcome: 'done' });
  });

  it('is kept where a tenant asks for a second factor and there is no other', async () => {
    await setUpApp(test, client);
    await test.platform.db.insertInto('second_factor_roles').values({ tenant_id: 'demo', role: 'bank_ops' }).execute();
    expect(await factors()).toMatchObject({ required: true });
    const refused = await client.call('DELETE', '/api/profile/totp');
    expect([refused.status, codeOf(refused)]).toEqual([409, 'conflict']);
  });

  it('and so is the last passkey, which an app, or another passkey, takes the place of first', async () => {
    const { db } = test.platform;
    await db.deleteFrom('passkeys').execute();
    const add = async (name: string) => (await addPasskey(client, name, createSoftwarePasskey(), demoPassword)).json().id;
    const remove = (id: string) => client.post(`/api/profile/passkeys/${id}/remove`, { currentPassword: demoPassword });
    const [first, second] = [await add('Phone'), await add('Key')];
    const elsewhere = await test.signIn(email);
    await db.insertInto('second_factor_roles').values({ tenant_id: 'demo', role: 'bank_ops' }).execute();
    // Of two concurrent removals only one succeeds.
    const both = await Promise.all([remove(first), remove(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { passkey_id: last } = await db.selectFrom('passkeys').select('passkey_id').executeTakeFirstOrThrow();
    await setUpApp(test, elsewhere);
    expect((await remove(last)).status).toBe(200);
    expect((await elsewhere.call('DELETE', '/api/profile/totp')).status).toBe(409);
  });

  it('lies wrapped in the database, its codes hashed, and is under the new key when that changes', async () => {
    const { recoveryCodes } = await setUpApp(test, client);
    const offer = (await client.post('/api/profile/totp/offer')).json();
    const { db } = test.platform;
    const everything = JSON.stringify([
      await db.selectFrom('totp_secrets').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
      await db.selectFrom('audit_records').selectAll().execute(),
      await db.selectFrom('account_letters').selectAll().execute(),
    ]);
    expect(everything).not.toContain(offer.secret);
    for (const code of recoveryCodes) expect(everything).not.toContain(code.replaceAll('-', '').slice(4));
    expect(everything.match(/scrypt\$/g)).toHaveLength(10);
    const rows = (await storedSecrets(db)).filter(({ row }) => row === `totp_secrets/${accountId}`);
    const wrap = await openKeyWrap(test.platform.config);
    expect(rows.map(({ stored }) => wrap.isCurrent(stored))).toEqual([true, true]);
    // A wrapped secret does not unwrap for another account.
    expect(() => wrap.unwrap('totp_secrets/usr-demo-admin', rows[0]?.stored ?? '')).toThrow('put in the place of another');
    expect(await rewrapSecrets(test.platform, 'test')).toBe(0);
  });
});

describe('a code', { tags: ['G-25'] }, () => {
  it('is taken once, for one step either way, and never again when the clock goes back', async () => {
    const { app } = await setUpApp(test, client);
    const shown = app.shows(0);
    expect(await typed(shown)).toBe('code');
    expect(await typed(shown)).toBe('wrong');
    test.clock.advance(-30_000);
    expect(await typed(shown)).toBe('wrong');
    expect(await typed(app.shows(0))).toBe('wrong');
    test.clock.advance(minute);
    expect(await typed(app.shows(2))).toBe('wrong');
    expect(await typed(app.shows(0))).toBe('code');
    expect((await factors()).totp.lastUsed).toBe(test.clock.now().toISOString());
  });

  it('is nothing of an account that may not come in, or whose sessions were all ended since its password was looked at', {
    tags: ['M-13', 'A-7'],
  }, async () => {
    const { db, sessions } = test.platform;
    const { app } = await setUpApp(test, client);
    await db.updateTable('accounts').set({ status: 'inactive' }).where('account_id', '=', accountId).execute();
    expect(await typed(app.shows())).toBe('wrong');
    await db.updateTable('accounts').set({ status: 'active' }).where('account_id', '=', accountId).execute();
    const query = db.selectFrom('accounts').select('proofs_from as proofsFrom').where('account_id', '=', accountId);
    const before = await query.executeTakeFirstOrThrow();
    test.clock.advance(minute);
    await db.transaction().execute((trx) => sessions.endAllIn(trx, accountId, 'revoked'));
    const prove = (when: typeof before) => proveByCode(test.platform, { ...from, ...when, accountId, typed: app.shows(), recovery: true });
    expect(await prove(before)).toBe('wrong');
    expect(await prove(await query.executeTakeFirstOrThrow())).toBe('code');
  });

  it('that comes twice at once, at two instances, is taken by one', { tags: ['A-14'] }, async () => {
    const { app } = await setUpApp(test, client);
    const other = await createTestPlatform({
      database: test.platform.database,
      joins: true,
      clock: test.clock,
      config: { dataDir: test.platform.config.dataDir },
    });
    const shown = app.shows();
    const both = await Promise.all(
      [test, other, test, other].map(({ platform }) => proveByCode(platform, { ...from, accountId, typed: shown, recovery: true })),
    );
    expect(both.filter((verdict) => verdict === 'code')).toHaveLength(1);
    await other.app.close();
  });

  it('proves who holds a session, beside password and passkey, and a recovery code does not', async () => {
    const { app, recoveryCodes } = await setUpApp(test, client);
    test.clock.advance(6 * minute);
    expect(codeOf(await client.post('/api/profile/recovery-codes'))).toBe('proof_required');
    expect((await client.post('/api/auth/proof/options')).json()).toMatchObject({ password: true, code: true });
    expect(codeOf(await prove(recoveryCodes[0] ?? ''))).toBe('bad_request');
    expect(codeOf(await prove(app.shows(3)))).toBe('forbidden');
    const proof = await prove(app.shows());
    expect(proof.status, proof.body).toBe(200);
    const renewed = test.holding(/^[^;]+/.exec(String(proof.headers['set-cookie']))?.[0] ?? '');
    const made = await renewed.post('/api/profile/recovery-codes');
    expect([made.status, made.json().recoveryCodes.length]).toEqual([200, 10]);
    expect(await typed(recoveryCodes[0] ?? '')).toBe('wrong');
    await letterOf('New recovery codes were made for your account');
    expect((await lines('account.recovery_codes')).at(-1)).toMatchObject({ actor_id: accountId, outcome: 'done' });
    expect((await lines('session.prove_again')).slice(-2)).toMatchObject([
      { outcome: 'refused', details: { by: 'code', why: 'forbidden' } },
      { outcome: 'done', details: { by: 'code' } },
    ]);
  });

  it('that is guessed at is slowed, whatever comes right in between of an app of one’s own, and the owner is told once', {
    tags: ['A-14'],
  }, async () => {
    const { app } = await setUpApp(test, client);
    const verdicts: unknown[] = [];
    for (let go = 0; go < 7; go += 1) verdicts.push(await typed(app.shows(100 + go)));
    expect(verdicts.slice(0, 6)).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong']);
    expect(verdicts[6]).toMatchObject({ refused: 'rate_limited' });
    // Setting up another app does not reset the count of guesses.
    await client.post('/api/profile/totp/offer');
    await client.post('/api/profile/totp', { code: '000000' });
    expect(await typed(app.shows())).toMatchObject({ refused: 'rate_limited' });
    test.clock.advance(2000);
    expect(await typed(app.shows(200))).toBe('wrong');
    expect((await letterOf('Somebody is guessing your sign-in codes')).text).toContain('has your password');
    const told = await test.platform.db.selectFrom('account_letters').select('letter_id').where('purpose', '=', 'code_guesses').execute();
    expect(told).toHaveLength(1);
    expect((await lines('account.guess_warning')).at(-1)).toMatchObject({ target: accountId, details: { of: 'codes' } });
  });
});

describe('a recovery code', { tags: ['G-25'] }, () => {
  it('is taken once, however it is typed; its use is told by letter and on record, and the number left is shown', async () => {
    const { recoveryCodes } = await setUpApp(test, client);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await typed(` ${first.toLowerCase().replaceAll('-', ' ')}`)).toBe('recovery_code');
    expect(await typed(first)).toBe('wrong');
    expect((await factors()).recoveryCodes).toBe(9);
    expect((await letterOf('A recovery code was used')).text).toContain('left: 9.');
    expect((await lines('account.recovery_use')).at(-1)).toEqual({
      actor_id: accountId,
      target: accountId,
      outcome: 'done',
      details: { left: 9 },
    });
    expect(await typed(`${second}0`)).toBe('wrong');
    expect(await typed(`${second.slice(0, 4)}-0000-0000-0000`)).toBe('wrong');
    const both = await Promise.all([typed(second), typed(second)]);
    expect(both.filter((verdict) => verdict === 'recovery_code')).toHaveLength(1);
    // Where recovery codes are not accepted, none works.
    const [, , third = ''] = recoveryCodes;
    expect(await proveByCode(test.platform, { ...from, accountId, typed: third, recovery: false })).toBe('wrong');
    expect((await factors()).recoveryCodes).toBe(8);
  });

  it('is nobody else’s', { tags: ['A-14'] }, async () => {
    const { app, recoveryCodes } = await setUpApp(test, client);
    for (const code of [app.shows(), recoveryCodes[0] ?? ''])
      expect(await proveByCode(test.platform, { ...from, accountId: 'usr-demo-operator', typed: code, recovery: true })).toBe('wrong');
  });
});

it('roles are asked for a second factor of a tenant that there is; of one that there is not, whoever runs the platform is told so', {
  tags: ['M-13', 'G-25'],
}, async () => {
  const { platform } = test;
  expect(await setSecondFactorRoles(platform, { tenantId: 'demo', roles: ['bank_ops'] })).toBeNull();
  expect(await secondFactorRoles(platform.db, 'demo')).toEqual(['bank_ops']);
  expect(await setSecondFactorRoles(platform, { tenantId: 'nowhere', roles: ['bank_ops'] })).toBe('There is no tenant nowhere.');
});
