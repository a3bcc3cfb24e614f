import type { EventFrame } from '../../src/contracts/realtime/event.ts';
import { eventTold } from '../../src/domain/wall/toldEvents.ts';
import type { AuthSession } from '../identity/sessions.ts';
import type { LoggedEvent } from './head.ts';

/** What all displays are told alike, each event made once. */
const forDisplays = new WeakMap<LoggedEvent, LoggedEvent>();

/** How a reader is told an event, on every transport: people as it was logged, a display what its wall draws (G-17). */
export function toldTo({ user }: Pick<AuthSession, 'user'>): (event: LoggedEvent) => LoggedEvent {
  if (user.display === undefined) return (event) => event;
  return (event) => {
    const held = forDisplays.get(event);
    if (held !== undefined) return held;
    const frame: EventFrame = JSON.parse(event.frame); // written by `writeTransaction` from this very type
    const told = { ...event, frame: JSON.stringify(eventTold(frame, user.id)) };
    // What is about this display is told to it alone.
    if (frame.resourceId !== user.id) forDisplays.set(event, told);
    return told;
  };
}
