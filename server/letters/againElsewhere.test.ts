import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditor, headerOf, type LetterTest, prepareLetterTest, tokenIn, users } from '../testing/letterTest.ts';
import type { TestAnswer, TestPlatform } from '../testing/platform.ts';
import { claimLetter, claimHoldsMs } from './claim.ts';
import { openLinkKey } from './linkKey.ts';

const minute = 60_000;
const hour = 60 * minute;
let shared: LetterTest;
let keys = 0;
beforeAll(async () => {
  shared = await prepareLetterTest();
});
beforeEach(() => shared.reset());
afterAll(async () => {
  await shared.reset();
  await shared.close();
});

const again = async (test: TestPlatform, letterId = ''): Promise<TestAnswer> =>
  (await test.signIn('admin@ukweli.example')).post(`${users}/${auditor.id}/letters/${letterId}/again`, undefined, {
    'idempotency-key': `again-elsewhere-${String((keys += 1)).padStart(7, '0')}`,
  });
const round = (test: TestPlatform) => test.platform.letters.round();
/** A letter with a link, begun by an instance with its own key that could not send it. */
async function begun(): Promise<{ readonly one: TestPlatform; readonly other: TestPlatform; readonly letterId: string }> {
  const [one, other] = [await shared.start(), await shared.start()];
  await shared.mail.away();
  await shared.askFor(one, auditor.email);
  await round(one);
  const [row] = await shared.rowsOf(auditor.id);
  expect(row).toMatchObject({ state: 'waiting', trouble: 'unreachable', tries: 1 });
  return { one, other, letterId: row?.letter_id ?? '' };
}
/** The first try is cut off while the letter is claimed; `delivers`: after the mail server took it. */
async function cutOff(delivers: boolean): Promise<{ readonly other: TestPlatform; readonly letterId: string; readonly token: string }> {
  const [one, other] = [await shared.start(), await shared.start()];
  const { clock, database, mail } = shared;
  await mail.away();
  await shared.askFor(one, auditor.email);
  await round(one);
  await mail.back();
  // Restores the row to its state before the first try.
  await database.db.updateTable('account_letters').set({ tries: 0, trouble: null, due_at: clock.now() }).execute();
  const key = await openLinkKey(one.platform.config);
  const claimed = await database.write('letters', (trx) => claimLetter(trx, { now: clock.now(), key, config: one.platform.config }));
  if (claimed === null || claimed === 'givenUp') throw new Error('it was not claimed');
  await shared.end(one);
  const { letter_id: letterId, purpose, account_id: accountId } = claimed.row;
  return { other, letterId, token: delivers ? key.tokenOf({ letterId, purpose, accountId }) : '' };
}

describe('a letter with a link that an instance with a key of its own began, sent again at another', { tags: ['S-9'] }, () => {
  it('goes out at once as another letter, and the first does not when that instance comes back', { tags: ['S-9'] }, async () => {
    const { one, other, letterId } = await begun();
    await shared.mail.back();
    const answer = await again(other, letterId);
    expect(answer.status, answer.body).toBe(200);
    expect(answer.json().user.letters).toMatchObject([
      { state: 'waiting', trouble: null, tries: 0 },
      { id: letterId, state: 'given_up', trouble: 'superseded' },
    ]);
    await round(other);
    shared.clock.advance(5 * minute);
    await round(one);
    expect(shared.came().map(({ to }) => to)).toEqual([[auditor.email]]);
    const [letter] = shared.came();
    expect((await again(other, letterId)).status).toBe(409);
    expect((await shared.confirm(other, tokenIn(letter))).status).toBe(200);
  });

  it('is on its way while that one has it in hand; cut off it says that nobody took it, and another takes its place', {
    tags: ['S-9'],
  }, async () => {
    const { other, letterId, token } = await cutOff(true);
    const { clock, came, stateOf, confirm } = shared;
    expect((await again(other, letterId)).json().user.letters).toMatchObject([{ id: letterId, state: 'waiting', trouble: null }]);
    clock.advance(claimHoldsMs);
    await round(other);
    // In this state the console offers *Send again*.
    expect(await stateOf(other, auditor.id)).toMatchObject([{ id: letterId, state: 'waiting', trouble: 'unreachable' }]);
    expect((await again(other, letterId)).status).toBe(200);
    await round(other);
    expect(came()).toHaveLength(1);
    expect(tokenIn(came()[0])).not.toBe(token);
    // The delivered link stays valid: the reader may use the first letter.
    clock.advance(29 * minute);
    expect((await confirm(other, token)).status).toBe(200);
    expect((await confirm(other, tokenIn(came()[0]))).status).toBe(410);
  });

  it('holds half an hour more where it may have been delivered', { tags: ['S-9'] }, async () => {
    const { other, letterId, token } = await cutOff(true);
    shared.clock.advance(hour);
    expect((await again(other, letterId)).status).toBe(200);
    await round(other);
    shared.clock.advance(30 * minute);
    expect((await shared.confirm(other, token)).status).toBe(410);
  });

  it.each([
    ['could not be sent for 24 hours', 24 * hour, 'unreachable'],
    ['was given up since its key was gone', 25 * hour, 'key'],
  ] as const)(
    'and %s goes out as another letter: no two with one Message-ID carry two links',
    { tags: ['S-9'] },
    async (_what, afterMs, trouble) => {
      const { one, other, letterId } = await begun();
      const [before] = await shared.rowsOf(auditor.id);
      shared.clock.advance(afterMs);
      await round(trouble === 'key' ? other : one);
      expect(await shared.stateOf(other, auditor.id)).toMatchObject([{ id: letterId, state: 'given_up', trouble }]);
      await shared.mail.back();
      expect((await again(other, letterId)).status).toBe(200);
      await round(other);
      expect(shared.came()).toHaveLength(1);
      const [letter] = shared.came();
      expect(letter && headerOf(letter, 'Message-ID')).not.toBe(before?.message_id);
      expect((await again(other, letterId)).status).toBe(409);
      expect((await shared.confirm(other, tokenIn(letter))).status).toBe(200);
    },
  );

  it('is sent anew five times an hour at most', { tags: ['S-9'] }, async () => {
    const { one, other } = await begun();
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const newest = (await shared.rowsOf(auditor.id)).at(-1);
      const at = time % 2 === 0 ? other : one;
      statuses.push((await again(at, newest?.letter_id)).status);
      await round(at);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});
