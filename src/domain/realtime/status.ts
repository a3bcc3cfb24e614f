import type { ConnectionStatus } from '../../contracts/rpc.ts';
import { maxTries } from '../backoff.ts';
import { newestOf } from './heard.ts';
import type { RealtimeState } from './state.ts';

/** The connection status for pages (C-9, C-54). Polling retries without limit: `maxAttempts` is 0. */
export function statusOf(state: RealtimeState): ConnectionStatus {
  const newestAt = newestOf(state.log);
  const { heardAt } = state.log;
  switch (state.name) {
    case 'disconnected':
      return { state: 'disconnected', transport: 'sse', since: null, newestAt, heardAt };
    case 'connecting':
      return { state: 'connecting', transport: state.transport, newestAt, heardAt };
    case 'connected':
      return { state: 'connected', transport: state.transport, since: state.since, newestAt, heardAt };
    case 'reconnecting':
      return {
        state: 'reconnecting',
        transport: state.transport,
        attempt: Math.max(1, state.attempt),
        maxAttempts: state.transport === 'polling' ? 0 : maxTries,
        nextTryAt: state.nextTryAt,
        since: state.since,
        newestAt,
        heardAt,
      };
    default:
      return state satisfies never;
  }
}

/** True if two statuses look the same to a page, so that no message is needed. */
export function sameStatus(a: ConnectionStatus, b: ConnectionStatus): boolean {
  if (a.state !== b.state || a.transport !== b.transport || a.newestAt !== b.newestAt || a.heardAt !== b.heardAt) return false;
  if (a.state === 'reconnecting' && b.state === 'reconnecting')
    return a.attempt === b.attempt && a.nextTryAt === b.nextTryAt && a.since === b.since;
  if (a.state === 'connected' && b.state === 'connected') return a.since === b.since;
  if (a.state === 'disconnected' && b.state === 'disconnected') return a.since === b.since;
  return true;
}
