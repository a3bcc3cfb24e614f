import type { LeftBehind } from '../../contracts/rpc.ts';

/** State of removing the databases and caches of people who signed out. */
export interface Removing {
  /** Those still present; null before the device's list was read, or if it cannot be read. */
  readonly due: readonly { readonly name: string; readonly cleared: boolean }[] | null;
  /** Removals in progress. */
  readonly underWay: number;
  /** True if rows remain that should have been cleared in place, next to unsent changes. */
  readonly held?: boolean;
}

/**
 * The only function that decides whether a person's data is gone from this device (D-51): from what no longer exists, never from what was
 * ordered.
 */
export function leftBehind({ due, underWay, held = false }: Removing): LeftBehind {
  if (underWay > 0) return 'removing';
  if (held) return 'kept';
  if (due === null) return 'notKnown';
  if (due.length === 0) return 'gone';
  return due.every(({ cleared }) => cleared) ? 'cleared' : 'kept';
}
