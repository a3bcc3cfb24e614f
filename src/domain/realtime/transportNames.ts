import type { Transport } from '../../contracts/rpc.ts';

/** The transports as people read them (C-9). */
export const transportNames: Readonly<Record<Transport, string>> = { sse: 'SSE', websocket: 'WebSocket', polling: 'Polling' };
