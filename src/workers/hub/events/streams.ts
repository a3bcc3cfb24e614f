import type { UpFrame } from '../../../contracts/realtime/up.ts';
import { endpoints } from '../../../contracts/endpoints.ts';
import type { Topic, TopicSeqs } from '../../../contracts/realtime/event.ts';
import { protocolVersion } from '../../../contracts/version.ts';
import { displacedEvent, meaningOfClose } from '../../../contracts/realtime/ends.ts';
import type { CloseReason } from '../../../domain/realtime/event.ts';
import type { HubDeps } from '../deps.ts';
import { type ReadFrame, readFrame } from './streamFrame.ts';

/**
 * The two streaming transports. Each translates browser events for the machine and decides nothing: no retry, no judgement of frames, no
 * cursor. Silent after `close`.
 */
export interface StreamNews {
  readonly opened: () => void;
  readonly message: (read: ReadFrame) => void;
  readonly closed: (reason: CloseReason) => void;
  /** The platform no longer accepts this build; `closed` follows. */
  readonly outdated: () => void;
}

/** An open connection, or one that is being opened. */
export interface Stream {
  /** WebSocket only; server-sent events are one-way. */
  readonly send: (frame: UpFrame) => void;
  readonly close: () => void;
}

/** Event names; the browser uses `message` for events without a name, as in the base documents. */
const frameKinds = ['hello', 'heartbeat', 'resync', 'pong', 'renew', 'event', 'message'] as const;

/** Server-sent events; the first error ends the stream, since the browser's own reconnection is not used. */
export function openSse(
  hubDeps: Pick<HubDeps, 'openEventSource'>,
  tenantId: string,
  topics: readonly Topic[],
  since: TopicSeqs,
  news: StreamNews,
): Stream {
  let live = true;
  const source = hubDeps.openEventSource(eventsUrl(tenantId, topics, since));
  const end = () => {
    live = false;
    source.close();
  };
  source.addEventListener('open', () => {
    if (live) news.opened();
  });
  for (const kind of frameKinds) {
    source.addEventListener(kind, (event) => {
      if (live) news.message(readFrame(event.data));
    });
  }
  source.addEventListener(displacedEvent, () => {
    if (!live) return;
    end();
    news.closed('displaced');
  });
  source.addEventListener('error', () => {
    if (!live) return;
    // Closed at once, so that the browser's own reconnection never runs beside the machine's.
    end();
    news.closed('lost');
  });
  return { send: () => {}, close: end };
}

/** `since` is `topic:seq` pairs, comma separated (endpoint table). */
export function eventsUrl(tenantId: string, topics: readonly Topic[], since: TopicSeqs): string {
  const pairs = topics.flatMap((topic) => (since[topic] === undefined ? [] : [`${topic}:${since[topic]}`]));
  const query = [`tenantId=${encodeURIComponent(tenantId)}`, `topics=${topics.map(encodeURIComponent).join(',')}`];
  if (pairs.length > 0) query.push(`since=${encodeURIComponent(pairs.join(','))}`);
  query.push(`protocol=${protocolVersion}`);
  return `${endpoints.events.path}?${query.join('&')}`;
}

/** WebSocket; what the stream carries is chosen by `subscribe` frames after it has opened. */
export function openWebSocketStream(hubDeps: Pick<HubDeps, 'openWebSocket'>, tenantId: string, news: StreamNews): Stream {
  let live = true;
  const socket = hubDeps.openWebSocket(`/tenants/${encodeURIComponent(tenantId)}?protocol=${protocolVersion}`);
  socket.addEventListener('open', () => {
    if (live) news.opened();
  });
  socket.addEventListener('message', (event) => {
    if (live) news.message(readFrame(event.data));
  });
  // An error is always followed by a close, which alone carries a reason.
  socket.addEventListener('close', (event) => {
    if (!live) return;
    live = false;
    const meaning = meaningOfClose(event.code);
    if (meaning === 'outdated') news.outdated();
    news.closed(meaning === 'outdated' ? 'lost' : meaning);
  });
  return {
    send: (frame) => {
      if (live) socket.send(JSON.stringify(frame));
    },
    close: () => {
      live = false;
      socket.close();
    },
  };
}
