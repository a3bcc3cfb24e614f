// Work before the answer for an address with an account and one without: a difference in time would reveal which it is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { createSignIn } from '../sessions/signIn.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

it('what is written before a wrong try is answered is as much for an address with an account as for one without, also once a minute’s lines of the record are used up', {
  tags: ['G-6', 'A-14'],
}, async () => {
  const { platform } = test;
  const signIn = await createSignIn(platform);
  const write = platform.database.write.bind(platform.database);
  let begun: string[] = [];
  platform.database.write = async (line, work, options) => {
    begun.push(line.split(' ')[0] ?? '');
    return write(line, work, options);
  };
  /** Transactions begun before the answer. */
  const costOf = async (email: string, go: number) => {
    begun = [];
    const attempt = { email, password: `guess ${go}`, ip: `10.0.${go}.1`, correlationId: 'unseen', deviceMark: null, forwarded: false };
    expect(await signIn(attempt)).toMatchObject({ refused: 'login_failed' });
    return [...begun];
  };
  // Uses up a minute's individual lines for unknown addresses.
  for (let go = 0; go < 61; go += 1) await costOf(`nobody-${go}@ukweli.example`, go);
  const without = await costOf('nobody@ukweli.example', 100);
  expect(await costOf('bank@ukweli.example', 101)).toEqual(without);
});
