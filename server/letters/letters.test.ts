// Long: waits for a mail server that hangs.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { auditor, headerOf, type LetterTest, prepareLetterTest, tokenIn, users } from '../testing/letterTest.ts';
import type { TestPlatform } from '../testing/platform.ts';
import { claimHoldsMs, claimLetter } from './claim.ts';
import { openLinkKey } from './linkKey.ts';

const minute = 60_000;
const hour = 60 * minute;
let shared: LetterTest;
beforeAll(async () => {
  shared = await prepareLetterTest();
});
beforeEach(() => shared.reset());
afterAll(async () => {
  await shared.reset();
  await shared.close();
});
const metric = async (test: TestPlatform, name: string): Promise<string | undefined> =>
  new RegExp(`^${name}(?:\\{[^}]*\\})? (.*)$`, 'm').exec(await test.platform.metrics.text())?.[1];

describe('a letter', { tags: ['S-9', 'F-45'] }, () => {
  it('waits for a mail server that is away for five minutes, says so at the user and as a metric, and goes out once it is back', {
    tags: ['S-9', 'F-45'],
  }, async () => {
    const { mail, clock, came, subjects, start, stateOf, changePassword } = shared;
    const test = await start();
    await mail.away();
    await changePassword(test, auditor.email);
    await test.platform.letters.round();
    const since = clock.now().toISOString();
    const waits = { purpose: 'password_changed', state: 'waiting', since, endedAt: null, trouble: 'unreachable' };
    expect(await stateOf(test, auditor.id)).toMatchObject([{ ...waits, tries: 1 }]);
    for (let passed = 0; passed < 5 * minute; passed += 20_000) {
      clock.advance(20_000);
      await test.platform.letters.round();
    }
    expect(came()).toEqual([]);
    const [waiting] = await stateOf(test, auditor.id);
    expect(waiting).toMatchObject(waits);
    expect(waiting?.tries).toBeGreaterThan(4);
    expect([await metric(test, 'ukweli_letters_waiting'), await metric(test, 'ukweli_letters_oldest_waiting_seconds')]).toEqual([
      '1',
      '300',
    ]);

    await mail.back();
    clock.advance(5 * minute);
    await test.platform.letters.round();
    expect(subjects()).toEqual(['Your password was changed']);
    expect(await stateOf(test, auditor.id)).toMatchObject([{ state: 'sent', since, endedAt: clock.now().toISOString(), trouble: null }]);
    expect(await metric(test, 'ukweli_letters_waiting')).toBe('0');
    clock.advance(hour);
    await test.platform.letters.round();
    expect(came()).toHaveLength(1);
  });

  it('outlives a restart between its transaction and its sending, and so does the wish for a new password', {
    tags: ['S-9', 'F-45'],
  }, async () => {
    const { mail, database, clock, keyFile, wishes, came, start, end, askFor, changePassword } = shared;
    // A restarted platform has the same key.
    const keyed = { keyFile };
    const first = await start(keyed);
    await mail.away();
    await changePassword(first, auditor.email);
    await askFor(first, 'operator@ukweli.example');
    // The request was answered, but the process ended before it looked up the address.
    const looked = vi.spyOn(first.platform.db, 'selectFrom').mockImplementation(() => {
      throw new Error('The process ends');
    });
    expect((await first.anonymous().post('/api/auth/password-reset', { email: 'bank@ukweli.example' })).status).toBe(200);
    await vi.waitFor(() => expect(first.logged.join('\n')).toContain('reset.send'));
    looked.mockRestore();
    await end(first);
    expect(await wishes()).toHaveLength(1);
    await mail.back();

    clock.advance(minute);
    const second = await start(keyed);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await second.platform.start();
      await vi.waitFor(() =>
        expect(
          came()
            .map(({ to }) => to[0])
            .sort(),
        ).toEqual([auditor.email, 'bank@ukweli.example', 'operator@ukweli.example']),
      );
      // A running platform also sends what becomes due later, without a new letter being written.
      await database.db
        .updateTable('account_letters')
        .set({ state: 'waiting', ended_at: null, due_at: clock.now() })
        .where('account_id', '=', auditor.id)
        .execute();
      vi.advanceTimersByTime(5000);
      await vi.waitFor(() => expect(came()).toHaveLength(4));
    } finally {
      vi.useRealTimers();
    }
  });

  it('is written with what causes it or not at all', { tags: ['S-9'] }, async () => {
    const { start, rowsOf } = shared;
    const test = await start();
    const client = await test.signIn(auditor.email);
    const record = vi.spyOn(test.platform.audit, 'record').mockRejectedValueOnce(new Error('The record cannot be written'));
    const change = { currentPassword: demoPassword, newPassword: 'Mlima-Kenya-5199!' };
    expect((await client.post('/api/profile/password', change)).status).toBe(500);
    record.mockRestore();
    expect(await rowsOf(auditor.id)).toEqual([]);
    expect((await test.anonymous().post('/api/auth/login', { email: auditor.email, password: demoPassword })).status).toBe(200);
  });

  it('cut off between its claim and its sending waits for the claim to run out; cut off after its sending it comes again as the same letter with the same link', {
    tags: ['S-9'],
  }, async () => {
    const { mail, database, clock, came, start, askFor } = shared;
    const test = await start();
    const { config } = test.platform;
    const key = await openLinkKey(config);
    await mail.away();
    await askFor(test, auditor.email);
    await test.platform.letters.round();
    clock.advance(5000);
    // An instance claims the letter and ends.
    const claimed = await database.write('letters', (trx) => claimLetter(trx, { now: clock.now(), key, config }));
    if (claimed === null || claimed === 'givenUp') throw new Error('There is nothing to claim');
    await mail.back();
    await test.platform.letters.round();
    expect(came()).toEqual([]);
    clock.advance(claimHoldsMs);
    await test.platform.letters.round();
    expect(came()).toHaveLength(1);
    // An instance ends after the mail server accepted the letter and before it could record that.
    await database.db
      .updateTable('account_letters')
      .set({ state: 'waiting', ended_at: null, claim: claimed.claim, claimed_until: new Date(clock.now().getTime() + claimHoldsMs) })
      .execute();
    clock.advance(claimHoldsMs);
    await test.platform.letters.round();
    const [one, other] = came();
    if (one === undefined || other === undefined) throw new Error('It came once');
    expect(came()).toHaveLength(2);
    for (const name of ['Message-ID', 'Date', 'To', 'Subject']) expect([name, headerOf(other, name)]).toEqual([name, headerOf(one, name)]);
    expect(headerOf(one, 'Message-ID')).toMatch(/^<[0-9a-f-]{36}@console\.example>$/);
    expect([tokenIn(one), tokenIn(one)]).toEqual([tokenIn(other), expect.stringMatching(/^[\w-]{43}$/)]);
  });

  it('asked for again while it waits goes out at once, and no second one with it', { tags: ['S-9'] }, async () => {
    const { mail, clock, came, start, rowsOf, askFor } = shared;
    const test = await start();
    await mail.away();
    await askFor(test, auditor.email);
    for (let tries = 0; tries < 12; tries += 1) {
      await test.platform.letters.round();
      clock.advance(10 * minute);
    }
    await test.platform.letters.round();
    await mail.back();
    await test.platform.letters.round();
    expect(came()).toEqual([]); // its next try is minutes away
    await askFor(test, auditor.email);
    await test.platform.letters.round();
    expect(came()).toHaveLength(1);
    expect(await rowsOf(auditor.id)).toHaveLength(1);
  });

  it('is not held up by one that is refused for good: that one is given up at once, with why', { tags: ['S-9'] }, async () => {
    const { mail, came, start, stateOf } = shared;
    const test = await start();
    const client = await test.signIn('admin@ukweli.example');
    mail.answerWith('550 5.1.1 no such mailbox');
    const made: string[] = [];
    for (const name of ['First', 'Second']) {
      const answer = await client.post(users, { email: `${name}.letters@ukweli.example`, name, role: 'operator' });
      expect(answer.status, answer.body).toBe(200);
      made.push(answer.json().user.id);
      await test.platform.letters.round();
    }
    expect(came().map(({ to }) => to)).toEqual([['Second.letters@ukweli.example']]);
    const [first = '', second = ''] = made;
    expect(await stateOf(test, first)).toMatchObject([{ purpose: 'welcome', state: 'given_up', trouble: 'refused', tries: 1 }]);
    expect(await stateOf(test, second)).toMatchObject([{ state: 'sent' }]);
    expect(await metric(test, 'ukweli_letters_given_up')).toBe('1');
    const counted = (await test.platform.metrics.text()).match(/^ukweli_letters_total\{.*$/gm);
    expect(counted).toContain('ukweli_letters_total{outcome="given_up"} 1');
  });

  it('that a mail server keeps hanging holds up the end of the platform by five seconds at most, and stays in its table', {
    tags: ['S-9'],
  }, async () => {
    const { mail, start, end, rowsOf, changePassword } = shared;
    const test = await start();
    mail.hang(true);
    await changePassword(test, auditor.email);
    const said = mail.said.length;
    const sending = test.platform.letters.round();
    await vi.waitFor(async () => expect((await rowsOf(auditor.id))[0]?.claim).not.toBeNull());
    const began = performance.now();
    await end(test);
    expect(performance.now() - began).toBeLessThan(8000);
    mail.hang(false);
    expect(mail.said).toHaveLength(said);
    expect(await rowsOf(auditor.id)).toMatchObject([{ state: 'waiting' }]);
    await sending;
  });
});
