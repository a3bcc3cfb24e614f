/** Whether single-key shortcuts are on (WCAG 2.1.4: they can be turned off). Kept on this device; nothing personal. */
const storageKey = 'ukweli-single-keys';
const listeners = new Set<() => void>();

/** Off only where somebody said so. A device without storage keeps it for as long as the page lives. */
let on = readStored();

function readStored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true; // no storage at all (private mode)
  }
}

export const singleKeys = {
  get: (): boolean => on,
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  set: (next: boolean): void => {
    on = next;
    try {
      if (next) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, 'off');
    } catch {
      // as above: it holds until the page goes
    }
    for (const listener of listeners) listener();
  },
};
