import type { OutboxItem } from '../../contracts/outbox.ts';
import { subjectsOf } from '../commands/commands.ts';
import { isUnsent, moveItem } from './item.ts';
import type { OutboxEffect, OutboxEvent, OutboxMachine } from './state.ts';

/** Time-driven work of the outbox: short tries during silence, due commands, expired results, and when to look again. */

/** Maximum commands in flight: few, so that a slow link has room for reads too. */
export const maxUnderWay = 3;
/** Maximum in flight during silence: short tries need connections too, and a browser has six. */
const maxInSilence = 2;
/** How long a sent command stays visible, milliseconds. */
export const sentShownMs = 60 * 60_000;
/** Maximum wait, milliseconds; a longer one means that the clock was set back. */
export const longestWaitMs = 5 * 60_000;
/**
 * Interval of short tries, milliseconds: the first try in a 3 s window leaves time for its answer and a command's. Without a link they
 * cost no bytes; with one, the first ends them. After ten minutes of silence the pace halves.
 */
const tryEveryMs = 500;
const tryJitterMs = 100;
const triesAtFullPace = 1000;
/**
 * How long a try waits for an answer, milliseconds. On links where every answer takes longer, one try in `patientTryEvery` waits for it.
 */
export const tryPatienceMs = 1500;
const patientTryMs = 10_000;
const patientTryEvery = 24;
/**
 * How long a sending waits for the first byte of its answer, by attempt number, cycling: short for links that come for seconds, long for
 * slow links. A given-up command is sent again under the same key and takes effect once. After `doubtAfterMs` short tries start beside
 * it; if one is answered first, the command counts as lost and is sent again. Milliseconds.
 */
const sendPatienceMs = [4000, 6000, 10_000, 15_000] as const;
const doubtAfterMs = [1500, 3000, 6000, 10_000] as const;

function byAttempt(times: readonly [number, ...number[]], { attempts }: OutboxItem): number {
  return times[Math.max(0, attempts - 1) % times.length] ?? times[0];
}

/** Delay before the next short try, milliseconds. `tries`: made in this silence; `random` is in [0, 1). */
export function tryDelayMs(tries: number, random: number): number {
  return (tryEveryMs + random * tryJitterMs) * (tries < triesAtFullPace ? 1 : 2);
}

/** Starts what is due, removes expired results, makes the due short try, and sets the timer for the next due time. */
export function tend(machine: OutboxMachine, { now, random }: OutboxEvent, effects: OutboxEffect[]): OutboxMachine {
  const isOld = ({ state, settledAt }: OutboxItem): boolean => state === 'sent' && settledAt !== null && now - settledAt >= sentShownMs;
  const old = machine.items.filter(isOld);
  if (old.length > 0) effects.push({ type: 'remove', places: old.map(({ place }) => place) });
  let next: OutboxMachine = old.length === 0 ? machine : { ...machine, items: machine.items.filter((item) => !isOld(item)) };
  if (next.hold !== null && next.hold.until !== null && isOver(next.hold.until, now)) next = { ...next, hold: null };

  if (next.silent === null && next.items.some((item) => doubtedAt(next, item) <= now)) next = { ...next, silent: { tryAt: now, tries: 0 } };

  const tries = triesDue(next, now);
  const due = dueNow(next, now, tries !== null);
  if (tries !== null) {
    const patient = tries % patientTryEvery === patientTryEvery - 1;
    // A command that is sent is a try itself.
    if (due.length === 0 || patient) effects.push({ type: 'ask', firstByteMs: patient ? patientTryMs : tryPatienceMs });
    next = { ...next, silent: { tryAt: now + tryDelayMs(tries, random), tries: tries + 1 } };
  }
  // Only what is in flight is remembered: this is copied with every sending.
  if (due.length > 0) next = { ...next, sentAt: inFlight(next) };
  for (const item of due) {
    const begun = moveItem(item, { type: 'begin' });
    if (begun === null || begun === item) continue;
    const patienceMs = byAttempt(sendPatienceMs, begun);
    // During silence a sending is a try; every fourth has the long patience.
    const firstByteMs = tries === null || patienceMs === Math.max(...sendPatienceMs) ? patienceMs : tryPatienceMs;
    effects.push({ type: 'save', item: begun }, { type: 'send', item: begun, firstByteMs });
    next = {
      ...next,
      items: next.items.map((held) => (held === item ? begun : held)),
      sentAt: { ...next.sentAt, [item.place]: now },
    };
  }
  effects.push({ type: 'timer', delayMs: nextDelay(next, now) });
  return next;
}

