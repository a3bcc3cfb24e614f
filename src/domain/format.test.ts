import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutHash,
  cutText,
  formatBytes,
  formatCount,
  formatLatency,
  formatMoney,
  formatMoneyInThousands,
  formatNumber,
  formatPercent,
  formatThousands,
  formatChange,
  latencyParts,
  plural,
  changeOf,
} from './format.ts';
import { moneyOf } from './money/money.ts';

describe('numbers', () => {
  it('writes percent KPIs with two decimals, summary cards with one, money without but where there is a part of a unit', {
    tags: ['C-84'],
  }, () => {
    expect(formatPercent(98.476_343)).toBe('98.48%');
    expect(formatPercent(98.476_343, 1)).toBe('98.5%');
    expect(formatMoney(moneyOf(7500, 'KES'))).toBe('KES 7,500');
    expect([formatMoney(moneyOf(7500.4, 'KES')), formatMoney(moneyOf(7500.4, 'UGX'))]).toEqual(['KES 7,500.40', 'UGX 7,500']);
    expect(formatMoneyInThousands(moneyOf(21_900.5, 'KES'))).toBe('KES 22k');
    expect(formatThousands(21_900)).toBe('22k');
    expect(formatThousands(12_400_000)).toBe('12,400k');
    expect([formatThousands(640), formatThousands(999), formatThousands(1_000)]).toEqual(['640', '999', '1k']);
    // Fractions are written out: a non-zero amount is never '0', and one below a thousand never '1,000'.
    expect([formatThousands(0.4), formatThousands(-0.4), formatThousands(0.001), formatThousands(640.5), formatThousands(999.999)]).toEqual(
      ['0.40', '-0.40', '0.01', '640.50', '999.99'],
    );
    expect(formatThousands(0)).toBe('0');
    expect(formatCount(1247)).toBe('1,247');
  });

  it('writes what is not a number as a dash and no negative zero', () => {
    expect(formatPercent(Number.NaN)).toBe('–');
    expect(formatCount(Number.POSITIVE_INFINITY)).toBe('–');
    for (const none of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect([formatNumber(none), formatThousands(none), formatBytes(none), formatMoney(moneyOf(none, 'KES'))]).toEqual([
        '–',
        '–',
        '–',
        'KES –',
      ]);
      expect([latencyParts(none), formatLatency(none)]).toEqual([{ value: '–', unit: '' }, '–']);
      expect([formatChange(changeOf(none, 1)), formatChange(changeOf(1, none))]).toEqual(['–', '–']);
      for (const change of [changeOf(none, 1), changeOf(1, none)]) expect(change).toEqual({ direction: 'stable', percent: null });
    }
    expect(formatPercent(-0.001)).toBe('0.00%');
    expect(formatCount(-1234.4)).toBe('-1,234');
  });

  it.each([
    [2.3 / 3600, '2.3 s'],
    [0, '0.0 s'],
    [59.94 / 3600, '59.9 s'],
    [59.96 / 3600, '1.0 min'],
    [90 / 3600, '1.5 min'],
    [0.0999, '6.0 min'],
    [0.1, '0.1 h'],
    [24, '24.0 h'],
  ])('shows a latency of %d hours as %s', { tags: ['D-10', 'C-84'] }, (hours, text) => {
    expect(formatLatency(hours)).toBe(text);
  });

  it('never shows 60 seconds, and keeps the shown order for any two latencies', { tags: ['D-10'] }, () => {
    const scale = { s: 1, min: 60, h: 3600, '': 0 } as const;
    const shown = (hours: number) => {
      const { value, unit } = latencyParts(hours);
      return Number(value.replaceAll(',', '')) * scale[unit as keyof typeof scale]; // the units of the table above
    };
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 0, max: 100, noNaN: true }), (a, b) => {
        const { value, unit } = latencyParts(a);
        expect(unit === 's' && Number(value) >= 60).toBe(false);
        if (a < b) expect(shown(a)).toBeLessThanOrEqual(shown(b) + 1e-6);
      }),
    );
  });

  it('writes sizes in B, KB and MB', { tags: ['C-26'] }, () => {
    expect(formatBytes(0)).toBe('0 B');
    expect(formatBytes(1023)).toBe('1,023 B');
    expect(formatBytes(1024)).toBe('1.0 KB');
    expect(formatBytes(422_605)).toBe('412.7 KB');
    expect(formatBytes(1024 * 1024 - 20)).toBe('1.0 MB');
    expect(formatBytes(19_503_514)).toBe('18.6 MB');
  });

  it('cuts hashes to 12, 16 or 32 and says so', { tags: ['C-26'] }, () => {
    const hash = 'a'.repeat(64);
    for (const length of [12, 16, 32] as const) expect(cutHash(hash, length)).toBe(`${'a'.repeat(length)}…`);
    expect(cutHash('short', 12)).toBe('short');
  });

  it('cuts a message to 50 characters without breaking one', { tags: ['C-28'] }, () => {
    expect(cutText('x'.repeat(51), 50)).toBe(`${'x'.repeat(50)}…`);
    expect(cutText('x'.repeat(50), 50)).toBe('x'.repeat(50));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 60 }), (text, length) => {
        const cut = cutText(text, length);
        expect([...cut].length).toBeLessThanOrEqual(length + 1);
        expect(cut.isWellFormed()).toBe(text.isWellFormed());
      }),
    );
  });

  it('gives the trend as percent change with its direction', { tags: ['C-84'] }, () => {
    expect(changeOf(98.5, 97.9).direction).toBe('up');
    expect(formatChange(changeOf(98.5, 97.9))).toBe('0.6%');
    expect(changeOf(94.2, 94.3).direction).toBe('stable');
    expect(formatChange(changeOf(94.2, 94.3))).toBe('0.1%');
    expect([formatChange(changeOf(3, 1)), formatChange(changeOf(2, 1)), formatChange(changeOf(1.99, 1))]).toEqual([
      '200%',
      '100%',
      '99.0%',
    ]);
    expect(changeOf(2, 0)).toEqual({ direction: 'up', percent: null });
    expect(formatChange(changeOf(2, 0))).toBe('new');
    expect(changeOf(0, 0)).toEqual({ direction: 'stable', percent: 0 });
  });

  it('a trend turns round with its operands', { tags: ['C-84'] }, () => {
    const value = fc.double({ min: 0.01, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const there = changeOf(a, b);
        if (there.direction === 'up') expect(changeOf(b, a).direction).not.toBe('up');
        expect(Math.sign(there.percent ?? 0)).toBe(Math.sign(a - b));
      }),
    );
  });

  it('names one and many', () => {
    expect(plural(1, 'item')).toBe('1 item');
    expect(plural(3, 'item')).toBe('3 items');
    expect(plural(1247, 'record')).toBe('1,247 records');
  });
});
