import type { OutboxItem } from '../../contracts/outbox.ts';
import { resourcesOf } from './command.ts';
import { isUnsent, moveItem } from './item.ts';
import type { OutboxEffect, OutboxEvent, OutboxMachine } from './state.ts';

/** What falls due in the outbox by time alone: short tries in silence, commands, what was shown long enough; and when to look again. */

/** On their way at once: few, so that a slow link carries reads too. */
export const mostUnderWay = 3;
/** In silence, fewer: tries need connections too, and a browser has six. */
const mostInSilence = 2;
/** How long what was sent stays to be seen, milliseconds. */
export const sentShownMs = 60 * 60_000;
/** No wait is longer, milliseconds: one that seems to be is of a clock that was set back. */
export const longestWaitMs = 5 * 60_000;
/**
 * Short tries, milliseconds: often enough that the first one in a window of three seconds leaves time for its answer and a command's. Where no link is they
 * cost no byte; where one is, the first ends them. After ten minutes of silence they come at half the pace.
 */
const tryEveryMs = 500;
const tryJitterMs = 100;
const triesAtFullPace = 1000;
/** A try is worth nothing past this; but where every answer takes longer, one in so many waits for it. Milliseconds. */
export const tryPatienceMs = 1500;
const patientTryMs = 10_000;
const patientTryEvery = 24;
/**
 * How long a sending waits for the first byte of its answer, by its number, over and over: short ones for links that come for seconds, long ones for links that
 * are always slow. What is given up is sent again under the same key, so it still takes effect once. Before that it is in doubt: tries begin beside it, and where
 * one of them is answered first, it is lost and sent anew. Milliseconds.
 */
const sendPatienceMs = [4000, 6000, 10_000, 15_000] as const;
const doubtAfterMs = [1500, 3000, 6000, 10_000] as const;

function byAttempt(times: readonly [number, ...number[]], { attempts }: OutboxItem): number {
  return times[Math.max(0, attempts - 1) % times.length] ?? times[0];
}

/** The wait before the next short try, milliseconds. `tries` were made in this silence; `random` is in [0, 1). */
export function tryDelayMs(tries: number, random: number): number {
  return (tryEveryMs + random * tryJitterMs) * (tries < triesAtFullPace ? 1 : 2);
}

/** Begins what is due, forgets what was shown long enough, makes the short try that is due, and sets the timer to what is due next. */
export function tend(machine: OutboxMachine, { now, random }: OutboxEvent, effects: OutboxEffect[]): OutboxMachine {
  const old = machine.items.filter(({ state, settledAt }) => state === 'sent' && settledAt !== null && now - settledAt >= sentShownMs);
  if (old.length > 0) effects.push({ type: 'remove', places: old.map(({ place }) => place) });
  let next: OutboxMachine = old.length === 0 ? machine : { ...machine, items: machine.items.filter((item) => !old.includes(item)) };
  if (next.hold !== null && next.hold.until !== null && isOver(next.hold.until, now)) next = { ...next, hold: null };

  if (next.silent === null && next.items.some((item) => doubtedAt(next, item) <= now)) next = { ...next, silent: { tryAt: now, tries: 0 } };

  const tries = triesDue(next, now);
  const due = dueNow(next, now, tries !== null);
  if (tries !== null) {
    const patient = tries % patientTryEvery === patientTryEvery - 1;
    // A command that goes is a try itself.
    if (due.length === 0 || patient) effects.push({ type: 'ask', firstByteMs: patient ? patientTryMs : tryPatienceMs });
    next = { ...next, silent: { tryAt: now + tryDelayMs(tries, random), tries: tries + 1 } };
  }
  for (const item of due) {
    const begun = moveItem(item, { type: 'begin' });
    if (begun === null || begun === item) continue;
    const patienceMs = byAttempt(sendPatienceMs, begun);
    // In silence it is a try, and every fourth is patient.
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

/** When a sending without an answer is in doubt; never where nothing is on its way. */
function doubtedAt({ sentAt }: OutboxMachine, item: OutboxItem): number {
  return item.state === 'sending' ? (sentAt[item.place] ?? 0) + byAttempt(doubtAfterMs, item) : Number.POSITIVE_INFINITY;
}

/** Whether silence is worth breaking: something is unsent, and a reload is not what it waits for. */
function isTrying({ silent, hold, stopped, items }: OutboxMachine): boolean {
  return silent !== null && !stopped && hold?.waits !== 'reload' && items.some(isUnsent);
}

/** The number of the short try that is due; null where none is. */
function triesDue(machine: OutboxMachine, now: number): number | null {
  const { silent } = machine;
  if (silent === null || !isTrying(machine)) return null;
  // A clock that was set back must not keep it waiting.
  const due = now >= silent.tryAt || silent.tryAt - now > 2 * (tryEveryMs + tryJitterMs);
  return due ? silent.tries : null;
}

/** Whether a wait is done with. */
function isOver(until: number, now: number): boolean {
  return now >= until || until - now > longestWaitMs;
}

/** Whether anything may be sent at all. */
function isOpen(machine: OutboxMachine): boolean {
  const { world, hold, stopped } = machine;
  return !stopped && world.session && hold === null;
}

/**
 * Commands to begin: in order, none before an unsettled earlier one that touches the same (SPEC 3). In silence only as a short try, and only
 * what may have reached the platform already: anything else can still be taken back until something was heard (SPEC 4).
 */
function dueNow(machine: OutboxMachine, now: number, trying: boolean): readonly OutboxItem[] {
  const heard = machine.silent === null;
  if (!isOpen(machine) || (!heard && !trying)) return [];
  const most = heard ? mostUnderWay : mostInSilence;
  const taken = new Set<string>();
  const due: OutboxItem[] = [];
  let underWay = machine.items.filter(({ state }) => state === 'sending').length;
  for (const item of machine.items) {
    if (!isUnsent(item)) continue;
    const resources = resourcesOf(item.command);
    const free = resources.every((resource) => !taken.has(resource));
    for (const resource of resources) taken.add(resource);
    if (!free || item.state !== 'pending' || underWay >= most || !isOver(item.notBefore ?? now, now)) continue;
    if (!heard && !item.maybeDone) continue;
    due.push(item);
    underWay += 1;
  }
  return due;
}

/** Milliseconds until something falls due by time alone; null when only the world can change anything. */
function nextDelay(machine: OutboxMachine, now: number): number | null {
  const { items, hold, silent, stopped } = machine;
  if (stopped) return null;
  const dues = items.flatMap(({ state, settledAt }) => (state === 'sent' && settledAt !== null ? [settledAt + sentShownMs] : []));
  if (silent !== null) dues.push(...(isTrying(machine) ? [silent.tryAt] : []));
  else {
    dues.push(...items.map((item) => doubtedAt(machine, item)).filter(Number.isFinite));
    if (hold !== null && hold.until !== null && items.some(isUnsent)) dues.push(hold.until);
    else if (isOpen(machine))
      dues.push(...items.flatMap(({ state, notBefore }) => (state === 'pending' && notBefore !== null ? [notBefore] : [])));
  }
  return dues.length === 0 ? null : Math.max(0, Math.min(...dues) - now);
}
