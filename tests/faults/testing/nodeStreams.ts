import { request } from 'node:http';
import { WebSocket } from 'ws';
import type { EventSourceLike, WebSocketLike } from '../../../src/workers/hub/deps.ts';

/** EventSource and WebSocket for Node 20, which has neither: over real sockets, with a session's cookie. */

type Heard = (event: { readonly data?: unknown; readonly code?: number }) => void;

function listeners() {
  const held = new Map<string, Heard[]>();
  return {
    add: (type: string, listener: Heard) => void held.set(type, [...(held.get(type) ?? []), listener]),
    tell: (type: string, event: { readonly data?: unknown; readonly code?: number } = {}) => {
      for (const listener of held.get(type) ?? []) listener(event);
    },
  };
}

/**
 * Server-sent events per the standard, without its automatic reconnect, which the hub never uses. An answer other than 200 or of another
 * type is an error; an event counts at the empty line after it; a truncated event is lost.
 */
export function openNodeEventSource(url: string, cookie: string): EventSourceLike {
  const { add, tell } = listeners();
  let closed = false;
  const fail = () => {
    if (closed) return;
    closed = true;
    tell('error');
  };
  const asking = request(url, { headers: { accept: 'text/event-stream', cookie }, agent: false }, (answer) => {
    const type = answer.headers['content-type'] ?? '';
    if (answer.statusCode !== 200 || !type.startsWith('text/event-stream')) {
      answer.destroy();
      fail();
      return;
    }
    if (!closed) tell('open');
    let rest = '';
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => {
      const blocks = (rest + text).split(/\r\n\r\n|\n\n|\r\r/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = block.split(/\r\n|\n|\r/).map((line) => /^([^:]*)(?:: ?(.*))?$/.exec(line));
        const data = fields.flatMap((field) => (field?.[1] === 'data' ? [field[2] ?? ''] : []));
        const kind = fields.findLast((field) => field?.[1] === 'event')?.[2] ?? 'message';
        if (data.length > 0 && !closed) tell(kind, { data: data.join('\n') });
      }
    });
    answer.on('close', fail);
    answer.on('error', fail);
  });
  asking.on('error', fail);
  asking.end();
  return {
    addEventListener: add,
    close: () => {
      closed = true;
      asking.destroy();
    },
  };
}

/** A browser-like WebSocket: every error is followed by a close, with code 1006 if the other side gave none. */
export function openNodeWebSocket(url: string, cookie: string): WebSocketLike {
  const { add, tell } = listeners();
  const { origin } = new URL(url);
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: { cookie, origin } });
  socket.on('open', () => tell('open'));
  socket.on('message', (data) => tell('message', { data: String(data) }));
  socket.on('close', (code) => tell('close', { code }));
  socket.on('error', () => tell('error'));
  return {
    addEventListener: add,
    send: (text) => {
      // As in a browser: sending on a closing socket is silently ignored.
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    close: () => socket.terminate(),
  };
}
