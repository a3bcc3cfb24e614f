import { deadLetterSchema } from '../../src/contracts/deadLetter.ts';
import type { EventFrame } from '../../src/contracts/realtime/event.ts';
import { withoutMoney } from '../../src/domain/money/withheld.ts';
import { redactFields } from '../../src/domain/redact.ts';
import { eventTold } from '../../src/domain/wall/toldEvents.ts';
import type { AuthSession } from '../identity/sessions/sessions.ts';
import type { LoggedEvent } from './head.ts';

/** Events as sent to all displays, each converted once. */
const forDisplays = new WeakMap<LoggedEvent, LoggedEvent>();

/** Events as sent to all readers who may not see finance. */
const withoutFinance = new WeakMap<LoggedEvent, LoggedEvent>();

/**
 * How a reader gets an event, on every transport: people as logged, but without money if they may not see finance (G-18); a display only
 * what its dashboards draw (G-17).
 */
export function toldTo({ user, permissions }: Pick<AuthSession, 'user' | 'permissions'>): (event: LoggedEvent) => LoggedEvent {
  if (user.display === undefined) return permissions.has('view:finance') ? (event) => event : moneyLeftOut;
  return (event) => {
    const held = forDisplays.get(event);
    if (held !== undefined) return held;
    const frame: EventFrame = JSON.parse(event.frame); // written by `writeTransaction` from this type
    const told = { ...event, frame: JSON.stringify(eventTold(frame, user.id)) };
    // An event about this display contains data for it alone, so it is not cached.
    if (frame.resourceId !== user.id) forDisplays.set(event, told);
    return told;
  };
}

/**
 * Removes money from dead letters, the only events with free-form content; all other events about money have their own topic or type
 * (`sideDoors.test.ts`).
 */
function moneyLeftOut(event: LoggedEvent): LoggedEvent {
  if (event.topic !== 'pipeline') return event;
  const held = withoutFinance.get(event);
  if (held !== undefined) return held;
  const frame: EventFrame = JSON.parse(event.frame); // written by `writeTransaction` from this type
  const told =
    frame.type === 'pipeline.dead_letter' ? { ...event, frame: JSON.stringify({ ...frame, data: letterTold(frame.data) }) } : event;
  withoutFinance.set(event, told);
  return told;
}

/** A removed letter contains only its id. Data that is not a valid letter is reduced to its id. */
function letterTold(data: EventFrame['data']): EventFrame['data'] {
  if (data['removed'] === true) return { itemId: data['itemId'], removed: true };
  // Redact first, which limits the nesting depth: the parser recurses into the payload.
  const read = deadLetterSchema.safeParse({ ...data, ...('payload' in data && { payload: redactFields(data['payload']) }) });
  return read.success ? { ...withoutMoney(read.data) } : { itemId: data['itemId'] };
}
