import { expect, it } from 'vitest';
import type { ConnectionStatus } from '../../contracts/rpc.ts';
import { sameStatus } from './status.ts';

it('[M-13] [D-15] pages are told of whatever they would show otherwise, and of nothing else: since when it is connected, how often it was tried, since when it is not', () => {
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
