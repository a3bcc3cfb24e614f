/** What is known of newer versions of the console. */
export type UpdateState = 'none' | 'ready' | 'reloading';

let state: UpdateState = 'none';
const listeners = new Set<() => void>();

/** Set by updates.ts, which follows the versions. */
export function setUpdate(next: UpdateState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. */
export const updates = {
  get: (): UpdateState => state,
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
