import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Problem } from '../../contracts/problem.ts';
import { exponentialDelayMs } from '../backoff.ts';
import { longestWaitMs, tend, tryDelayMs, tryPatienceMs } from './due.ts';
import { isUnsent, type ItemEvent, moveItem } from './item.ts';
import { type HoldReason, judge } from './judge.ts';
import type { OutboxEffect, OutboxEvent, OutboxMachine, OutboxConditions } from './state.ts';

/** A sending that began at least this much before an answered call, and has no answer itself, counts as lost. Milliseconds. */
const overtakenByMs = 300;
/** Maximum wait after a sending failed at the link, milliseconds. */
const longestLinkWaitMs = 8000;
/** Retry interval in read-only mode, and after a call was refused because of the session, milliseconds. */
const askAgainMs = 30_000;

/**
 * The outbox machine: decides when each command is sent and what a failure means for the others. SPEC.md lists its invariants. Pure: time
 * and randomness come with the events, effects are data.
 */
export function stepOutbox(
  machine: OutboxMachine,
  event: OutboxEvent,
): { readonly machine: OutboxMachine; readonly effects: readonly OutboxEffect[] } {
  const effects: OutboxEffect[] = [];
  const next = tend(react(machine, event, effects), event, effects);
  return { machine: next, effects };
}

function react(machine: OutboxMachine, event: OutboxEvent, effects: OutboxEffect[]): OutboxMachine {
  switch (event.type) {
    case 'restored': {
      const restored = { ...machine, items: [...event.items, ...machine.items] };
      return moveAll(restored, () => true, { type: 'restore' }, effects);
    }
    case 'added':
      // A command that could not be taken back returns to its old position.
      return { ...machine, items: [...machine.items, ...event.items].sort((a, b) => a.place - b.place) };
    case 'conditions':
      return changeConditions(machine, event.conditions, event.now, effects);
    case 'sent':
      return { ...machine, sentAt: { ...machine.sentAt, [event.place]: event.now } };
    case 'delivered': {
      const settled = moveAll(machine, at(event.place), { type: 'delivered', now: event.now }, effects);
      return { ...hear(settled, event.now, machine.sentAt[event.place] ?? 0, effects), hold: heldAfter(machine, event), failures: 0 };
    }
    case 'failed':
      return fail(machine, event, effects);
    case 'takeBack':
      return moveAll(machine, ({ key }) => event.keys.has(key), { type: 'takeBack' }, effects);
    case 'dismiss':
      return moveAll(machine, ({ key }) => event.keys.has(key), { type: 'dismiss' }, effects);
    case 'timerFired':
      return machine;
    case 'heard': {
      const heard = hear(machine, event.now, event.begunAt, effects);
      if (event.random < 0.5 && effects.some((effect) => effect.type === 'drop' && hasGoneAgain(machine, effect.place)))
        effects.push({ type: 'ask', firstByteMs: tryPatienceMs });
      return heard;
    }
    case 'clockMoved': {
      const items = machine.items.map((item) => {
        if (!isUnsent(item) || !event.keys.has(item.key)) return item;
        const right = { ...item, decidedAt: Math.min(event.now, item.decidedAt + event.byMs) };
        effects.push({ type: 'save', item: right });
        return right;
      });
      return { ...machine, items };
    }
    case 'nudge':
      return {
        ...machine,
        hold: machine.hold?.waits === 'reload' ? machine.hold : null,
        silent: machine.silent === null ? null : { ...machine.silent, tryAt: event.now },
        failures: 0,
        items: machine.items.map((item) => (item.notBefore === null ? item : { ...item, notBefore: null })),
      };
    case 'stop':
      return { ...machine, stopped: true };
    default:
      return event satisfies never;
  }
}

/**
 * True if a command lost now was lost before. A balancer may alternate between instances of which one hangs: every short try would then
 * reach the healthy one and every command the other. At random, one more small call goes first to change the command's turn.
 */
function hasGoneAgain({ items }: OutboxMachine, place: number): boolean {
  return items.some((item) => item.place === place && item.attempts > 1);
}

const at = (place: number) => (item: OutboxItem) => item.place === place;

/** Moves the matching items and orders the effects: changed items are saved, leaving ones removed, settled ones reported. */
function moveAll(machine: OutboxMachine, meant: (item: OutboxItem) => boolean, event: ItemEvent, effects: OutboxEffect[]): OutboxMachine {
  const removed: number[] = [];
  const items: OutboxItem[] = [];
  for (const item of machine.items) {
    const next = meant(item) ? moveItem(item, event) : item;
    if (next === null) {
      removed.push(item.place);
      continue;
    }
    if (next !== item) {
      effects.push({ type: 'save', item: next });
      if (isUnsent(item) && !isUnsent(next)) effects.push({ type: 'settled', item: next });
    }
    items.push(next);
  }
  if (removed.length > 0) effects.push({ type: 'remove', places: removed });
  return { ...machine, items };
}

