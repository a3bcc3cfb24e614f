import { expect, it } from 'vitest';
import { businessNowOf } from './businessClock.ts';

it('[D-16] stands still while simulation is off, and is the platform clock otherwise', () => {
  const now = Date.parse('2026-11-21T09:00:00Z');
  expect(businessNowOf({ mode: 'off', businessTime: '2025-11-18T11:26:06Z' }, now)).toBe(Date.parse('2025-11-18T11:26:06Z'));
  expect(businessNowOf({ mode: 'live', businessTime: '2025-11-18T11:26:06Z' }, now)).toBe(now);
  expect(businessNowOf(null, now)).toBe(now);
});
