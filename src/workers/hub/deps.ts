import type { Sent } from '../../domain/api/client.ts';
import type { ApiRequest } from '../../domain/api/request.ts';

/**
 * The subset of the browser that the hub uses. All its effects go through these, so that tests can run a whole day in Node without
 * network, clock or browser.
 */

/** A stream of server-sent events. We reconnect ourselves: the browser gives up for good on any answer but 200. */
export interface EventSourceLike {
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void;
  close(): void;
}

/** The part of a WebSocket in use; a `close` event carries the `code` of RFC 6455. */
export interface WebSocketLike {
  addEventListener(type: string, listener: (event: { readonly data?: unknown; readonly code?: number }) => void): void;
  send(text: string): void;
  close(): void;
}

/** What a hub uses of browser and network; its databases come separately (`HubStores`). */
export interface HubDeps {
  /** Device clock, epoch milliseconds. */
  readonly now: () => number;
  /** Monotonic clock, milliseconds from any origin; on some systems it stops while the device sleeps (domain/clock/deviceClock.ts). */
  readonly monotonic: () => number;
  /** Runs once after the delay; returns a function that cancels it. */
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newId: () => string;
  /** `heard` is called for every part of the answer as it arrives: the head, and each chunk of the body. */
  readonly send: (request: ApiRequest, signal: AbortSignal | null, heard?: () => void) => Promise<Sent>;
  readonly openEventSource: (url: string) => EventSourceLike;
  /** `path` is on this origin; the scheme becomes ws or wss. */
  readonly openWebSocket: (path: string) => WebSocketLike;
  /** Resolves when the holder of this Web Lock is gone: shows the hub that a page has ended (FINDINGS). */
  readonly whenLockFree: (name: string) => Promise<void>;
  readonly deleteCache: (name: string) => Promise<void>;
  readonly log: (level: 'info' | 'warning' | 'error', code: string, detail: string) => void;
  readonly build: string;
  /** PBKDF2 iterations of a new PIN (D-31). */
  readonly pinIterations: number;
}
