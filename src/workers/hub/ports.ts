import type { Sent } from '../../domain/api/client.ts';
import type { ApiRequest } from '../../domain/api/request.ts';

/**
 * The subsets of the browser that the hub uses. Everything the hub does to the world goes through these, so that its tests
 * run a whole day in Node without a network, a clock or a browser.
 */

/** A stream of server-sent events. Reconnecting is ours: the browser's own gives up for good on any answer but 200. */
export interface EventSourceLike {
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void;
  close(): void;
}

export interface WebSocketLike {
  addEventListener(type: string, listener: (event: { readonly data?: unknown; readonly code?: number }) => void): void;
  send(text: string): void;
  close(): void;
}

export interface HubPorts {
  /** Device clock, epoch milliseconds. */
  readonly now: () => number;
  /** A clock that nobody can set, milliseconds from anywhere; on some systems it stands still while the device sleeps (domain/clock/deviceClock.ts). */
  readonly monotonic: () => number;
  /** Runs once after the delay; answers what cancels it. */
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newId: () => string;
  /** `heard` is called for every piece of the answer as it comes: its head, and each part of its body. */
  readonly send: (request: ApiRequest, signal: AbortSignal | null, heard?: () => void) => Promise<Sent>;
  readonly openEventSource: (url: string) => EventSourceLike;
  /** `path` is on this origin; the scheme becomes ws or wss. */
  readonly openWebSocket: (path: string) => WebSocketLike;
  /** Resolves when the holder of this Web Lock is gone: how the hub sees a page die (FINDINGS). */
  readonly whenLockFree: (name: string) => Promise<void>;
  readonly deleteCache: (name: string) => Promise<void>;
  readonly log: (level: 'info' | 'warning' | 'error', code: string, detail: string) => void;
  readonly build: string;
  /** PBKDF2 rounds of a new PIN (D-31). */
  readonly pinIterations: number;
}
