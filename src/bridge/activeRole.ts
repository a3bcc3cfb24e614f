import { useSyncExternalStore } from 'react';
import type { ConsoleRole } from '../contracts/access.ts';

/**
 * The role that somebody who may has chosen to see the console in: of this device, in every tab. As kept, unjudged: whether it counts is
 * `activeRoleOf`'s to say (C-68), and the platform judges by the login role whatever stands here.
 */
const key = 'ukweli-role';
const listeners = new Set<() => void>();
let stored = read();

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage closed: nothing was chosen
  }
}

const tell = (): void => {
  for (const listener of listeners) listener();
};

globalThis.addEventListener('storage', (event) => {
  if (event.key !== key && event.key !== null) return;
  stored = read();
  tell();
});

export const activeRole = {
  get: (): string | null => stored,
  /** Null: the account's own again. */
  choose: (role: ConsoleRole | null): void => {
    stored = role;
    try {
      if (role === null) localStorage.removeItem(key);
      else localStorage.setItem(key, role);
    } catch {
      // Holds for this page then.
    }
    tell();
  },
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;

/** What was chosen, as kept. */
export function useStoredRole(): string | null {
  return useSyncExternalStore(activeRole.listen, activeRole.get);
}
