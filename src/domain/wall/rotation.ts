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
  /** The kill switch: which pull of it, by its moment, and when this wall first had it; null while it is off. */
  readonly halt: { readonly since: string; readonly seenAt: number } | null;
}

/** How long a pull of the kill switch is alone on the wall, milliseconds: from when the wall has it, which after an outage is later than the pull. */
export const haltAloneMs = 60_000;

export type RotationEvent = { readonly now: number } & (
  | { readonly type: 'tick' }
  | { readonly type: 'playlist'; readonly playlist: readonly WallDashboardId[]; readonly dwellMs: number }
  | { readonly type: 'pin'; readonly id: WallDashboardId | null }
  | { readonly type: 'halt'; readonly since: string | null }
);

/** Begins at the first of the list. */
export function beginRotation(playlist: readonly WallDashboardId[], dwellMs: number, now: number): RotationState {
  return { playlist, dwellMs, place: 0, since: now, pinned: null, halt: null };
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
    case 'halt': {
      const { since, now } = event;
      if (since === (state.halt?.since ?? null)) return state;
      return { ...state, since: now, halt: since === null ? null : { since, seenAt: now } };
    }
    default:
      return event satisfies never;
  }
}

/** When the time of the dashboard that stands there begins: not before the halt has had its minute. */
function startOf({ since, halt }: RotationState): number {
  return halt === null ? since : Math.max(since, halt.seenAt + haltAloneMs);
}

/** Whether the halt is alone on the screen. */
export function isAlone({ halt }: RotationState, now: number): boolean {
  return halt !== null && now < halt.seenAt + haltAloneMs;
}

function turn(state: RotationState, now: number): RotationState {
  const { playlist, dwellMs, place, since, pinned, halt } = state;
  // A clock that was set back: the minute is not lengthened by what it was wrong.
  if (now < since || (halt !== null && now < halt.seenAt))
    return { ...state, since: now, halt: halt === null ? null : { ...halt, seenAt: Math.min(halt.seenAt, now) } };
  const start = startOf(state);
  if (pinned !== null || now < start) return state;
  const turns = Math.floor((now - start) / dwellMs);
  if (turns === 0) return state;
  return { ...state, place: (place + turns) % Math.max(1, playlist.length), since: start + turns * dwellMs };
}

/** What is on the wall. */
export function shownOf({ playlist, place, pinned }: RotationState): WallDashboardId {
  return pinned ?? playlist[place] ?? 'operations';
}

/** Milliseconds until the next one comes; null where none will. */
export function nextInMs(state: RotationState, now: number): number | null {
  const { playlist, dwellMs, pinned } = state;
  return pinned !== null || playlist.length < 2 || isAlone(state, now)
    ? null
    : Math.min(dwellMs, Math.max(0, startOf(state) + dwellMs - now));
}

/** How far everything is moved against burn-in, CSS pixels: two, once every ten minutes, around a square of nine places (LOOK, Wall). */
export function burnInShift(now: number): { readonly x: number; readonly y: number } {
  const step = Math.floor(now / 600_000) % 9;
  return { x: ((step % 3) - 1) * 2, y: (Math.floor(step / 3) - 1) * 2 };
}
