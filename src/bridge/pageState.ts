import type { HeardFrame } from '../contracts/realtime/event.ts';
import type { HubMessage, HubStatus } from '../contracts/rpc.ts';

/**
 * What this page knows of the hub, outside React: one snapshot and three kinds of messages. Hooks subscribe; nobody else
 * writes but the link.
 */
type Notice = Extract<HubMessage, { readonly kind: 'notice' }>;
type Leave = Extract<HubMessage, { readonly kind: 'leave' }>;

/** Before the hub has answered: nobody is known, nothing is connected. */
export const unknownStatus: HubStatus = {
  build: __BUILD__,
  connection: { state: 'connecting', transport: 'sse', newestAt: null },
  startTransport: 'sse',
  session: { phase: 'starting' },
  leftBehind: 'notKnown',
  storeGeneration: 0,
  unsentGone: null,
  unsentHeld: null,
  heldLost: null,
  lock: { state: 'none' },
  serverOffsetMs: 0,
  clock: { confirmed: false, heardAt: null, why: 'start' },
  dropped: {},
  historyRewritten: null,
  twoHistories: null,
  storageProblem: null,
  killSwitch: null,
  answersTakeMs: null,
  buildTooOld: false,
  superseded: false,
  simulation: null,
};

/**
 * What a hub says, seen by a page that has heard another before. One that has only just taken over knows nobody yet, which
 * says nothing about who is here: until it does the page goes on with whom it knew, and nothing on the screen is taken down.
 */
export function afterChange(known: HubStatus, told: HubStatus): HubStatus {
  // A lock that was just opened: who is there is being asked, and nobody is led to the door meanwhile.
  if (known.lock.state === 'locked' && told.lock.state === 'open') return told;
  return told.session.phase === 'starting' ? { ...told, session: known.session } : told;
}

/** A set of listeners; `emit` gives each the value and awaits those that answer with a promise. */
export interface Signal<T> {
  readonly listen: (listener: (value: T) => void | Promise<void>) => () => void;
  readonly emit: (value: T) => Promise<void>;
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void | Promise<void>>();
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: async (value) => {
      await Promise.all([...listeners].map((listener) => listener(value)));
    },
  };
}

let status = unknownStatus;
const statusChanged = createSignal<HubStatus>();

export const hubStatus = {
  get: (): HubStatus => status,
  set: (next: HubStatus): void => {
    if (next === status) return;
    status = next;
    void statusChanged.emit(next);
  },
  listen: statusChanged.listen,
} as const;

export const hubEvents: Signal<readonly HeardFrame[]> = createSignal();
export const hubNotices: Signal<Notice> = createSignal();
export const hubLeaves: Signal<Leave> = createSignal();
