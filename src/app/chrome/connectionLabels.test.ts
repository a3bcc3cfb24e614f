import { describe, expect, it } from 'vitest';
import type { ConnectionStatus } from '../../contracts/rpc.ts';
import { connectionLabels, offlineLabels } from './connectionLabels.ts';

const zone = 'Africa/Nairobi';
/** 14:26:06 in Nairobi. */
const now = Date.parse('2025-11-18T11:26:06Z');
const at = (time: string) => Date.parse(`2025-11-18T${time}Z`);

describe('connection indicator', () => {
  it('names the state, the transport and the age of the newest data', { tags: ['C-9'] }, () => {
    const words = (transport: 'sse' | 'websocket' | 'polling') =>
      connectionLabels({ state: 'connected', transport, since: now, newestAt: now - 2_000 }, now - 2_000, now, zone);
    expect(words('sse')).toEqual({ look: 'connected', lead: 'Connected · SSE', beside: '', age: 'newest 2 s' });
    expect(words('websocket').lead).toBe('Connected · WebSocket');
    expect(words('polling').lead).toBe('Connected · Polling');
  });

  it('says slow beside Connected, and only there', { tags: ['M-11', 'F-31'] }, () => {
    const slow: ConnectionStatus = { state: 'connected', transport: 'sse', since: now, newestAt: now - 2_000, slow: true };
    expect(connectionLabels(slow, now - 2_000, now, zone)).toEqual({
      look: 'slow',
      lead: 'Connected · SSE',
      beside: 'slow',
      age: 'newest 2 s',
    });
    expect(connectionLabels(slow, null, now, zone)).toMatchObject({ beside: 'slow', age: '' });
    const gone: ConnectionStatus = { state: 'connecting', transport: 'sse', newestAt: null, slow: true };
    expect(connectionLabels(gone, null, now, zone)).toMatchObject({ look: 'trying', beside: '', age: 'connecting' });
  });

  it('stays Disconnected while it tries again, and says as of when the data is; the tries only where there is none', {
    tags: ['C-9', 'D-15'],
  }, () => {
    const blink: ConnectionStatus = {
      state: 'reconnecting',
      transport: 'sse',
      attempt: 3,
      maxAttempts: 10,
      nextTryAt: now + 4_000,
      since: now - 5_000,
      newestAt: null,
    };
    expect(connectionLabels(blink, now - 6_000, now, zone)).toEqual({
      look: 'trying',
      lead: 'Disconnected · SSE',
      beside: '',
      age: 'as of 14:26 EAT',
    });
    expect(connectionLabels(blink, null, now, zone).age).toBe('retry 3 of 10');
    expect(offlineLabels(blink, now, zone)).toBeNull();
  });

  it('tells no age by a clock that nobody has confirmed, and the day with every moment', { tags: ['M-5', 'F-36'] }, () => {
    expect(
      connectionLabels({ state: 'connected', transport: 'sse', since: now, newestAt: now }, now - 2_000, now + 80 * 3_600_000, zone, false)
        .age,
    ).toBe('clock not confirmed');
    expect(
      connectionLabels({ state: 'disconnected', transport: 'sse', since: null, newestAt: null }, now, now + 80 * 3_600_000, zone, false)
        .age,
    ).toBe('as of 18 Nov, 14:26 EAT');
  });

  it('says as of when, zone named, once the link is gone for more than a blink', { tags: ['D-15'] }, () => {
    const gone: ConnectionStatus = {
      state: 'reconnecting',
      transport: 'sse',
      attempt: 4,
      maxAttempts: 10,
      nextTryAt: now + 8_000,
      since: at('11:02:10'),
      newestAt: at('11:02:04'),
    };
    expect(connectionLabels(gone, at('11:02:04'), now, zone)).toEqual({
      look: 'offline',
      lead: 'Disconnected · SSE',
      beside: '',
      age: 'as of 14:02 EAT',
    });
    expect(offlineLabels(gone, now, zone)).toEqual({ lead: 'Offline since 14:02 EAT.', next: 'Next try in 8 s (4 of 10)' });
    expect(offlineLabels({ ...gone, nextTryAt: now }, now, zone)?.next).toBe('Trying now (4 of 10)');
    // The hub that retries may not be the one that lost the link, and the time of the loss may be unknown.
    expect(offlineLabels({ ...gone, since: now, lostAt: gone.since }, now, zone)?.lead).toBe('Offline since 14:02 EAT.');
    expect(offlineLabels({ ...gone, lostAt: null }, now, zone)?.lead).toBe('Offline. Since when is not known.');
    expect(offlineLabels({ ...gone, since: now - 1_000, lostAt: null }, now, zone)).toBeNull();
    // Polling is retried without limit.
    const polling: ConnectionStatus = { ...gone, transport: 'polling', maxAttempts: 0 };
    expect(offlineLabels({ ...polling, nextTryAt: now }, now, zone)?.next).toBe('Trying now (try 4)');
    expect(connectionLabels(polling, null, now, zone).age).toBe('retry 4');
  });

  it('names the day when the newest data is not of today', { tags: ['D-15'] }, () => {
    const stale: ConnectionStatus = { state: 'disconnected', transport: 'polling', since: null, newestAt: null };
    expect(connectionLabels(stale, Date.parse('2025-11-16T11:02:00Z'), now, zone)).toEqual({
      look: 'offline',
      lead: 'Disconnected · Polling',
      beside: '',
      age: 'as of 16 Nov, 14:02 EAT',
    });
  });

  it('claims no age where nothing was ever received', () => {
    expect(connectionLabels({ state: 'connecting', transport: 'sse', newestAt: null }, null, now, zone).age).toBe('connecting');
    expect(connectionLabels({ state: 'disconnected', transport: 'sse', since: null, newestAt: null }, null, now, zone).age).toBe('');
  });
});

it('says how long answers take while they are slow, in place of slow, and nothing where there is no link to be slow', {
  tags: ['M-10', 'F-32'],
}, () => {
  const connected = { state: 'connected', transport: 'sse', since: 0, newestAt: 0 } as const;
  expect(connectionLabels(connected, null, now, zone, true, 12_000)).toMatchObject({ look: 'slow', beside: 'answers take 12 s' });
  expect(connectionLabels({ ...connected, slow: true }, null, now, zone, true, 6_000)).toMatchObject({
    look: 'slow',
    beside: 'answers take 6 s',
  });
  expect(connectionLabels(connected, null, now, zone)).toMatchObject({ look: 'connected', beside: '' });
  expect(connectionLabels({ state: 'disconnected', transport: 'sse', since: 0, newestAt: 0 }, null, now, zone, true, 12_000).beside).toBe(
    '',
  );
});
