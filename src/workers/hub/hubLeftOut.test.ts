import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { deadLetterRow } from '../../../tests/builders/operations.ts';
import { closeDevices, holdClock, pass, readRow, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { leftOutHeader } from '../../contracts/leftOut.ts';
import { resourceFreshness } from '../../domain/freshness/resourceFreshness.ts';

beforeEach(holdClock);
afterEach(closeDevices);

const time = '2026-11-20T08:00:00.000Z';
const line = (place: number, over: object = {}) => ({
  activityId: `ACT-${place}`,
  text: `Line ${place}`,
  time,
  link: '/system/health',
  status: 'info',
  version: 1,
  ...over,
});
const answer = (activities: readonly object[], more: Readonly<Record<string, string>> = {}) => ({
  status: 200,
  body: { activities, lastUpdated: time },
  more,
});

async function device() {
  const { api, platform, status } = await signedInAs(amina);
  await api.subscribe('p1', ['activity']);
  await pass(1_000);
  const ask = async (next: ReturnType<typeof answer> | { status: number; body: object }) => {
    platform.replies.set('/api/activity', next);
    void api.refresh(['activity']);
    await pass(3_000);
  };
  await ask(answer([line(1), line(2)]));
  const sync = async () => readRow(amina, 'sync', 'activity');
  const payload = async (place: number) => (await readRow(amina, 'activities', `ACT-${place}`))?.['payload'];
  const freshness = async () => {
    const row = (await sync()) as Parameters<typeof resourceFreshness>[1] | undefined; // as stored
    return resourceFreshness('activity', row ?? null, status().connection, Date.now());
  };
  return { ask, sync, payload, freshness };
}

describe('what of an answer is not what it should be', { tags: ['G-14'] }, () => {
  it('values that are not known here and links that may not be followed fail no load: told, counted, and gone with the next answer', {
    tags: ['G-14', 'C-64'],
  }, async () => {
    const { ask, sync, payload } = await device();
    expect(await payload(1)).toEqual(line(1));
    const unsafe = line(2, { link: 'javascript:alert(1)', version: 2 });
    await ask(answer([line(1, { status: 'splendid' }), unsafe]));
    expect(await sync()).toMatchObject({
      lastFailure: null,
      cameDamaged: [{ row: 'ACT-1', unknown: [{ member: 'status', raw: 'splendid' }] }],
      strayLinks: 1,
    });
    // The row that is no longer known is not kept as it was; the one with the link is stored as it came.
    expect([await payload(1), await payload(2)]).toEqual([undefined, unsafe]);
    await ask(answer([line(1, { version: 3 }), line(2, { version: 3 })]));
    const healed = await sync();
    expect([healed?.['cameDamaged'], healed?.['strayLinks']]).toEqual([undefined, undefined]);
    expect(await payload(1)).toMatchObject({ version: 3 });
  });

  it('rows that the platform itself has left out are told as damaged by their names', { tags: ['G-14'] }, async () => {
    const { ask, sync, payload } = await device();
    await ask(answer([line(2)], { [leftOutHeader]: 'ACT-1, row 3 of activities' }));
    expect(await sync()).toMatchObject({ lastFailure: null, cameDamaged: ['ACT-1', 'row 3 of activities'] });
    expect([await payload(1), await payload(2)]).toEqual([undefined, line(2)]);
  });

  it('a list without such a row is no beginning of a longer one: what it has no more is gone all the same', {
    tags: ['G-14', 'C-28'],
  }, async () => {
    const { api, platform } = await signedInAs(amina);
    const dlq = (names: readonly string[], totalCount: number, more: Readonly<Record<string, string>> = {}) =>
      platform.replies.set('/api/dlq', {
        body: { items: names.map((itemId) => deadLetterRow({ itemId })), totalCount, lastUpdated: time },
        more,
      });
    const ask = async () => {
      void api.refresh(['dlq']);
      await pass(3_000);
    };
    const held = async (name: string) => (await readRow(amina, 'deadLetters', name)) !== undefined;
    await api.subscribe('p1', ['dlq']);
    await pass(1_000);
    dlq(['DLQ-1', 'DLQ-2', 'DLQ-3'], 3);
    await ask();
    expect(await Promise.all(['DLQ-1', 'DLQ-2', 'DLQ-3'].map(held))).toEqual([true, true, true]);
    dlq(['DLQ-1'], 2, { [leftOutHeader]: 'DLQ-2' });
    await ask();
    expect(await Promise.all(['DLQ-1', 'DLQ-2', 'DLQ-3'].map(held))).toEqual([true, false, false]);
    expect(await readRow(amina, 'sync', 'dlq')).toMatchObject({ cameDamaged: ['DLQ-2'] });
  });

  it('of another shape, all of it or refused: the load fails, and the rows stay as they were, as of then and with the reason', {
    tags: ['G-14', 'C-64', 'F-37'],
  }, async () => {
    const { ask, sync, payload, freshness } = await device();
    const refusal = { code: 'internal', message: 'The platform’s data for this is damaged and was not sent.', correlationId: 'c' };
    for (const [next, code] of [
      [answer([line(1, { text: 7 }), line(2, { link: 7 })]), 'bad_shape'],
      [{ status: 200, body: { activities: {}, lastUpdated: time } }, 'bad_shape'],
      [{ status: 500, body: { error: refusal } }, 'internal'],
    ] as const) {
      await ask(next);
      expect(await sync()).toMatchObject({ lastFailure: { code } });
      expect([await payload(1), await payload(2)]).toEqual([line(1), line(2)]);
      expect(await freshness()).toMatchObject({ why: { kind: 'failed', problem: { code } } });
      expect((await freshness()).kind).not.toBe('live');
    }
  });
});
