/** Whether the user is being asked what to do with unsent commands before leaving. One question per page, wherever leaving was started. */
let asked = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  asked = next;
  for (const listener of listeners) listener();
}

export const unsentQuestion = {
  get: (): boolean => asked,
  ask: (): void => set(true),
  close: (): void => set(false),
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