function inFlight({ items, sentAt }: OutboxMachine): OutboxMachine['sentAt'] {
  return Object.fromEntries(
    items.flatMap(({ place, state }) => {
      const at = state === 'sending' ? sentAt[place] : undefined;
      return at === undefined ? [] : [[place, at]];
    }),
  );
}

/** When an unanswered sending is in doubt; infinity if the command is not in flight. */
function doubtedAt({ sentAt }: OutboxMachine, item: OutboxItem): number {
  return item.state === 'sending' ? (sentAt[item.place] ?? 0) + byAttempt(doubtAfterMs, item) : Number.POSITIVE_INFINITY;
}

/** True if short tries make sense: something is unsent and it does not wait for a reload. */
function isTrying({ silent, hold, stopped, items }: OutboxMachine): boolean {
  return silent !== null && !stopped && hold?.waits !== 'reload' && items.some(isUnsent);
}

/** The number of the short try that is due; null if none is. */
function triesDue(machine: OutboxMachine, now: number): number | null {
  const { silent } = machine;
  if (silent === null || !isTrying(machine)) return null;
  // A clock that was set back must not delay it.
  const due = now >= silent.tryAt || silent.tryAt - now > 2 * (tryEveryMs + tryJitterMs);
  return due ? silent.tries : null;
}

/** True if a wait is over, or so long that the clock must have been set back. */
function isOver(until: number, now: number): boolean {
  return now >= until || until - now > longestWaitMs;
}

/** True if anything may be sent at all. */
function isOpen(machine: OutboxMachine): boolean {
  const { conditions, hold, stopped } = machine;
  return !stopped && conditions.session && hold === null;
}

/**
 * Commands to start, in order; none before an unsettled earlier one on the same resource (SPEC 3). During silence only with a short try,
 * and only commands that may have reached the platform already: the others can still be taken back (SPEC 4).
 */
function dueNow(machine: OutboxMachine, now: number, trying: boolean): readonly OutboxItem[] {
  const heard = machine.silent === null;
  if (!isOpen(machine) || (!heard && !trying)) return [];
  const most = heard ? maxUnderWay : maxInSilence;
  const taken = new Set<string>();
  const due: OutboxItem[] = [];
  let underWay = machine.items.filter(({ state }) => state === 'sending').length;
  for (const item of machine.items) {
    if (underWay >= most) break;
    if (!isUnsent(item)) continue;
    const subjects = subjectsOf(item.command);
    const free = subjects.every((subject) => !taken.has(subject));
    for (const subject of subjects) taken.add(subject);
    if (!free || item.state !== 'pending' || !isOver(item.notBefore ?? now, now)) continue;
    if (!heard && !item.maybeDone) continue;
    due.push(item);
    underWay += 1;
  }
  return due;
}

/** Milliseconds until something is due by time; null if only an event can change anything. */
function nextDelay(machine: OutboxMachine, now: number): number | null {
  const { items, hold, silent, stopped } = machine;
  if (stopped) return null;
  const open = isOpen(machine);
  const held = silent === null && hold !== null && hold.until !== null && items.some(isUnsent) ? hold.until : null;
  let due = (silent !== null && isTrying(machine) ? silent.tryAt : held) ?? Number.POSITIVE_INFINITY;
  // One pass without arrays of its own: it runs at every event, over everything that waits.
  for (const item of items) {
    if (item.state === 'sent' && item.settledAt !== null) due = Math.min(due, item.settledAt + sentShownMs);
    if (silent !== null) continue;
    if (item.state === 'sending') due = Math.min(due, doubtedAt(machine, item));
    if (item.state === 'pending' && item.notBefore !== null && held === null && open) due = Math.min(due, item.notBefore);
  }
  return due === Number.POSITIVE_INFINITY ? null : Math.max(0, due - now);
}
