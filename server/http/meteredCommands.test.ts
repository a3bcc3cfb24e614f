// Long: some thousand commands.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { accountRate, refusedRate } from './meter.ts';

let test: TestPlatform;
let operator: TestClient;
let admin: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  // Refusals are summed by minute of the platform's clock; start at a full minute, because the template was made at an arbitrary one.
  test.clock.set(nextMinute());
  operator = await test.signIn('operator@ukweli.example');
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

const nextMinute = (): Date => new Date((Math.floor(test.clock.now().getTime() / 60_000) + 1) * 60_000);

/** Ids run from existing to non-existing ones: calls refused for their content count as well. */
const acknowledge = (client: TestClient, number: number): Promise<TestAnswer> =>
  client.post(
    `/api/incidents/INC-${9000 + number}/acknowledge`,
    {},
    { [headers.idempotency]: `metered-key-${String(number).padStart(6, '0')}` },
  );
const note = (client: TestClient, number: number): Promise<TestAnswer> =>
  client.post(
    '/api/incidents/INC-0042/notes',
    { text: `Note ${number}.` },
    { [headers.idempotency]: `metered-note-${String(number).padStart(6, '0')}` },
  );
const statuses = (answers: readonly TestAnswer[]): Record<string, number> => {
  const counted: Record<string, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

it('an outbox of 200 sent at once passes, and what one account sends beyond its bucket is told how long to wait, while others work on', {
  tags: ['G-20', 'A-26'],
}, async () => {
  let sent = 0;
  // On a slow machine the last of them wait too long for their turn: they are told to come again (503), and do under their own keys.
  const untilDecided = async (number: number): Promise<TestAnswer> => {
    for (;;) {
      sent += 1;
      const answer = await note(operator, number);
      if (answer.status !== 503) return answer;
    }
  };
  const outbox = await Promise.all(Array.from({ length: 200 }, (_, number) => untilDecided(number)));
  expect(statuses(outbox)).toEqual({ 200: 200 });
  const rest = accountRate.burst - sent;
  const flood = await Promise.all(Array.from({ length: rest + 150 }, (_, number) => acknowledge(operator, number)));
  expect(statuses(flood)).toEqual({ 404: rest, 429: 150 });
  const turned = flood.find(({ status }) => status === 429);
  expect(turned?.headers['retry-after']).toBe('5');
  expect(turned?.json()).toEqual({
    error: { code: 'rate_limited', message: 'Your account has sent too many requests at once', correlationId: 'test-correlation' },
  });
  // Other accounts still work, and so does the kill switch.
  expect((await note(admin, 500)).status).toBe(200);
  const stop = { active: true, reason: 'A flood of notes.', confirmation: 'STOP' };
  const stopped = await operator.call('PUT', '/api/system/kill-switch', stop);
  expect(stopped.status).toBe(200);
  const release = { active: false, version: stopped.json().version, reason: 'It was a test.' };
  expect((await admin.call('PUT', '/api/system/kill-switch', release)).status).toBe(200);

  test.clock.advance(5000);
  expect(statuses(await Promise.all(Array.from({ length: 10 }, (_, number) => note(operator, 600 + number))))).toEqual({ 200: 5, 429: 5 });
});

/** Record lines of refused calls, after all sums so far are settled. */
async function turnedAway(): Promise<unknown[]> {
  await test.platform.strangers.keep();
  await test.platform.strangers.settle('all');
  const lines = await test.platform.db
    .selectFrom('audit_records')
    .select('details')
    .where('action', '=', 'refused.rate_limited')
    .orderBy('chain_index')
    .execute();
  return lines.map(({ details }) => details);
}

it('what it was refused within a minute is one line of the record, with how often, since when and by which account, and of the next minute another', {
  tags: ['G-20', 'A-21'],
}, async () => {
  const [until, account] = [test.clock.now(), 'usr-demo-operator'];
  const first = { account, times: 155, from: new Date(until.getTime() - 5000).toISOString(), until: until.toISOString() };
  expect(await turnedAway()).toEqual([expect.objectContaining(first)]);

  // Floods on both sides of a minute boundary, one second apart; first use up the tokens refilled since.
  const turn = nextMinute();
  const before = new Date(turn.getTime() - 1000);
  test.clock.set(before);
  const back = (before.getTime() - until.getTime()) / 1000;
  const flood = (count: number, from: number) =>
    Promise.all(Array.from({ length: count }, (_, number) => acknowledge(operator, from + number))).then(statuses);
  expect(await flood(back + 20, 1000)).toEqual({ 404: back, 429: 20 });
  test.clock.set(turn);
  expect(await flood(11, 2000)).toEqual({ 404: 1, 429: 10 });
  expect(await turnedAway()).toEqual(
    [
      first,
      { account, times: 20, from: before.toISOString(), until: before.toISOString() },
      { account, times: 10, from: turn.toISOString(), until: turn.toISOString() },
    ].map((line) => expect.objectContaining(line)),
  );
});

it('a flood of refusals of somebody who is known fills the record as little', { tags: ['G-20', 'A-21'] }, async () => {
  const before = await refusedLines();
  for (let round = 0; round < 7; round += 1) await Promise.all(Array.from({ length: 100 }, () => operator.get('/api/v1/admin/users')));
  expect((await refusedLines()) - before).toBe(refusedRate.burst);
  await test.platform.strangers.keep();
  await test.platform.strangers.settle('all');
  expect((await refusedLines()) - before).toBe(refusedRate.burst + 1);
});

async function refusedLines(): Promise<number> {
  const lines = await test.platform.db
    .selectFrom('audit_records')
    .select('chain_index')
    .where('action', '=', 'refused.forbidden')
    .execute();
  return lines.length;
}
