import { expect, it } from 'vitest';
import type { ConnectionStatus } from '../../contracts/rpc.ts';
import { maxTries } from '../backoff.ts';
import { initialRealtime } from './state.ts';
import { sameStatus, statusOf } from './status.ts';

it('pages are told of whatever they would show otherwise, and of nothing else: since when it is connected, how often it was tried, since when it is not', {
  tags: ['M-13', 'D-15'],
}, () => {
  const shown = { transport: 'sse', newestAt: 5, heardAt: {} } as const;
  const connected: ConnectionStatus = { ...shown, state: 'connected', since: 1 };
  const reconnecting: ConnectionStatus = { ...shown, state: 'reconnecting', attempt: 1, maxAttempts: 5, nextTryAt: 9, since: 1 };
  const disconnected: ConnectionStatus = { ...shown, state: 'disconnected', since: null };
  for (const [one, other] of [
    [connected, { ...connected, since: 2 }],
    [reconnecting, { ...reconnecting, attempt: 2 }],
    [reconnecting, { ...reconnecting, nextTryAt: 10 }],
    [reconnecting, { ...reconnecting, since: 2 }],
    [connected, { ...connected, newestAt: 6 }],
    [connected, { ...connected, heardAt: {} }],
    [connected, reconnecting],
  ] as const)
    expect(sameStatus(one, other)).toBe(false);
  for (const status of [connected, reconnecting, disconnected]) expect(sameStatus(status, { ...status })).toBe(true);
});

it('says of how many tries this is one, and on the last rung, which is tried without end, of none', { tags: ['M-13', 'C-9'] }, () => {
  const told = (transport: 'sse' | 'polling') =>
    statusOf({
      ...initialRealtime,
      name: 'reconnecting',
      transport,
      attempt: 0,
      since: 1,
      nextTryAt: 2,
      connection: null,
      climb: null,
    } as never); // the fields that statusOf() reads
  expect(told('sse')).toMatchObject({ attempt: 1, maxAttempts: maxTries });
  expect(told('polling')).toMatchObject({ attempt: 1, maxAttempts: 0 });
});
