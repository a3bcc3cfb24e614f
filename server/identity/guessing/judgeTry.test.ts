// Long: hours of guesses, twice a second.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bucket, bucketsOf } from './buckets.ts';
import { type Count, type Judgement, judgeTry } from './judgeTry.ts';

/** The counts as the platform stores them, and a clock. Attempts fail unless stated otherwise. */
function createSetup() {
  const counts = new Map<string, Count>();
  const world = {
    now: 1_800_000_000_000,
    judge: (buckets: readonly Bucket[]): Judgement => judgeTry(buckets, (key) => counts.get(key), world.now),
    /** Makes an attempt; null if admitted, else how long it has to wait. */
    tries(who: string, ip: string, by: { readonly password?: string; readonly device?: string } = {}): number | null {
      const tell = by.password ?? `guess ${counts.size} ${world.now}`;
      const { waitMs, counted } = world.judge(bucketsOf({ who, ip, device: by.device ?? null, tell }));
      for (const { bucket, count } of counted) counts.set(bucket.key, count);
      return waitMs;
    },
    /** How many attempts are admitted, at two a second for this time. */
    letIn(forMs: number, next: (go: number) => readonly [who: string, ip: string, password?: string]): number {
      let done = 0;
      for (let go = 0; go < forMs / 500; go += 1, world.now += 500) {
        const [who, ip, password] = next(go);
        if (world.tries(who, ip, password === undefined ? {} : { password }) === null) done += 1;
      }
      return done;
    },
  };
  return world;
}

const hour = 3_600_000;
const owner = 'owner@ukweli.example';
const hex = (value: number) => value.toString(16);
const places = {
  'one IPv4 address': () => '203.0.113.7',
  '300 addresses of a /64': (go: number) => `2001:db8:1:2::${hex(go % 300)}`,
  '300 /64 of a /48': (go: number) => `2001:db8:1:${hex(go % 300)}::1`,
  '300 unrelated addresses': (go: number) => `10.${(go % 300) >> 8}.${(go % 300) & 255}.9`,
};

describe('one account that is guessed at for an hour, twice a second', { tags: ['G-6', 'A-25'] }, () => {
  it.each([
    ['one IPv4 address', 130],
    ['300 addresses of a /64', 130],
    ['300 /64 of a /48', 140],
    ['300 unrelated addresses', 1500],
  ] as const)('from %s: at most %i of 7,200 guesses are looked at', { tags: ['G-6', 'A-25'] }, (place, most) => {
    const world = createSetup();
    const looked = world.letIn(hour, (go) => [owner, places[place](go)]);
    expect(looked).toBeLessThanOrEqual(most);
    expect(looked).toBeGreaterThan(20);
  });

  it.each(Object.keys(places) as (keyof typeof places)[])(
    'from %s: no pause is longer than half a minute, and from many places none than five seconds',
    { tags: ['G-6', 'A-25'] },
    (place) => {
      const world = createSetup();
      let longest = 0;
      for (let go = 0; go < 4000; go += 1, world.now += 500) longest = Math.max(longest, world.tries(owner, places[place](go)) ?? 0);
      expect(longest).toBeGreaterThan(0);
      expect(longest).toBeLessThanOrEqual(30_000);
      // The first attempt from another place waits a second at most.
      expect(world.tries(owner, '192.0.2.1') ?? 0).toBeLessThanOrEqual(1000);
    },
  );

  it('the owner, on a new device elsewhere, has a turn of their own while 300 places go on guessing without a pause', {
    tags: ['G-6', 'A-25'],
  }, () => {
    const world = createSetup();
    world.letIn(20 * 60_000, (go) => [owner, places['300 unrelated addresses'](go)]);
    expect(world.tries(owner, '192.0.2.1')).toBeNull();
    // So is one more after a typing error.
    world.letIn(2000, (go) => [owner, places['300 unrelated addresses'](go)]);
    expect(world.tries(owner, '192.0.2.1')).toBeNull();
  });
});

