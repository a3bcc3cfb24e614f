import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areAllInBreach, breachSinceOf, isFarBeyond, isGraver, severities, severityRules } from './severity.ts';

const minute = 60_000;
const stage = (lagMinutes: number, breachSince: number | null = null) => ({ lagMinutes, sloMinutes: 5, breachSince });

describe('the table of severities', { tags: ['T-5'] }, () => {
  it('says SEV1 of kill switch, broken chain, broken record and a pipeline all in breach, SEV2 of one stage far beyond', () => {
    expect(Object.fromEntries(Object.entries(severityRules).map(([rule, { severity }]) => [rule, severity]))).toEqual({
      killSwitch: 'sev1',
      chainBroken: 'sev1',
      recordBroken: 'sev1',
      allInBreach: 'sev1',
      farBeyond: 'sev2',
    });
  });

  it('knows which of two is graver, and that nothing is graver than itself', () => {
    expect([isGraver('sev1', 'sev2'), isGraver('sev2', 'sev1'), isGraver('sev2', 'sev3')]).toEqual([true, false, true]);
    for (const one of severities) expect(isGraver(one, one)).toBe(false);
  });

  it('counts a breach from the sample that began it, and ends it at the limit', () => {
    expect(breachSinceOf(stage(5.1), 100)).toBe(100);
    expect(breachSinceOf(stage(9, 40), 100)).toBe(40);
    expect(breachSinceOf(stage(5, 40), 100)).toBeNull();
  });

  it('a stage is far beyond past twice its limit and not at it', () => {
    expect([isFarBeyond(stage(10)), isFarBeyond(stage(10.1)), isFarBeyond({ lagMinutes: 3, sloMinutes: 0, breachSince: null })]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('a pipeline is all in breach only if every stage has been for the whole time', () => {
    const now = 100 * minute;
    const since = now - 15 * minute;
    expect(areAllInBreach([stage(6, since), stage(7, since - minute)], now)).toBe(true);
    expect(areAllInBreach([stage(6, since), stage(7, since + 1)], now)).toBe(false);
    expect(areAllInBreach([stage(6, since), stage(2, null)], now)).toBe(false);
    expect(areAllInBreach([], now)).toBe(false);
  });

  it('whatever the lags do, all are in breach exactly if each was beyond its limit for the last 15 minutes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 })), { minLength: 1, maxLength: 40 }),
        (lags) => {
          let since: readonly (number | null)[] = [null, null];
          for (const [index, pair] of lags.entries()) {
            since = pair.map((lag, place) => breachSinceOf(stage(lag, since[place] ?? null), index * minute));
            const all = areAllInBreach(
              pair.map((lag, place) => stage(lag, since[place] ?? null)),
              index * minute,
            );
            const recent = lags.slice(Math.max(0, index - 15), index + 1);
            expect(all).toBe(index >= 15 && recent.every((both) => both.every((lag) => lag > 5)));
          }
        },
      ),
    );
  });
});
