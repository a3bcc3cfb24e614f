import type { Transport } from '../../contracts/rpc.ts';

/** Display names of the transports (C-9). */
export const transportNames: Readonly<Record<Transport, string>> = { sse: 'SSE', websocket: 'WebSocket', polling: 'Polling' };
