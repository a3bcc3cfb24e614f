import { describe, expect, it } from 'vitest';
import { freshnessOf } from './freshness.ts';

const record = { lastSuccessAt: 1000, lastFailureAt: null, vouchedAt: null };
const context = { connected: true, fedByStream: true, staleAfterMs: 500, nowMs: 1200 };

describe('[D-15] freshness', () => {
  it('never held', () => {
    expect(freshnessOf(null, context)).toEqual({ kind: 'never' });
    expect(freshnessOf({ ...record, lastSuccessAt: null, vouchedAt: 1100 }, context)).toEqual({ kind: 'never' });
  });
  it('live only while connected; as of its time otherwise', () => {
    expect(freshnessOf(record, context)).toEqual({ kind: 'live', at: 1000 });
    expect(freshnessOf(record, { ...context, connected: false })).toEqual({ kind: 'asOf', at: 1000 });
  });
  it('stale past the limit, and not at it', () => {
    expect(freshnessOf(record, { ...context, nowMs: 1500 }).kind).toBe('live');
    expect(freshnessOf(record, { ...context, nowMs: 1501 }).kind).toBe('stale');
    expect(freshnessOf(record, { ...context, connected: false, nowMs: 1501 })).toEqual({ kind: 'stale', at: 1000 });
  });
  it('a stream vouches only for what it feeds', () => {
    const vouched = { ...record, vouchedAt: 1400 };
    expect(freshnessOf(vouched, { ...context, nowMs: 1800 })).toEqual({ kind: 'live', at: 1400 });
    expect(freshnessOf(vouched, { ...context, nowMs: 1800, fedByStream: false })).toEqual({ kind: 'stale', at: 1000 });
  });
});
