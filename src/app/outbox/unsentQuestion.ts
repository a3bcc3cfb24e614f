/** Whether the person is being asked what becomes of what is unsent, before they leave. One question for the page, whoever began to leave. */
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
