/** Whether single-key shortcuts are on (WCAG 2.1.4: they can be turned off). Stored on this device; not personal. */
const storageKey = 'ukweli-single-keys';
const listeners = new Set<() => void>();

/** Off only if the user switched them off. Without storage the setting lasts as long as the page. */
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
      // as above: it lasts as long as the page
    }
    for (const listener of listeners) listener();
  },
};