describe('whoever sits behind the same address as a guesser', { tags: ['G-6', 'A-25'] }, () => {
  it('is let in at once on a new device, however many other accounts are tried from there, and with a slip within seconds', {
    tags: ['G-6', 'A-25'],
  }, () => {
    fc.assert(
      fc.property(
        fc.constantFrom('203.0.113.7', '2001:db8:1:2::9', '::ffff:203.0.113.7'),
        fc.integer({ min: 1, max: 2000 }),
        (ip, others) => {
          const world = createSetup();
          world.letIn(others * 500, (go) => [`made-up-${go}@ukweli.example`, ip]);
          expect(world.tries(owner, ip, { password: 'a slip' })).toBeNull();
          world.now += 1000;
          expect(world.tries(owner, ip, { password: 'the right one' })).toBeNull();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('one password that is sprayed over many accounts from one address, or one /48, is slowed, and no other password is', {
    tags: ['G-6', 'A-25'],
  }, () => {
    for (const ipOf of [places['one IPv4 address'], places['300 /64 of a /48']]) {
      const world = createSetup();
      const sprayed = world.letIn(hour, (go) => [`user-${go}@ukweli.example`, ipOf(go), 'Summer-2026!']);
      expect(sprayed).toBeLessThanOrEqual(140);
      expect(world.tries(owner, ipOf(0), { password: 'Mlima-Kenya-5199!' })).toBeNull();
    }
  });

  it('a place that has tried many accounts has one free try at each, no longer five', { tags: ['G-6'] }, () => {
    const world = createSetup();
    const burst = (who: string) =>
      Array.from({ length: 6 }, (_, go) => world.tries(who, '203.0.113.7', { password: `p${go} ${who}` }) === null);
    expect(burst('first@ukweli.example')).toEqual([true, true, true, true, true, true]);
    for (let go = 0; go < 60; go += 1) world.tries(`user-${go}@ukweli.example`, '203.0.113.7');
    expect(burst('second@ukweli.example')).toEqual([true, true, false, false, false, false]);
  });
});

it('a known device is let in whatever strangers do, and slowed by its own wrong tries alone', { tags: ['G-6', 'A-25'] }, () => {
  const world = createSetup();
  world.letIn(hour, (go) => [owner, go % 2 === 0 ? '203.0.113.7' : places['300 unrelated addresses'](go)]);
  const device = { device: 'mark\nusr-owner' };
  expect(Array.from({ length: 7 }, () => world.tries(owner, '203.0.113.7', device))).toEqual([null, null, null, null, null, null, 1000]);
});

it('the same tries have the same end for an address with an account and for one without: nothing is counted by what it is', {
  tags: ['G-6', 'A-14'],
}, () => {
  const tryAt = fc.record({
    who: fc.constantFrom('real@ukweli.example', 'made-up@ukweli.example', 'other@ukweli.example'),
    ip: fc.constantFrom('203.0.113.7', '2001:db8::1', '2001:db8:0:1::1', '198.51.100.3'),
    password: fc.constantFrom('a', 'b', 'c'),
    afterMs: fc.integer({ min: 0, max: 4000 }),
  });
  const swap = (who: string) => (who.startsWith('real') ? 'made-up@ukweli.example' : who.startsWith('made') ? 'real@ukweli.example' : who);
  fc.assert(
    fc.property(fc.array(tryAt, { maxLength: 200 }), (tries) => {
      const run = (named: (who: string) => string) => {
        const world = createSetup();
        return tries.map(({ who, ip, password, afterMs }) => {
          world.now += afterMs;
          return world.tries(named(who), ip, { password });
        });
      };
      expect(run(swap)).toEqual(run((who) => who));
    }),
  );
});

it('a try that has to wait is counted nowhere', { tags: ['G-6'] }, () => {
  const world = createSetup();
  const buckets = bucketsOf({ who: owner, ip: '203.0.113.7', device: null, tell: 'x' });
  for (let go = 0; go < 6; go += 1) world.tries(owner, '203.0.113.7');
  expect(world.judge(buckets)).toEqual({ waitMs: 1000, pauseMs: 0, counted: [] });
});

it('two instances whose clocks are some milliseconds apart are no two budgets: the longest pause of the one holds at the other', {
  tags: ['G-6', 'D-63'],
}, () => {
  const world = createSetup();
  const ahead = [0, 40];
  const letIn = (instances: number): number => {
    let done = 0;
    const begun = world.now;
    for (let go = 0; world.now < begun + hour / 6; go += 1, world.now += 20) {
      const offset = ahead[go % instances] ?? 0;
      world.now += offset;
      if (world.tries(owner, '203.0.113.7') === null) done += 1;
      world.now -= offset;
    }
    return done;
  };
  expect(letIn(2)).toBeLessThanOrEqual(30);
});
