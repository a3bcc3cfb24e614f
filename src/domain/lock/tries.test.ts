import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pinProblem } from './pin.ts';
import { atLeast, beginTry, delayAfterMs, forgiven, fromNow, lostTries, noTries, type Tries, triesAtMost } from './tries.ts';

const pauses = Array.from({ length: triesAtMost - 1 }, (_, index) => delayAfterMs(index + 1));

it('each pause is longer than the one before, and ten tries take an hour at least', { tags: ['G-5', 'D-31'] }, () => {
  expect(delayAfterMs(0)).toBe(0);
  for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThan(pauses[index - 1] ?? 0);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThanOrEqual(3_600_000);
  // A single slip causes no noticeable wait.
  expect(pauses[0]).toBe(1000);
});

it('a clock that is set back and forth gains nobody a try: whatever is done, the n-th begins no earlier than the pauses before it by the latest moment that was seen', {
  tags: ['G-5', 'A-24', 'D-31'],
}, () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), { maxLength: 60 }), (steps) => {
      let tries: Tries = noTries;
      let clock = 1_000_000_000;
      for (const step of steps) {
        clock += step;
        const begun = beginTry(tries, clock);
        if (begun.allowed === 'never') {
          expect(tries.wrong).toBe(triesAtMost);
          continue;
        }
        if (!begun.allowed) {
          expect(begun.waitMs).toBeGreaterThan(0);
          expect(Math.max(clock, tries.seenAt)).toBeLessThan(tries.notBefore);
          continue;
        }
        // The wait has passed by a clock that only grows.
        expect(Math.max(clock, tries.seenAt)).toBeGreaterThanOrEqual(tries.notBefore);
        expect(begun.counted.wrong).toBe(tries.wrong + 1);
        expect(begun.counted.notBefore).toBeGreaterThanOrEqual(tries.notBefore);
        expect(begun.counted.seenAt).toBeGreaterThanOrEqual(tries.seenAt);
        expect(begun.last).toBe(begun.counted.wrong === triesAtMost);
        tries = begun.counted;
      }
    }),
  );
});

it('who ends the browser in the tenth try has no eleventh', { tags: ['G-5'] }, () => {
  expect(beginTry({ wrong: triesAtMost, notBefore: 0, seenAt: 0 }, 1e12)).toEqual({ allowed: 'never' });
});

it('a count that is not known is the worst: one try, after the longest pause from when that was found', { tags: ['G-5'] }, () => {
  expect(beginTry(lostTries, 1e15)).toMatchObject({ allowed: false });
  const dated = fromNow(lostTries, 5_000_000);
  expect(dated).toEqual({ wrong: triesAtMost - 1, notBefore: 5_000_000 + Math.max(...pauses), seenAt: 5_000_000, lost: true });
  // A second look continues the pause and does not restart it.
  expect(fromNow(dated, 6_000_000)).toBe(dated);
  expect(beginTry(dated, dated.notBefore - 1)).toEqual({ allowed: false, waitMs: 1 });
  expect(beginTry(dated, dated.notBefore)).toMatchObject({ allowed: true, last: true });
  expect(forgiven(dated)).toEqual({ wrong: 0, notBefore: 0, seenAt: 5_000_000 });
});

it('of two counts the larger holds, with its pause; never the smaller', { tags: ['G-5'] }, () => {
  fc.assert(
    fc.property(fc.nat(triesAtMost), fc.nat(40), fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), (wrong, told, notBefore, seenAt, now) => {
      const tries = { wrong, notBefore, seenAt };
      const after = atLeast(tries, told, now);
      expect(after.wrong).toBe(Math.max(wrong, Math.min(told, triesAtMost)));
      expect(after.notBefore).toBeGreaterThanOrEqual(notBefore);
      expect(after.seenAt).toBeGreaterThanOrEqual(seenAt);
      if (after.wrong > wrong) expect(after.notBefore - after.seenAt).toBeGreaterThanOrEqual(delayAfterMs(after.wrong));
      else expect(after).toBe(tries);
    }),
  );
});

it('a right try is forgiven all but the time', () => {
  expect(forgiven({ wrong: 5, notBefore: 9, seenAt: 8 })).toEqual({ wrong: 0, notBefore: 0, seenAt: 8 });
});

const owner = { name: 'Chebet Koech', email: 'chebet.koech@turkana.example' };

it('a PIN is eight digits at least, and none of those tried first', { tags: ['G-5'] }, () => {
  for (const [pin, why] of [
    ['', 'At least 8'],
    ['4829135', 'At least 8 digits'],
    ['0'.repeat(8), 'Repeated'],
    ['11112222', 'Repeated'],
    ['12341234', 'Repeated'],
    ['48294829', 'Repeated'],
    ['48294829482', 'Repeated'],
    ['12345678', 'in sequence'],
    ['98765432', 'in sequence'],
    ['78901234', 'in sequence'],
    ['19840512', 'date'],
    ['12051984', 'date'],
    ['05121984', 'date'],
    ['20203112', 'date'],
    ['5'.repeat(65), 'At most 64'],
  ] as const)
    expect(pinProblem(pin, owner), pin).toContain(why);
  for (const pin of ['48291357', '60317745', '603177452981', '19849912', '31415926']) expect(pinProblem(pin, owner), pin).toBeNull();
});

it('a password is eight characters at least, in any script, and not the name, the address or the product', { tags: ['G-5'] }, () => {
  for (const [word, why] of [
    ['korongo', 'At least 8 characters'],
    ['aaaaaaaaaa', 'Repeated'],
    ['xyxyxyxyxy', 'Repeated'],
    ['wxyzwxyzwx', 'Repeated'],
    ['Ukweli-Console', 'product'],
    ['ukweli2026!', 'product'],
    ['Password1', 'product'],
    ['chebetkoech', 'own name'],
    ['Koech.1999', 'own name'],
    ['turkana-12', 'own name'],
    ['x'.repeat(30) + 'abcdefg'.repeat(5), 'At most 64'],
  ] as const)
    expect(pinProblem(word, owner), word).toContain(why);
  for (const word of ['korongo mbili', 'maji-safi 48', 'ukweli korongo mbili', 'ຂ້ອຍມັກນ້ຳ', 'mvua🌧kubwa1'])
    expect(pinProblem(word, owner), word).toBeNull();
  // A short part of the name counts if only symbols surround it.
  expect(pinProblem('!-Ko?_#+.', { name: 'Ko Adeyemi', email: 'a.adeyemi@lagos.example' })).toContain('own name');
});

it('composed and decomposed letters are one, and counted as one', { tags: ['G-5'] }, () => {
  const composed = 'café crème';
  expect(pinProblem(composed.normalize('NFD'), owner)).toBe(pinProblem(composed, owner));
  expect(pinProblem('éééabcd'.normalize('NFD'), owner)).toContain('At least 8');
});
