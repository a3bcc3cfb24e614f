import { describe, expect, it } from 'vitest';
import {
  KEY_REFETCH_MS,
  KEY_REFRESH_MS,
  noteUnknownKid,
  noUnknownKids,
  shouldFetchKeys,
  UNKNOWN_KID_WINDOW_MS,
  type UnknownKids,
} from './unknownKid.ts';

function see(kid: string, times: readonly number[], start: UnknownKids = noUnknownKids): { kids: UnknownKids; alerts: number[] } {
  let kids = start;
  const alerts: number[] = [];
  for (const time of times) {
    const noted = noteUnknownKid(kids, kid, time);
    kids = noted.kids;
    if (noted.alert) alerts.push(time);
  }
  return { kids, alerts };
}

describe('unknown kid alarm', () => {
  it('the fourth sighting within 10 minutes alerts, three do not', { tags: ['C-79'] }, () => {
    expect(see('x', [0, 1, 2]).alerts).toEqual([]);
    expect(see('x', [0, 1, 2, 3]).alerts).toEqual([3]);
    expect(see('x', [0, 1, 2, UNKNOWN_KID_WINDOW_MS - 1]).alerts).toEqual([UNKNOWN_KID_WINDOW_MS - 1]);
  });

  it('sightings further apart than 10 minutes do not add up', { tags: ['C-79'] }, () => {
    expect(see('x', [0, 1, 2, UNKNOWN_KID_WINDOW_MS]).alerts).toEqual([]);
  });

  it('each kid counts for itself', { tags: ['C-79'] }, () => {
    const { kids } = see('a', [0, 1, 2]);
    expect(see('b', [3, 4, 5], kids).alerts).toEqual([]);
  });

  it('a flood raises one alarm a window', { tags: ['C-79'] }, () => {
    const flood = Array.from({ length: 10_000 }, (_, index) => index * 100);
    expect(see('x', flood).alerts).toEqual([300, 300 + UNKNOWN_KID_WINDOW_MS]);
  });

  it('a flood of different and long names does not grow the memory', { tags: ['C-79'] }, () => {
    let kids = noUnknownKids;
    for (let index = 0; index < 5_000; index += 1) kids = noteUnknownKid(kids, `${index}${'x'.repeat(10_000)}`, index).kids;
    expect(kids.length).toBeLessThanOrEqual(64);
    expect(JSON.stringify(kids).length).toBeLessThan(20_000);
  });
});

describe('key refresh', () => {
  it('asks again from 15 minutes on, not before', { tags: ['C-82'] }, () => {
    expect(shouldFetchKeys(null, false, 0)).toBe(true);
    expect(shouldFetchKeys({ fetchedAt: 0, triedAt: 0 }, true, KEY_REFRESH_MS - 1)).toBe(false);
    expect(shouldFetchKeys({ fetchedAt: 0, triedAt: 0 }, true, KEY_REFRESH_MS)).toBe(true);
  });

  it('an unknown kid asks at once a minute at most: no fetch storm', { tags: ['C-79', 'C-82'] }, () => {
    expect(shouldFetchKeys({ fetchedAt: 0, triedAt: 0 }, false, KEY_REFETCH_MS - 1)).toBe(false);
    expect(shouldFetchKeys({ fetchedAt: 0, triedAt: 0 }, false, KEY_REFETCH_MS)).toBe(true);
  });
});
