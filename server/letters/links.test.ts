import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { auditor, headerOf, type LetterTest, prepareLetterTest, tokenIn, users } from '../testing/letterTest.ts';
import { createLinkKey } from './linkKey.ts';

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

describe('the link in a letter', { tags: ['S-9'] }, () => {
  it('works once, for 30 minutes from its first delivery, and for as long as its letter waits', { tags: ['S-9'] }, async () => {
    const { mail, database, clock, came, subjects, start, rowsOf, askFor, confirm } = shared;
    const test = await start();
    await mail.away();
    await askFor(test, auditor.email);
    for (let tries = 0; tries < 18; tries += 1) {
      await test.platform.letters.round();
      clock.advance(10 * minute);
    }
    const [row] = await rowsOf(auditor.id);
    if (row === undefined) throw new Error('There is no letter');
    await mail.back();
    clock.advance(15 * minute);
    await test.platform.letters.round();
    const [first] = came();
    const token = tokenIn(first);
    // A second delivery does not extend the link.
    clock.advance(20 * minute);
    await database.db.updateTable('account_letters').set({ state: 'waiting', ended_at: null, due_at: clock.now() }).execute();
    await test.platform.letters.round();
    expect(came()).toHaveLength(2);
    clock.advance(10 * minute - 1);
    expect((await confirm(test, token)).status).toBe(200);
    expect((await confirm(test, token)).status).toBe(410);

    await askFor(test, auditor.email);
    await vi.waitFor(() => expect(subjects().filter((subject) => subject === 'Set a new password')).toHaveLength(3));
    await test.platform.letters.round();
    const late = came().findLast((one) => headerOf(one, 'Subject') === 'Set a new password');
    clock.advance(20 * minute);
    await database.db
      .updateTable('account_letters')
      .set({ state: 'waiting', trouble: null, ended_at: null, due_at: clock.now() })
      .execute();
    await test.platform.letters.round();
    clock.advance(10 * minute);
    expect((await confirm(test, tokenIn(late))).status).toBe(410);
  });

  it('works while the delivery that carried it is not known of yet', { tags: ['S-9'] }, async () => {
    const { database, clock, came, subjects, start, rowsOf, askFor, confirm } = shared;
    const test = await start();
    await askFor(test, auditor.email);
    await test.platform.letters.round();
    const [letter] = came();
    await database.db.updateTable('account_links').set({ expires_at: null }).execute();
    await database.db
      .updateTable('account_letters')
      .set({ state: 'waiting', ended_at: null, due_at: new Date(clock.now().getTime() + hour) })
      .execute();
    clock.advance(50 * minute);
    expect((await confirm(test, tokenIn(letter))).status).toBe(200);
    // The link was used, so the letter is not sent again.
    clock.advance(hour);
    await test.platform.letters.round();
    expect(subjects()).toEqual(['Set a new password', 'Your password was changed']);
    expect((await rowsOf(auditor.id))[0]).toMatchObject({ state: 'given_up', trouble: 'superseded' });
  });

  it('stands in no table, in no form, nor does the key that it is derived by', { tags: ['S-9', 'D-65'] }, async () => {
    const { database, came, start, askFor } = shared;
    const test = await start();
    const client = await test.signIn(auditor.email);
    await askFor(test, auditor.email);
    await client.call('PATCH', '/api/profile', { email: 'new.address@ukweli.example', currentPassword: demoPassword });
    await test.platform.letters.round();
    await vi.waitFor(() => expect(came()).toHaveLength(3));
    const tokens = came()
      .map(tokenIn)
      .filter((token) => token !== '');
    expect(new Set(tokens).size).toBe(2);
    const tables = await sql<{
      name: string;
    }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database.db);
    let all = '';
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ line: string }>`select row_to_json(t)::text as line from ${sql.table(name)} t`.execute(database.db);
      all += rows.map(({ line }) => line).join('\n');
    }
    expect(all).toContain('account.reset_link'); // the tables were read
    for (const token of tokens) {
      const bytes = Buffer.from(token, 'base64url');
      for (const form of [token, bytes.toString('hex'), bytes.toString('base64')])
        expect(all.toLowerCase()).not.toContain(form.toLowerCase());
    }
    expect(test.logged.join('\n')).not.toMatch(/token=/);
  });

  it('of an account that was deactivated while it waited does not go out, a warning does', { tags: ['S-9'] }, async () => {
    const { mail, clock, came, start, stateOf, askFor, changePassword } = shared;
    const test = await start();
    await mail.away();
    await askFor(test, auditor.email);
    await changePassword(test, 'bank@ukweli.example');
    const client = await test.signIn('admin@ukweli.example');
    const made = await client.post(users, { email: 'leaves@ukweli.example', name: 'Leaves Again', role: 'operator' });
    for (const id of [auditor.id, 'usr-demo-bank', made.json().user.id])
      expect((await client.call('DELETE', `${users}/${id}`)).status).toBe(200);
    await mail.back();
    clock.advance(minute);
    await test.platform.letters.round();
    clock.advance(hour);
    await test.platform.letters.round();
    expect(came().map((one) => [one.to[0], headerOf(one, 'Subject')])).toEqual([['bank@ukweli.example', 'Your password was changed']]);
    expect(await stateOf(test, auditor.id)).toMatchObject([{ purpose: 'reset', state: 'given_up', trouble: 'inactive' }]);
    expect(await stateOf(test, made.json().user.id)).toMatchObject([{ purpose: 'welcome', state: 'given_up', trouble: 'inactive' }]);
  });

  it('of an account that is to have another address opens nothing: neither the letter that waits nor the one that was sent', {
    tags: ['S-9', 'A-14'],
  }, async () => {
    const { mail, clock, came, start, stateOf, askFor, confirm } = shared;
    const test = await start();
    const client = await test.signIn('admin@ukweli.example');
    await askFor(test, auditor.email);
    await test.platform.letters.round();
    const [sent] = came();
    await mail.away();
    await askFor(test, auditor.email);
    const made = await client.post(users, { email: 'mistyped@ukweli.example', name: 'Mistyped Person', role: 'operator' });
    const madeId: string = made.json().user.id;
    await test.platform.letters.round();
    const moved = await client.call('PATCH', `${users}/${auditor.id}`, { email: 'elsewhere@ukweli.example', name: 'Amina Elsewhere' });
    // Shown with the change itself, not only at the letter's next try.
    expect(moved.json().user.letters).toMatchObject([
      { purpose: 'name_changed', state: 'waiting' },
      { purpose: 'email_asked', state: 'waiting' },
      { purpose: 'email_confirm', state: 'waiting' },
      { purpose: 'reset', state: 'given_up', trouble: 'superseded' },
      { purpose: 'reset', state: 'sent' },
    ]);
    expect((await client.call('PATCH', `${users}/${madeId}`, { email: 'typed@ukweli.example' })).status).toBe(200);
    await test.platform.letters.round();
    await mail.back();
    clock.advance(minute);
    await test.platform.letters.round();
    expect(
      came()
        .slice(1)
        .map((one) => [one.to[0], headerOf(one, 'Subject')])
        .sort(),
    ).toEqual([
      [auditor.email, 'A change of your email address was requested'],
      [auditor.email, 'Your name was changed'],
      ['elsewhere@ukweli.example', 'Confirm your new email address'],
      ['typed@ukweli.example', 'You have an account'],
    ]);
    expect((await confirm(test, tokenIn(sent))).status).toBe(410);
    expect((await stateOf(test, auditor.id)).find(({ purpose, state }) => purpose === 'reset' && state !== 'sent')).toMatchObject({
      state: 'given_up',
      trouble: 'superseded',
    });
  });

  it('begun under a key that is gone is not sent under another; one that nobody has tried is', { tags: ['S-9'] }, async () => {
    const { mail, database, clock, came, start, end, stateOf, askFor, confirm } = shared;
    const test = await start();
    await mail.away();
    await askFor(test, auditor.email);
    await test.platform.letters.round();
    await askFor(test, 'operator@ukweli.example');
    await test.platform.letters.round();
    await database.db.updateTable('account_letters').set({ tries: 0 }).where('account_id', '=', 'usr-demo-operator').execute();
    await end(test); // and its folder with it
    await mail.back();
    clock.advance(minute);
    const other = await start();
    await other.platform.letters.round();
    expect(came().map(({ to }) => to[0])).toEqual(['operator@ukweli.example']);
    const [letter] = came();
    expect((await confirm(other, tokenIn(letter))).status).toBe(200);
    clock.advance(24 * hour);
    await other.platform.letters.round();
    expect(await stateOf(other, auditor.id)).toMatchObject([{ state: 'waiting' }]);
    clock.advance(hour);
    await other.platform.letters.round();
    const [given] = await stateOf(other, auditor.id);
    expect(given).toMatchObject({ state: 'given_up', trouble: 'key' });
    // Sent again, it carries a link under the current key.
    const client = await other.signIn('admin@ukweli.example');
    const again = await client.post(`${users}/${auditor.id}/letters/${given?.id}/again`, undefined, {
      'idempotency-key': 'again-under-another-key-1',
    });
    expect(again.status, again.body).toBe(200);
    await other.platform.letters.round();
    const newest = came().at(-1);
    expect(newest?.to).toEqual([auditor.email]);
    expect((await confirm(other, tokenIn(newest))).status).toBe(200);
  });

  it('is another for every letter, purpose, account and key, and the same for the same', { tags: ['S-9'] }, () => {
    const key = createLinkKey(Buffer.alloc(32, 1));
    const letter = { letterId: 'l-1', purpose: 'reset', accountId: 'a-1' };
    const tokens = [
      key.tokenOf(letter),
      key.tokenOf({ ...letter, letterId: 'l-2' }),
      key.tokenOf({ ...letter, purpose: 'email_confirm' }),
      key.tokenOf({ ...letter, accountId: 'a-2' }),
      key.tokenOf({ letterId: 'l-1reset', purpose: '', accountId: 'a-1' }),
      createLinkKey(Buffer.alloc(32, 2)).tokenOf(letter),
    ];
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(createLinkKey(Buffer.alloc(32, 1)).tokenOf(letter)).toBe(tokens[0]);
    expect(key.id).not.toBe(createLinkKey(Buffer.alloc(32, 2)).id);
  });
});
