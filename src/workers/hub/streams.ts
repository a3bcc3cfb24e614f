import type { UpFrame } from '../../contracts/realtime/up.ts';
import { endpoints } from '../../contracts/endpoints.ts';
import type { Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import { protocolVersion } from '../../contracts/version.ts';
import { displacedEvent, meaningOfClose } from '../../contracts/realtime/ends.ts';
import type { CloseReason } from '../../domain/realtime/event.ts';
import type { HubPorts } from './ports.ts';
import { type ReadFrame, readFrame } from './streamFrame.ts';

/**
 * The two streaming rungs. Each turns what the browser reports into the machine's words and decides nothing: no retry, no
 * judgement of frames, no cursor. After `close` it says nothing more.
 */
export interface StreamNews {
  readonly opened: () => void;
  readonly message: (read: ReadFrame) => void;
  readonly closed: (reason: CloseReason) => void;
  /** The platform no longer speaks with this build; `closed` follows. */
  readonly outdated: () => void;
}

export interface Stream {
  /** Websocket only; a stream of server-sent events cannot speak. */
  readonly send: (frame: UpFrame) => void;
  readonly close: () => void;
}

/** Names of server-sent events; `message` is what the browser calls one that has none, as the documents' have. */
const frameKinds = ['hello', 'heartbeat', 'resync', 'pong', 'event', 'message'] as const;

export function openSse(
  ports: Pick<HubPorts, 'openEventSource'>,
  tenantId: string,
  topics: readonly Topic[],
  since: TopicSeqs,
  news: StreamNews,
): Stream {
  let live = true;
  const source = ports.openEventSource(eventsUrl(tenantId, topics, since));
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

export function openWebSocketStream(ports: Pick<HubPorts, 'openWebSocket'>, tenantId: string, news: StreamNews): Stream {
  let live = true;
  const socket = ports.openWebSocket(`/tenants/${encodeURIComponent(tenantId)}?protocol=${protocolVersion}`);
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
