import { useState } from 'react';
import { useServerNow } from '../../bridge/hub/useServerNow.ts';
import type { WallDashboardId } from '../../contracts/display.ts';
import { beginRotation, isAlone, nextInMs, shownOf, stepRotation } from '../../domain/wall/rotation.ts';

/** Input of the rotation. */
export interface Playing {
  readonly playlist: readonly WallDashboardId[];
  readonly dwellMs: number;
  readonly pinned: WallDashboardId | null;
  /** The kill switch, while it is on. */
  readonly halt: { readonly since: string } | null;
}

/** Runs the rotation on the platform's clock, one step per second. */
export function useRotation({ playlist, dwellMs, pinned, halt }: Playing) {
  const now = useServerNow();
  const [held, setHeld] = useState(() => beginRotation(playlist, dwellMs, now));
  const given = stepRotation(held, { type: 'playlist', playlist, dwellMs, now });
  const halted = stepRotation(given, { type: 'halt', since: halt?.since ?? null, now });
  const state = stepRotation(stepRotation(halted, { type: 'pin', id: pinned, now }), { type: 'tick', now });
  // The same object while nothing changes; set within the render that saw the change, so that no dashboard is shown beyond its time.
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
