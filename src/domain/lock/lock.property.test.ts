import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ActOnDevice, LockDevice } from '../../../tests/builders/lockDevice.ts';
import { triesAtMost } from './tries.ts';

const acts: readonly ActOnDevice[] = ['open', 'open', 'open', 'open', 'change', 'change', 'takeOff', 'close', 'startAnew', 'resume'];
const deed = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('act' as const), kind: fc.constantFrom(...acts), isRight: fc.boolean() }) },
  {
    weight: 20,
    arbitrary: fc.record({
      type: fc.constant('goOn' as const),
      number: fc.nat(5),
      // The disk refuses now and then.
      ok: fc.nat(9).map((draw) => draw > 0),
      count: fc.constantFrom(0, 0, 0, 0, 3, triesAtMost),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('leave' as const),
      reason: fc.constantFrom('user' as const, 'timeout' as const, 'expired' as const, 'tenant' as const, 'revoked' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('comeIn' as const), userId: fc.constantFrom('u1', 'u1', 'u1', 'u2') }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.constantFrom(1_000, 60_000, 31 * 60_000) }) },
  { weight: 1, arbitrary: fc.constant({ type: 'timer' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'rowsGo' as const }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const), stops: fc.boolean(), isTampered: fc.boolean() }) },
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

function perform(device: LockDevice, done: Deed): void {
  switch (done.type) {
    case 'act':
      // Without a lock there is one act that comes to anything.
      return device.ask(device.state.name === 'absent' ? 'setUp' : done.kind, done.isRight);
    case 'goOn':
      return void device.goOn(done.number, done.ok, done.count);
    case 'leave':
      return device.leave(done.reason);
    case 'comeIn':
      return device.comeIn(done.userId);
    case 'pass':
      return device.pass(done.ms);
    case 'timer':
      return device.fireTimer();
    case 'rowsGo':
      return device.rowsGo();
    case 'restart':
      if (done.stops) device.end();
      return device.begin(done.isTampered);
    default:
      return done satisfies never;
  }
}

/** Everything under way ends well. */
function settle(device: LockDevice): void {
  for (let turn = 0; turn < 500 && !device.isQuiet; turn += 1) device.goOn(turn, true, 0);
}

it('whatever the user, the disk, the session and the browser do: it opens by a right secret or its own key alone and never late, every try is counted before it is made, the tenth is the last, an unknown count is never a small one, and every act has one answer', {
  tags: ['D-31', 'G-5', 'A-24'],
}, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(deed, { minLength: 10, maxLength: 120 }), (deeds) => {
      const device = new LockDevice();
      device.begin();
      device.ask('setUp', true);
      for (const each of deeds) {
        perform(device, each);
        seen.add(device.state.name);
      }
      settle(device);
      expect(device.broken).toEqual([]);
      expect([device.isQuiet, device.act]).toEqual([true, null]);
      // The disk holds a lock where there is one, and no other.
      expect('lock' in device.state ? device.state.lock.id : null).toBe(device.disk?.id ?? null);
    }),
    { numRuns: 2_000 },
  );
  // The schedules reach every state but that before the first reading.
  expect([...seen].sort()).toEqual(['absent', 'changing', 'closed', 'lost', 'open', 'opening', 'removing', 'settingUp', 'takingOff']);
});

it('ten wrong secrets in a row take the lock, its key and its rows, whatever became of the browser meanwhile', {
  tags: ['D-31', 'G-5'],
}, () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('wrong', 'restart', 'tamper'), { maxLength: 20 }), (between) => {
      const device = new LockDevice();
      device.begin();
      device.ask('setUp', true);
      settle(device);
      device.leave('timeout');
      settle(device);
      for (const each of [...between, ...Array.from({ length: triesAtMost }, () => 'wrong')]) {
        device.pass(31 * 60_000);
        if (each === 'wrong') device.ask('open', false);
        else device.begin(each === 'tamper');
        settle(device);
      }
      expect(device.broken).toEqual([]);
      expect([device.state.name, device.disk]).toEqual(['absent', null]);
    }),
  );
});
