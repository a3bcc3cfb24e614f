import { expect, it } from 'vitest';
import { axisTime, windowFrom, windowNames, windowLabels } from './seriesWindows.ts';

it('a window in the address is one of ours, or the usual one', { tags: ['D-28', 'D-35'] }, () => {
  expect([windowFrom('7d', '24h'), windowFrom(null, '24h'), windowFrom('<script>', '30d')]).toEqual(['7d', '24h', '30d']);
  expect(windowNames.map((name) => windowLabels[name])).toEqual(['Last 60 min', 'Last 24 h', 'Last 7 days', 'Last 30 days']);
});

it('an axis over hours shows times of the zone, one over days shows days', { tags: ['D-29'] }, () => {
  const at = Date.parse('2025-11-18T22:30:00Z');
  expect([axisTime('1h', at, 'Africa/Nairobi'), axisTime('24h', at, 'Africa/Nairobi')]).toEqual(['01:30', '01:30']);
  expect([axisTime('7d', at, 'Africa/Nairobi'), axisTime('30d', at, 'Africa/Nairobi')]).toEqual(['19 Nov', '19 Nov']);
});
