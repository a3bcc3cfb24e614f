import { afterEach, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';

let test: TestPlatform | null = null;
afterEach(async () => {
  await test?.close();
  test = null;
});

/** A platform on which an account's name is changed by somebody else between the check and the write of a profile change. */
async function withOther(name: string, accountId: string): Promise<TestPlatform> {
  test = await createTestPlatform();
  const { database, db } = test.platform;
  const write = database.write.bind(database);
  let come = false;
  database.write = async (line, work, options) => {
    if (line === 'record demo' && !come) {
      come = true;
      await db.updateTable('accounts').set({ name }).where('account_id', '=', accountId).execute();
    }
    return write(line, work, options);
  };
  return test;
}

it('name and address together are one change: where the name was taken meanwhile, nothing of the address is done and no letter tells of it', {
  tags: ['S-13'],
}, async () => {
  const { platform, signIn } = await withOther('Chebet K. Koech', 'usr-demo-bank');
  const operator = await signIn('operator@ukweli.example');
  const wanted = { name: 'Chebet K. Koech', email: 'chebet.k@ukweli.example', currentPassword: demoPassword };
  const refused = await operator.call('PATCH', '/api/profile', wanted);
  expect([refused.status, refused.json().error.code]).toEqual([409, 'conflict']);
  expect((await operator.get('/api/profile')).json()).toMatchObject({ name: 'Chebet Koech', pendingEmail: null });
  expect(await platform.db.selectFrom('account_letters').select('purpose').execute()).toEqual([]);

  const done = await operator.call('PATCH', '/api/profile', { ...wanted, name: 'Chebet Kiptoo Koech' });
  expect([done.status, done.json().name, done.json().pendingEmail.email]).toEqual([200, 'Chebet Kiptoo Koech', wanted.email]);
  const letters = await platform.db.selectFrom('account_letters').select('purpose').orderBy('purpose').execute();
  expect(letters.map(({ purpose }) => purpose)).toEqual(['email_asked', 'email_confirm', 'name_changed']);
});

it('of a change without a version the record says which name it took the place of, also where that is younger than the look', {
  tags: ['S-13', 'P-7'],
}, async () => {
  const { platform, signIn } = await withOther('Chebet by an administrator', 'usr-demo-operator');
  const operator = await signIn('operator@ukweli.example');
  expect((await operator.call('PATCH', '/api/profile', { name: 'Chebet Kiptoo Koech' })).status).toBe(200);
  const line = await platform.db
    .selectFrom('audit_records')
    .select(['actor_name', 'details'])
    .where('action', '=', 'profile.update')
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    actor_name: 'Chebet by an administrator',
    details: { nameBefore: 'Chebet by an administrator', nameAfter: 'Chebet Kiptoo Koech' },
  });
});
