import { describe, expect, it } from 'vitest';
import { nothingToReport, stretchFault, stretchOf } from './reportRules.ts';

const now = Date.parse('2025-11-18T11:26:06Z');

describe('periods of a report', () => {
  it('begin and end at midnight of the tenant’s zone', { tags: ['T-7', 'C-33'] }, () => {
    expect(stretchOf('current', now, 'Africa/Nairobi')).toBeNull();
    expect(stretchOf('thisYear', now, 'Africa/Nairobi')).toEqual({ from: '2024-12-31T21:00:00.000Z', to: '2025-11-18T11:26:06.000Z' });
    expect(stretchOf('lastYear', now, 'Africa/Nairobi')).toEqual({ from: '2023-12-31T21:00:00.000Z', to: '2024-12-31T21:00:00.000Z' });
    expect(stretchOf('lastQuarter', now, 'Africa/Nairobi')).toEqual({ from: '2025-06-30T21:00:00.000Z', to: '2025-09-30T21:00:00.000Z' });
    // On the last evening of the year in Nairobi, the new year has begun in Kiritimati.
    const eve = Date.parse('2025-12-31T20:30:00Z');
    expect(stretchOf('lastYear', eve, 'Africa/Nairobi')?.to).toBe('2024-12-31T21:00:00.000Z');
    expect(stretchOf('lastYear', eve, 'Pacific/Kiritimati')?.to).toBe('2025-12-31T10:00:00.000Z');
    expect(stretchOf('lastQuarter', Date.parse('2026-02-01T00:00:00Z'), 'America/New_York')).toEqual({
      from: '2025-10-01T04:00:00.000Z',
      to: '2026-01-01T05:00:00.000Z',
    });
  });

  it('are over, and end after they begin', { tags: ['T-7'] }, () => {
    expect(stretchFault({ from: '2025-01-01T00:00:00Z', to: '2025-02-01T00:00:00Z' }, now)).toBeNull();
    expect(stretchFault({ from: '2025-02-01T00:00:00Z', to: '2025-02-01T00:00:00Z' }, now)).toBe('The period ends before it begins');
    expect(stretchFault({ from: '2025-02-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }, now)).toBe('The period has not ended yet');
  });
});

it('nothing to count is no data, never nought', { tags: ['T-7'] }, () => {
  expect(nothingToReport('pcaf', { assets: 0, counted: 12 })).toBe(
    'No data: no financed asset is on record, so there is nothing to report',
  );
  expect(nothingToReport('pcaf', { assets: 1, counted: 0 })).toBeNull();
  expect(nothingToReport('issb', { assets: 9, counted: 0 })).toBe(
    'No data: no verification of this period counts, so there is nothing to report',
  );
  expect(nothingToReport('issb', { assets: 0, counted: 1 })).toBeNull();
});
