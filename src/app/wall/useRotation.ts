import { useState } from 'react';
import { useServerNow } from '../../bridge/useServerNow.ts';
import type { WallDashboardId } from '../../contracts/display.ts';
import { beginRotation, isAlone, nextInMs, shownOf, stepRotation } from '../../domain/wall/rotation.ts';

/** What a wall goes through. */
export interface Playing {
  readonly playlist: readonly WallDashboardId[];
  readonly dwellMs: number;
  readonly pinned: WallDashboardId | null;
  /** The kill switch, while it is on. */
  readonly halt: { readonly since: string } | null;
}

/** Runs the rotation on the wall's own clock, a second at a time. */
export function useRotation({ playlist, dwellMs, pinned, halt }: Playing) {
  const now = useServerNow();
  const [held, setHeld] = useState(() => beginRotation(playlist, dwellMs, now));
  const given = stepRotation(held, { type: 'playlist', playlist, dwellMs, now });
  const halted = stepRotation(given, { type: 'halt', since: halt?.since ?? null, now });
  const state = stepRotation(stepRotation(halted, { type: 'pin', id: pinned, now }), { type: 'tick', now });
  // The same object while nothing turns: kept within the render that saw it turn, so that no dashboard is drawn for a moment after its time.
  if (state !== held) setHeld(state);
  return {
    shown: shownOf(state),
    place: state.place,
    pinned: state.pinned !== null,
    nextInMs: nextInMs(state, now),
    alone: isAlone(state, now),
    now,
  };
}
