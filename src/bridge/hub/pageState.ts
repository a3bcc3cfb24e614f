import type { HeardFrame } from '../../contracts/realtime/event.ts';
import type { HubMessage, HubStatus } from '../../contracts/rpc.ts';
import { statusAtStart } from '../../domain/freshness/statusAtStart.ts';

/**
 * What this page knows of the hub, outside React: one status snapshot and three kinds of messages. Hooks subscribe; only the link writes.
 */
type Notice = Extract<HubMessage, { readonly kind: 'notice' }>;
type Leave = Extract<HubMessage, { readonly kind: 'leave' }>;

/** The status before the hub has answered. */
export const unknownStatus = statusAtStart(__BUILD__);

/**
 * The status to show when the hub changes. A new leader does not know yet who is signed in: until it does, the page keeps the known
 * session, and nothing on the screen disappears.
 */
export function afterChange(known: HubStatus, told: HubStatus): HubStatus {
  // A lock was just opened and the session is being checked: the page must not go to the sign-in page meanwhile.
  if (known.lock.state === 'locked' && told.lock.state === 'open') return told;
  return told.session.phase === 'starting' ? { ...told, session: known.session } : told;
}

/**
 * Whether the person whom the page knows has left and no hub has said so: another one is told of, or another tenant. The page was frozen,
 * or had no hub, when it happened.
 */
export function isLeftUnheard({ session: known }: HubStatus, { session: told }: HubStatus): boolean {
  if (known.phase !== 'signedIn' || told.phase !== 'signedIn') return false;
  return known.user.id !== told.user.id || known.tenant.tenantId !== told.tenant.tenantId;
}

/** A set of listeners; `emit` calls each with the value and awaits returned promises. */
export interface Signal<T> {
  readonly listen: (listener: (value: T) => void | Promise<void>) => () => void;
  readonly emit: (value: T) => Promise<void>;
}

/** Without listeners at first; `listen` returns the function that removes its listener. `emit` rejects if a listener does. */
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
