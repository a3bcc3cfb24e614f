import { statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mailboxFolder } from '../../mail/mailbox.ts';
import { readMailbox } from '../../testing/mailbox.ts';
import { authorizationRequest, createOidcBrowser, exchangeCode, signInAtProvider, heldAtProvider } from '../../testing/oidcClient.ts';
import { createFakeClock, createTestPlatform, type TestAnswer, type TestPlatform } from '../../testing/platform.ts';
import { maySendLetter } from '../linking/accountLinks.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { hashPassword } from './passwords.ts';
import { pruneIdentity } from '../prune.ts';
import { demoStaffId } from '../demo/demoStaff.ts';

const minute = 60_000;
const clock = createFakeClock();
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform({ clock });
});
afterAll(() => test.close());

const bank = 'bank@ukweli.example';
const operator = 'operator@ukweli.example';
const stronger = 'Mlima-Kenya-5199!';
const ask = (email: string) => test.anonymous().post('/api/auth/password-reset', { email });
const confirm = (token: string, password: string) => test.anonymous().post('/api/auth/password-reset/confirm', { token, password });
const login = (email: string, password: string) => test.anonymous().post('/api/auth/login', { email, password });
const letters = (to: string) => readMailbox(test.platform.config.dataDir).filter((letter) => letter.to === to);
/** Requests a reset; returns the secret in the resulting letter. */
async function linkFor(email: string): Promise<string> {
  // An hour later, so that neither the limit of letters nor that of requests applies.
  clock.advance(61 * minute);
  const links = () => letters(email).flatMap(({ token }) => token ?? []);
  const before = new Set(links());
  expect((await ask(email)).status).toBe(200);
  return vi.waitFor(
    () => {
      const made = links().find((token) => !before.has(token));
      if (made === undefined) throw new Error('The letter is not there yet');
      return made;
    },
    { timeout: 15_000 },
  );
}
const seen = ({ status, body, headers }: TestAnswer) => ({ status, body, names: Object.keys(headers).sort() });

describe('a new password by a link', { tags: ['G-10'] }, () => {
  it('is judged by whose it is to be; one that is refused uses up no link', async () => {
    const token = await linkFor(bank);
    for (const [guessable, words] of [
      ['Password1!', 'This password is too common'],
      ['Otieno.Odhiambo1!', 'your name or address'],
      [demoPassword, 'words of this product'],
    ] as const) {
      const refused = await confirm(token, guessable);
      expect([refused.status, refused.json().error.message]).toEqual([400, expect.stringContaining(words)]);
    }
    expect((await login(bank, demoPassword)).status).toBe(200);
    // Without a valid link the check is of no use: it does not reveal whose password it would be.
    expect((await confirm('k'.repeat(43), 'Otieno.Odhiambo1!')).status).toBe(410);
    expect((await confirm(token, stronger)).status).toBe(200);
    const password = await hashPassword(demoPassword, test.platform.config.passwordCost);
    await test.platform.db.updateTable('accounts').set({ password }).where('email', '=', bank).execute();
  });
});

