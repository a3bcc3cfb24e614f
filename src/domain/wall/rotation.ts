import type { WallDashboardId } from '../../contracts/display.ts';

/**
 * Which dashboard a wall shows (K-10). Decided from times, never from tick counts, so that a throttled timer, sleep or a clock set back
 * only affects the position in the rotation. `now` is epoch milliseconds.
 */
export interface RotationState {
  readonly playlist: readonly WallDashboardId[];
  readonly dwellMs: number;
  /** Index in the playlist. */
  readonly place: number;
  /** Since when it is shown. */
  readonly since: number;
  /** Shown in place of all others while it must be seen; null while the rotation runs. */
  readonly pinned: WallDashboardId | null;
  /** The active kill switch: `since` identifies the activation, `seenAt` is when this wall first saw it; null while it is off. */
  readonly halt: { readonly since: string; readonly seenAt: number } | null;
}

/** How long an activated kill switch fills the wall, milliseconds; counted from when the wall saw it, which after an outage is later. */
export const haltAloneMs = 60_000;

/** What moves the rotation; `now` is in milliseconds. */
export type RotationEvent = { readonly now: number } & (
  | { readonly type: 'tick' }
  | { readonly type: 'playlist'; readonly playlist: readonly WallDashboardId[]; readonly dwellMs: number }
  | { readonly type: 'pin'; readonly id: WallDashboardId | null }
  | { readonly type: 'halt'; readonly since: string | null }
);

/** Starts with the first dashboard of the playlist. */
export function beginRotation(playlist: readonly WallDashboardId[], dwellMs: number, now: number): RotationState {
  return { playlist, dwellMs, place: 0, since: now, pinned: null, halt: null };
}

/** One step; returns the same object if nothing changes. */
export function stepRotation(state: RotationState, event: RotationEvent): RotationState {
  switch (event.type) {
    case 'tick':
      return turn(state, event.now);
    case 'playlist': {
      const { playlist, dwellMs, now } = event;
      if (dwellMs === state.dwellMs && playlist.join() === state.playlist.join()) return state;
      // Keeps the current dashboard if it is still in the playlist.
      const place = playlist.indexOf(state.playlist[state.place] ?? 'operations');
      return place === -1 ? { ...state, playlist, dwellMs, place: 0, since: now } : turn({ ...state, playlist, dwellMs, place }, now);
    }
    case 'pin':
      if (event.id === state.pinned) return state;
      // After unpinning, the rotation continues at the same dashboard with its full time.
      return { ...state, pinned: event.id, since: event.now };
    case 'halt': {
      const { since, now } = event;
      if (since === (state.halt?.since ?? null)) return state;
      return { ...state, since: now, halt: since === null ? null : { since, seenAt: now } };
    }
    default:
      return event satisfies never;
  }
}

/** When the shown dashboard's time starts: not before the kill switch's minute is over. */
function startOf({ since, halt }: RotationState): number {
  return halt === null ? since : Math.max(since, halt.seenAt + haltAloneMs);
}

/** True while the kill switch fills the screen. */
export function isAlone({ halt }: RotationState, now: number): boolean {
  return halt !== null && now < halt.seenAt + haltAloneMs;
}

function turn(state: RotationState, now: number): RotationState {
  const { playlist, dwellMs, place, since, pinned, halt } = state;
  // The clock was set back: the minute must not be prolonged by the error.
  if (now < since || (halt !== null && now < halt.seenAt))
    return { ...state, since: now, halt: halt === null ? null : { ...halt, seenAt: Math.min(halt.seenAt, now) } };
  const start = startOf(state);
  if (pinned !== null || now < start) return state;
  const turns = Math.floor((now - start) / dwellMs);
  if (turns === 0) return state;
  return { ...state, place: (place + turns) % Math.max(1, playlist.length), since: start + turns * dwellMs };
}

/** The dashboard on screen. */
export function shownOf({ playlist, place, pinned }: RotationState): WallDashboardId {
  return pinned ?? playlist[place] ?? 'operations';
}

/** Milliseconds until the next dashboard; null if there will be none. */
export function nextInMs(state: RotationState, now: number): number | null {
  const { playlist, dwellMs, pinned } = state;
  return pinned !== null || playlist.length < 2 || isAlone(state, now)
    ? null
    : Math.min(dwellMs, Math.max(0, startOf(state) + dwellMs - now));
}

/** Shift of the whole picture against burn-in, CSS pixels: two pixels every ten minutes over nine positions (LOOK, Wall). */
export function burnInShift(now: number): { readonly x: number; readonly y: number } {
  const step = Math.floor(now / 600_000) % 9;
  return { x: ((step % 3) - 1) * 2, y: (Math.floor(step / 3) - 1) * 2 };
}
