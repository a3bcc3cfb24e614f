import { useSyncExternalStore } from 'react';
import type { ConsoleRole } from '../../contracts/access.ts';
import { hubStatus } from '../hub/pageState.ts';

/**
 * The role in which an entitled user has chosen to see the console, on this device, in every tab. Not validated here: `activeRoleOf`
 * decides whether it counts (C-68), and the platform always judges by the login role. Stored with the user's id, because a session may
 * expire while no page is open, and the next user must start in their own role.
 */
const key = 'ukweli-role';
const listeners = new Set<() => void>();
let stored = read();

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is blocked: nothing was chosen
  }
}

/** Id of the signed-in user; null if nobody is. */
function whoIsHere(): string | null {
  const { session } = hubStatus.get();
  return session.phase === 'signedIn' ? session.user.id : null;
}

const kept = (userId: string, role: string) => `${userId} ${role}`;

const tell = (): void => {
  for (const listener of listeners) listener();
};

globalThis.addEventListener('storage', (event) => {
  if (event.key !== key && event.key !== null) return;
  stored = read();
  tell();
});

export const activeRole = {
  get: (): string | null => {
    const here = whoIsHere();
    const own = here === null ? '' : kept(here, '');
    return own !== '' && stored?.startsWith(own) === true ? stored.slice(own.length) : null;
  },
  /** Null: back to the account's own role. */
  choose: (role: ConsoleRole | null): void => {
    const here = whoIsHere();
    stored = role === null || here === null ? null : kept(here, role);
    try {
      if (stored === null) localStorage.removeItem(key);
      else localStorage.setItem(key, stored);
    } catch {
      // Then it applies to this page only.
    }
    tell();
  },
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;

function listenToBoth(listener: () => void): () => void {
  const ends = [activeRole.listen(listener), hubStatus.listen(listener)];
  return () => {
    for (const end of ends) end();
  };
}

/** The role chosen by the current user; null if none. */
export function useStoredRole(): string | null {
  return useSyncExternalStore(listenToBoth, activeRole.get);
}