/**
 * The platform answered: the silence ends, and commands sent well before the answered call (begun at `begunAt`) went into a dead link and
 * are sent again. Ignored without a confirmed session: nothing could be sent, and each answered try makes the session machine ask who is
 * signed in.
 */
function hear(machine: OutboxMachine, now: number, begunAt: number, effects: OutboxEffect[]): OutboxMachine {
  if (machine.silent === null || !machine.conditions.session) return machine;
  const isLost = ({ place, state }: OutboxItem): boolean => state === 'sending' && (machine.sentAt[place] ?? now) < begunAt - overtakenByMs;
  for (const { place } of machine.items.filter(isLost)) effects.push({ type: 'drop', place });
  return { ...moveAll(machine, isLost, { type: 'restore' }, effects), silent: null, heardAt: now };
}

/** Lifts the hold if what it waits for has arrived. An unchanged condition lifts nothing. */
function changeConditions(machine: OutboxMachine, conditions: OutboxConditions, now: number, effects: OutboxEffect[]): OutboxMachine {
  const before = machine.conditions;
  const waits = machine.hold?.waits;
  const linkCame = conditions.link && !before.link;
  const linkAwaited = linkCame && (waits === 'link' || waits === 'platform');
  const sessionCame = conditions.session && !before.session && waits === 'session';
  const released = !conditions.readOnly && before.readOnly && waits === 'readOnly';
  const lifted = linkAwaited || sessionCame || released;
  const kept = lifted ? null : machine.hold;
  // Read-only mode is already known: no need to send a command and be refused.
  const hold = kept === null && conditions.readOnly ? { waits: 'readOnly' as const, since: now, until: now + askAgainMs } : kept;
  const changed = { ...machine, conditions, hold };
  if (linkCame) return { ...hear(changed, now, 0, effects), failures: 0 };
  if (conditions.session && !before.session) return hear(changed, now, 0, effects);
  // The stream closed. Calls may still work; the first short try tells.
  const lost = !conditions.link && before.link && machine.silent === null;
  return lost ? { ...changed, silent: { tryAt: now, tries: 0 } } : changed;
}

/**
 * The hold that stands after the answer to a sending. What left before the platform asked to wait, or for a reload, does not lift that: of
 * three commands in flight one may be told to wait a minute and the next be taken. A session or link that answers is there again.
 */
function heldAfter(
  { hold, sentAt }: OutboxMachine,
  { place, now }: { readonly place: number; readonly now: number },
): OutboxMachine['hold'] {
  if (hold?.waits !== 'platform' && hold?.waits !== 'reload') return null;
  const leftBefore = (sentAt[place] ?? 0) <= hold.since && hold.since <= now;
  return leftBefore ? hold : null;
}

function fail(machine: OutboxMachine, event: Extract<OutboxEvent, { readonly type: 'failed' }>, effects: OutboxEffect[]): OutboxMachine {
  const { place, problem, now, random } = event;
  const moved = moveAll(machine, at(place), { type: 'failed', now, problem }, effects);
  const judgement = judge(problem.code);
  const begunAt = machine.sentAt[place] ?? 0;
  const held = heldAfter(machine, event);
  if (judgement.kind !== 'hold') return { ...hear(moved, now, begunAt, effects), hold: held, failures: 0 };
  const failures = machine.failures + 1;
  const until = untilOf(judgement.waits, failures, problem, now);
  const hold =
    held === null
      ? { waits: judgement.waits, since: now, until }
      : { ...held, until: held.until === null || until === null ? held.until : Math.max(held.until, until) };
  if (judgement.waits !== 'link') return { ...hear(moved, now, begunAt, effects), failures, hold };
  // During a silence this was only a try; if it began before the silence ended, it was lost in it. Neither is news. A `heardAt` in the
  // future comes from a clock corrected since and cannot be compared.
  if (machine.silent !== null || (begunAt < machine.heardAt && machine.heardAt <= now)) return moved;
  return { ...moved, silent: { tryAt: now + tryDelayMs(0, random), tries: 0 }, failures, hold };
}

function untilOf(waits: HoldReason, failures: number, problem: Problem, now: number): number | null {
  switch (waits) {
    case 'link':
      return now + Math.min(longestLinkWaitMs, exponentialDelayMs(failures));
    case 'platform':
      return now + Math.min(longestWaitMs, Math.max(exponentialDelayMs(failures), problem.retryAfterMs ?? 0));
    case 'session':
    case 'readOnly':
      return now + askAgainMs;
    case 'reload':
      return null;
    default:
      return waits satisfies never;
  }
}
