import { useSyncExternalStore } from 'react';
import type { ConsoleRole } from '../contracts/access.ts';
import { hubStatus } from './pageState.ts';

/**
 * The role that somebody who may has chosen to see the console in: of this device, in every tab. Unjudged: whether it counts is
 * `activeRoleOf`'s to say (C-68), and the platform judges by the login role whatever stands here. Kept with whose choice it is: nobody hears of a session that
 * runs out while no page is open, and whoever comes next begins as themselves.
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

/** Who is at the console; null where that is nobody. */
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
  /** Null: the account's own again. */
  choose: (role: ConsoleRole | null): void => {
    const here = whoIsHere();
    stored = role === null || here === null ? null : kept(here, role);
    try {
      if (stored === null) localStorage.removeItem(key);
      else localStorage.setItem(key, stored);
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

function listenToBoth(listener: () => void): () => void {
  const ends = [activeRole.listen(listener), hubStatus.listen(listener)];
  return () => {
    for (const end of ends) end();
  };
}

/** What whoever is here has chosen. */
export function useStoredRole(): string | null {
  return useSyncExternalStore(listenToBoth, activeRole.get);
}
