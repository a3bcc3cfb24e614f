import type { LeftBehind } from '../../contracts/rpc.ts';

/** What is known of databases and caches of people who left. */
export interface Removing {
  /** Those that still stand; null before the device's list of them was read, or where it cannot be. */
  readonly due: readonly { readonly name: string; readonly cleared: boolean }[] | null;
  /** Removals whose outcome is waited for this moment. */
  readonly underWay: number;
  /** Whether rows stand that were to be cleared in place, beside what waits to be sent. */
  readonly held?: boolean;
}

/** The one place that decides whether what somebody left is gone from this device (D-51): never by what was ordered, only by what is no more. */
export function leftBehind({ due, underWay, held = false }: Removing): LeftBehind {
  if (underWay > 0) return 'removing';
  if (held) return 'kept';
  if (due === null) return 'notKnown';
  if (due.length === 0) return 'gone';
  return due.every(({ cleared }) => cleared) ? 'cleared' : 'kept';
}