describe('asking for a link', () => {
  it('sends one to the account’s address, which leads to the console’s own page', { tags: ['D-22', 'I-5'] }, async () => {
    await linkFor(bank);
    const letter = letters(bank).at(-1);
    expect(letter?.subject).toBe('Set a new password');
    expect(letter?.text).toMatch(/^http:\/\/localhost:4173\/auth\/reset-password\/confirm\?token=[\w-]{43}\r$/m);
  });

  it('answers alike for an address that has an account, one that has none, and one that is not active', {
    tags: ['D-22', 'A-14'],
  }, async () => {
    clock.advance(61 * minute);
    const setStatus = (status: 'active' | 'suspended') =>
      test.platform.db.updateTable('accounts').set({ status }).where('account_id', '=', 'usr-demo-auditor').execute();
    await setStatus('suspended');
    const before = readMailbox(test.platform.config.dataDir).length;
    const known = await ask(operator);
    const unknown = await ask('nobody@ukweli.example');
    const suspended = await ask('auditor@ukweli.example');
    expect(seen(unknown)).toEqual(seen(known));
    expect(seen(suspended)).toEqual(seen(known));
    expect([known.status, known.body]).toEqual([200, 'null']);
    await vi.waitFor(() => expect(letters(operator).length).toBeGreaterThan(0), { timeout: 15_000 });
    // Each leaves a row: decoys make the work alike. Once the last one is there, all letters are written or never will be.
    await vi.waitFor(
      async () =>
        expect(await test.platform.db.selectFrom('account_links').select('kind').where('account_id', 'is', null).execute()).toHaveLength(2),
      { timeout: 15_000 },
    );
    expect(readMailbox(test.platform.config.dataDir)).toHaveLength(before + 1);
    await setStatus('active');
  });

  it('has answered before it looks for the account: the time tells nothing', { tags: ['D-22', 'A-14'] }, async () => {
    clock.advance(61 * minute);
    // With lookups failing, every request is still answered: the answer does not depend on any account.
    const looked = vi.spyOn(test.platform.db, 'selectFrom').mockImplementation(() => {
      throw new Error('Accounts cannot be looked up');
    });
    try {
      const answers = await Promise.all([ask(bank), ask('nobody@ukweli.example')]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      // Both are looked up after the answer; delivery rounds look for due letters too.
      await vi.waitFor(() => expect(looked.mock.calls.length).toBeGreaterThanOrEqual(2), { timeout: 15_000 });
    } finally {
      looked.mockRestore();
    }
  });

  it('slows down whoever asks again and again, alike for every address, and keeps the owner elsewhere out of nothing', {
    tags: ['A-14'],
  }, async () => {
    clock.advance(61 * minute);
    for (const email of [operator, 'nobody@ukweli.example']) {
      const statuses: number[] = [];
      for (let time = 0; time < 6; time++) statuses.push((await ask(email)).status);
      expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
      expect(statuses.slice(4)).toEqual([429, 429]);
    }
    const elsewhere = await test.app.inject({
      method: 'POST',
      url: '/api/auth/password-reset',
      remoteAddress: '10.9.8.7',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:4173', 'x-correlation-id': 'c' },
      payload: JSON.stringify({ email: operator }),
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  it('floods nobody’s mailbox: five letters an hour, from wherever', { tags: ['A-14'] }, async () => {
    clock.advance(61 * minute);
    const before = letters('operator@kampala.example').length;
    const wish = (place: number) =>
      test.app.inject({
        method: 'POST',
        url: '/api/auth/password-reset',
        remoteAddress: `10.1.1.${place}`,
        headers: { 'content-type': 'application/json', origin: 'http://localhost:4173', 'x-correlation-id': 'c' },
        payload: JSON.stringify({ email: 'operator@kampala.example' }),
      });
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(wish));
    await vi.waitFor(() => expect(letters('operator@kampala.example').length - before).toBe(5), { timeout: 15_000 });
  });

  it('counts wishes that come together one after the other', { tags: ['A-14'] }, async () => {
    clock.advance(61 * minute);
    const now = clock.now();
    const wish = () =>
      test.platform.db.transaction().execute(async (trx) => {
        if (!(await maySendLetter(trx, 'reset', demoStaffId('kamau.njoroge'), now))) return 'not sent';
        await test.platform.letters.writeLinked(trx, {
          purpose: 'reset',
          accountId: demoStaffId('kamau.njoroge'),
          to: 'kamau.njoroge@ukweli.example',
          name: 'Kamau Njoroge',
        });
        return 'sent';
      });
    const outcomes = await Promise.all(Array.from({ length: 9 }, wish));
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(5);
  });

  it('takes an address that is one, and nothing beside it', { tags: ['A-12', 'I-21'] }, async () => {
    for (const body of [
      { email: '' },
      { email: 'no address' },
      { email: 'a@b.example\r\nBcc: all@b.example' },
      { email: bank, role: 'admin' },
      {},
    ])
      expect((await test.anonymous().post('/api/auth/password-reset', body)).status).toBe(400);
  });

  it('keeps letters where only the platform’s owner reads them', { tags: ['A-15'] }, () => {
    expect(statSync(mailboxFolder(test.platform.config.dataDir)).mode & 0o077).toBe(0);
  });
});

describe('setting the new password', () => {
  it('takes the link once, ends every session, tells the owner, and the old password is over', { tags: ['I-6', 'D-22'] }, async () => {
    const open = await test.signIn(operator);
    const token = await linkFor(operator);
    const stored = await test.platform.db.selectFrom('account_links').select('token_hash').execute();
    expect(JSON.stringify(stored)).not.toContain(token);

    expect((await confirm(token, stronger)).status).toBe(200);
    expect((await open.get('/api/auth/me')).status).toBe(410);
    expect((await login(operator, demoPassword)).json().error.code).toBe('login_failed');
    expect((await login(operator, stronger)).status).toBe(200);
    await vi.waitFor(() => expect(letters(operator).map(({ subject }) => subject)).toContain('Your password was changed'), {
      timeout: 15_000,
    });

    const again = await confirm(token, 'Another-One-2026!');
    expect([again.status, again.json().error.code]).toEqual([410, 'gone']);
    expect((await login(operator, stronger)).status).toBe(200);
  });

  it('ends what the provider holds of the account, and of nobody else: nothing is left of who was in with the old password', {
    tags: ['M-13', 'D-22'],
  }, async () => {
    const { origin } = test.platform.config;
    const link = await linkFor('operator@kampala.example');
    for (const email of ['operator@kampala.example', 'admin@ukweli.example']) {
      const asked = authorizationRequest(origin);
      const browser = createOidcBrowser(test.app, origin);
      const callback = await signInAtProvider(browser, origin, asked.url, { email, password: demoPassword });
      expect((await exchangeCode(browser, origin, callback.get('code') ?? '', asked.verifier)).status).toBe(200);
    }
    const held = (accountId: string) => heldAtProvider(test.platform.db, accountId);
    expect(await held('usr-kampala-operator')).toContain('AccessToken');
    expect((await confirm(link, stronger)).status).toBe(200);
    expect(await held('usr-kampala-operator')).toEqual([]);
    expect(await held('usr-demo-admin')).toContain('AccessToken');
  });

  it('ten at once with one link: one is taken', { tags: ['A-14', 'D-22'] }, async () => {
    const token = await linkFor(bank);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, place) => confirm(token, `Kilimanjaro-${place}!`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(9);
  });

  it('a link holds for thirty minutes, and one that was used takes those before it along', { tags: ['D-22'] }, async () => {
    const early = await linkFor(bank);
    clock.advance(30 * minute);
    expect((await confirm(early, stronger)).status).toBe(410);
    const first = await linkFor(bank);
    clock.advance(minute);
    expect((await ask(bank)).status).toBe(200);
    const second = await vi.waitFor(
      () => {
        const newest = letters(bank).findLast(({ token }) => token !== null)?.token ?? first;
        if (newest === first) throw new Error('The second letter is not there yet');
        return newest;
      },
      { timeout: 15_000 },
    );
    expect((await confirm(second, stronger)).status).toBe(200);
    expect((await confirm(first, 'Another-One-2026!')).status).toBe(410);
  });

  it.each(['Aa1!aaa', 'lower-case-1!', 'UPPER-CASE-1!', 'No-Digit-Here!', 'NoSpecial2026', '', 'Aa1!'.repeat(300)])(
    'refuses the weak password %# and leaves the link good',
    { tags: ['I-6', 'I-21'] },
    async (weak) => {
      const token = await linkFor('admin@ukweli.example');
      expect((await confirm(token, weak)).status).toBe(400);
      expect((await confirm(token, stronger)).status).toBe(200);
    },
  );

  it('slows down whoever guesses links', { tags: ['A-14'] }, async () => {
    clock.advance(61 * minute);
    const statuses: number[] = [];
    for (let guess = 0; guess < 70; guess++) statuses.push((await confirm(String(guess).padStart(43, 'x'), stronger)).status);
    expect(new Set(statuses.slice(0, 50))).toEqual(new Set([410]));
    expect(statuses).toContain(429);
    clock.advance(61 * minute);
  });

  it('not for an account that was deactivated meanwhile', { tags: ['D-22'] }, async () => {
    const token = await linkFor('auditor@ukweli.example');
    const setStatus = (status: 'active' | 'inactive') =>
      test.platform.db.updateTable('accounts').set({ status }).where('account_id', '=', 'usr-demo-auditor').execute();
    await setStatus('inactive');
    expect((await confirm(token, stronger)).status).toBe(410);
    await setStatus('active');
  });

  it('an account that signs in through another’s provider only has no password to renew', { tags: ['D-22'] }, async () => {
    clock.advance(61 * minute);
    const { db } = test.platform;
    await db.updateTable('accounts').set({ password: null }).where('account_id', '=', 'usr-demo-auditor').execute();
    await db
      .insertInto('federated_identities')
      .values({ issuer: 'https://idp.example', subject: 's', account_id: 'usr-demo-auditor' })
      .execute();
    const before = letters('auditor@ukweli.example').length;
    const decoys = async () => (await db.selectFrom('account_links').select('kind').where('account_id', 'is', null).execute()).length;
    const held = await decoys();
    expect((await ask('auditor@ukweli.example')).status).toBe(200);
    await vi.waitFor(async () => expect(await decoys()).toBe(held + 1), { timeout: 15_000 });
    expect(letters('auditor@ukweli.example')).toHaveLength(before);
  });

  it('the record says who asked, who was refused and who did it, and links that are over go', { tags: ['D-27'] }, async () => {
    const { db, audit } = test.platform;
    const acts = await db.selectFrom('audit_records').select('action').where('tenant_id', '=', 'demo').execute();
    expect(acts.map(({ action }) => action)).toEqual(expect.arrayContaining(['account.reset_link', 'account.password_reset']));
    expect(await audit.firstBroken('demo')).toBeNull();
    await pruneIdentity(db, new Date(clock.now().getTime() + 100 * minute));
    expect(await db.selectFrom('account_links').select('kind').execute()).toEqual([]);
  });
});
