import type { WallDashboardId } from '../../contracts/display.ts';

/**
 * Which dashboard a wall shows (K-10). Decided from times and never from counting ticks, so that a throttled timer, a sleep or a clock that is set
 * back changes nothing but where the round stands. `now` is epoch milliseconds.
 */
export interface RotationState {
  readonly playlist: readonly WallDashboardId[];
  readonly dwellMs: number;
  /** Place in the playlist. */
  readonly place: number;
  /** Since when it stands there. */
  readonly since: number;
  /** Shown in the place of all others while it has to be seen; null while the round goes on. */
  readonly pinned: WallDashboardId | null;
}

export type RotationEvent = { readonly now: number } & (
  | { readonly type: 'tick' }
  | { readonly type: 'playlist'; readonly playlist: readonly WallDashboardId[]; readonly dwellMs: number }
  | { readonly type: 'pin'; readonly id: WallDashboardId | null }
);

/** Begins at the first of the list. */
export function beginRotation(playlist: readonly WallDashboardId[], dwellMs: number, now: number): RotationState {
  return { playlist, dwellMs, place: 0, since: now, pinned: null };
}

/** One step; the same object where nothing changes. */
export function stepRotation(state: RotationState, event: RotationEvent): RotationState {
  switch (event.type) {
    case 'tick':
      return turn(state, event.now);
    case 'playlist': {
      const { playlist, dwellMs, now } = event;
      if (dwellMs === state.dwellMs && playlist.join() === state.playlist.join()) return state;
      // What is looked at stays, if it is still on the list.
      const place = playlist.indexOf(state.playlist[state.place] ?? 'operations');
      return place === -1 ? { ...state, playlist, dwellMs, place: 0, since: now } : turn({ ...state, playlist, dwellMs, place }, now);
    }
    case 'pin':
      if (event.id === state.pinned) return state;
      // Whoever comes back finds the round where it was, with all of its time.
      return { ...state, pinned: event.id, since: event.now };
    default:
      return event satisfies never;
  }
}

function turn(state: RotationState, now: number): RotationState {
  const { playlist, dwellMs, place, since, pinned } = state;
  if (now < since) return { ...state, since: now };
  if (pinned !== null) return state;
  const turns = Math.floor((now - since) / dwellMs);
  if (turns === 0) return state;
  return { ...state, place: (place + turns) % Math.max(1, playlist.length), since: since + turns * dwellMs };
}

/** What is on the wall. */
export function shownOf({ playlist, place, pinned }: RotationState): WallDashboardId {
  return pinned ?? playlist[place] ?? 'operations';
}

/** Milliseconds until the next one comes; null where none will. */
export function nextInMs({ playlist, dwellMs, since, pinned }: RotationState, now: number): number | null {
  return pinned !== null || playlist.length < 2 ? null : Math.min(dwellMs, Math.max(0, since + dwellMs - now));
}

/** How far everything is moved against burn-in, CSS pixels: two, once every ten minutes, around a square of nine places (LOOK, Wall). */
export function burnInShift(now: number): { readonly x: number; readonly y: number } {
  const step = Math.floor(now / 600_000) % 9;
  return { x: ((step % 3) - 1) * 2, y: (Math.floor(step / 3) - 1) * 2 };
}
