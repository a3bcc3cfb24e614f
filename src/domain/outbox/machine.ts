import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Problem } from '../../contracts/problem.ts';
import { exponentialDelayMs } from '../backoff.ts';
import { resourcesOf } from './command.ts';
import { isUnsent, type ItemEvent, moveItem } from './item.ts';
import { type HoldReason, judge } from './judge.ts';

/**
 * The outbox machine: when which command is sent, and what its failure means for the others. What it keeps true stands in
 * SPEC.md. Pure: times come with the events, effects are data.
 */
export interface OutboxMachine {
  /** In the order in which they were decided. */
  readonly items: readonly OutboxItem[];
  readonly world: OutboxWorld;
  /** Set while nothing at all is sent; `until` is when it is tried anyway, null: only when the world changes. */
  readonly hold: { readonly waits: HoldReason; readonly until: number | null } | null;
  /** Sendings that failed for reasons of the platform or the link since the last one that did not. */
  readonly failures: number;
  readonly stopped: boolean;
}

/** What must be so for anything to be sent. */
export interface OutboxWorld {
  /** The platform can be reached, as far as the transport knows. */
  readonly link: boolean;
  /** The platform has confirmed who is at the console: a command must not go under another person's cookie. */
  readonly session: boolean;
  /** Read-only mode is on (D-23). */
  readonly readOnly: boolean;
}

export type OutboxEvent = { readonly now: number } & (
  | { readonly type: 'restored'; readonly items: readonly OutboxItem[] }
  | { readonly type: 'added'; readonly items: readonly OutboxItem[] }
  | { readonly type: 'world'; readonly world: OutboxWorld }
  | { readonly type: 'delivered'; readonly place: number }
  | { readonly type: 'failed'; readonly place: number; readonly problem: Problem }
  | { readonly type: 'takeBack'; readonly keys: ReadonlySet<string> }
  | { readonly type: 'dismiss'; readonly keys: ReadonlySet<string> }
  | { readonly type: 'timerFired' }
  /** The person does not want to wait for the next try. */
  | { readonly type: 'nudge' }
  /** The person leaves, or another hub takes over: nothing is begun any more. */
  | { readonly type: 'stop' }
);
export type OutboxEventType = OutboxEvent['type'];

/** In this order; `save` and `remove` have reached the disk before the next one begins. */
export type OutboxEffect =
  | { readonly type: 'save'; readonly item: OutboxItem }
  | { readonly type: 'remove'; readonly places: readonly number[] }
  /** Answered with `delivered` or `failed`. */
  | { readonly type: 'send'; readonly item: OutboxItem }
  /** Replaces the timer set before; null clears it. */
  | { readonly type: 'timer'; readonly delayMs: number | null }
  | { readonly type: 'settled'; readonly item: OutboxItem };

/** On their way at once: few, so that a slow link carries reads too. */
export const mostUnderWay = 3;
/** How long what was sent stays to be seen, milliseconds. */
export const sentShownMs = 60 * 60_000;
/** No wait is longer, milliseconds: one that seems to be is of a clock that was set back. */
const longestWaitMs = 5 * 60_000;
/** In read-only mode, and with a session that a call was refused under, it is asked again this often, milliseconds. */
const askAgainMs = 30_000;

export const initialOutbox: OutboxMachine = {
  items: [],
  world: { link: false, session: false, readOnly: false },
  hold: null,
  failures: 0,
  stopped: false,
};

export function stepOutbox(
  machine: OutboxMachine,
  event: OutboxEvent,
): { readonly machine: OutboxMachine; readonly effects: readonly OutboxEffect[] } {
  const effects: OutboxEffect[] = [];
  const next = tend(react(machine, event, effects), event.now, effects);
  return { machine: next, effects };
}

function react(machine: OutboxMachine, event: OutboxEvent, effects: OutboxEffect[]): OutboxMachine {
  switch (event.type) {
    case 'restored': {
      const restored = { ...machine, items: [...event.items, ...machine.items] };
      return moveAll(restored, () => true, { type: 'restore' }, effects);
    }
    case 'added':
      return { ...machine, items: [...machine.items, ...event.items] };
    case 'world':
      return changeWorld(machine, event.world, event.now);
    case 'delivered': {
      const settled = moveAll(machine, at(event.place), { type: 'delivered', now: event.now }, effects);
      return { ...settled, hold: null, failures: 0 };
    }
    case 'failed':
      return fail(machine, event, effects);
    case 'takeBack':
      return moveAll(machine, ({ key }) => event.keys.has(key), { type: 'takeBack' }, effects);
    case 'dismiss':
      return moveAll(machine, ({ key }) => event.keys.has(key), { type: 'dismiss' }, effects);
    case 'timerFired':
      return machine;
    case 'nudge':
      return {
        ...machine,
        hold: machine.hold?.waits === 'reload' ? machine.hold : null,
        items: machine.items.map((item) => (item.notBefore === null ? item : { ...item, notBefore: null })),
      };
    case 'stop':
      return { ...machine, stopped: true };
    default:
      return event satisfies never;
  }
}

const at = (place: number) => (item: OutboxItem) => item.place === place;

/** Moves the items meant and orders what follows from it: what changed is saved, what leaves is removed, what is settled is told. */
function moveAll(machine: OutboxMachine, meant: (item: OutboxItem) => boolean, event: ItemEvent, effects: OutboxEffect[]): OutboxMachine {
  const removed: number[] = [];
  const items = machine.items.flatMap((item) => {
    const next = meant(item) ? moveItem(item, event) : item;
    if (next === null) {
      removed.push(item.place);
      return [];
    }
    if (next !== item) {
      effects.push({ type: 'save', item: next });
      if (isUnsent(item) && !isUnsent(next)) effects.push({ type: 'settled', item: next });
    }
    return [next];
  });
  if (removed.length > 0) effects.push({ type: 'remove', places: removed });
  return { ...machine, items };
}

/** What was waited for has come: the hold is off. A state that only stays as it is lifts nothing. */
function changeWorld(machine: OutboxMachine, world: OutboxWorld, now: number): OutboxMachine {
  const before = machine.world;
  const waits = machine.hold?.waits;
  const linkCame = world.link && !before.link && (waits === 'link' || waits === 'platform');
  const sessionCame = world.session && !before.session && waits === 'session';
  const released = !world.readOnly && before.readOnly && waits === 'readOnly';
  const lifted = linkCame || sessionCame || released;
  const kept = lifted ? null : machine.hold;
  // Read-only mode that the platform has told of need not be found out by a refusal.
  const hold = kept === null && world.readOnly ? { waits: 'readOnly' as const, until: now + askAgainMs } : kept;
  return { ...machine, world, hold, failures: linkCame ? 0 : machine.failures };
}

function fail(machine: OutboxMachine, event: Extract<OutboxEvent, { readonly type: 'failed' }>, effects: OutboxEffect[]): OutboxMachine {
  const { place, problem, now } = event;
  const moved = moveAll(machine, at(place), { type: 'failed', now, problem }, effects);
  const judgement = judge(problem.code);
  if (judgement.kind !== 'hold') return { ...moved, hold: null, failures: 0 };
  const failures = machine.failures + 1;
  return { ...moved, failures, hold: { waits: judgement.waits, until: untilOf(judgement.waits, failures, problem, now) } };
}

function untilOf(waits: HoldReason, failures: number, problem: Problem, now: number): number | null {
  switch (waits) {
    case 'link':
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

/** Begins what is due, forgets what was shown long enough, and sets the timer to what is due next. */
function tend(machine: OutboxMachine, now: number, effects: OutboxEffect[]): OutboxMachine {
  const old = machine.items.filter(({ state, settledAt }) => state === 'sent' && settledAt !== null && now - settledAt >= sentShownMs);
  if (old.length > 0) effects.push({ type: 'remove', places: old.map(({ place }) => place) });
  let next: OutboxMachine = old.length === 0 ? machine : { ...machine, items: machine.items.filter((item) => !old.includes(item)) };
  if (next.hold !== null && next.hold.until !== null && isOver(next.hold.until, now)) next = { ...next, hold: null };

  for (const item of dueNow(next, now)) {
    const begun = moveItem(item, { type: 'begin' });
    if (begun === null || begun === item) continue;
    effects.push({ type: 'save', item: begun }, { type: 'send', item: begun });
    next = { ...next, items: next.items.map((held) => (held === item ? begun : held)) };
  }
  effects.push({ type: 'timer', delayMs: nextDelay(next, now) });
  return next;
}

/** Whether a wait is done with. */
function isOver(until: number, now: number): boolean {
  return now >= until || until - now > longestWaitMs;
}

/** Whether anything may be sent at all. */
function isOpen(machine: OutboxMachine): boolean {
  const { world, hold, stopped } = machine;
  return !stopped && world.link && world.session && hold === null;
}

/** Commands to begin: in order, none before an unsettled earlier one that touches the same (SPEC 3). */
function dueNow(machine: OutboxMachine, now: number): readonly OutboxItem[] {
  if (!isOpen(machine)) return [];
  const taken = new Set<string>();
  const due: OutboxItem[] = [];
  let underWay = machine.items.filter(({ state }) => state === 'sending').length;
  for (const item of machine.items) {
    if (!isUnsent(item)) continue;
    const resources = resourcesOf(item.command);
    const free = resources.every((resource) => !taken.has(resource));
    for (const resource of resources) taken.add(resource);
    if (!free || item.state !== 'pending' || underWay >= mostUnderWay || !isOver(item.notBefore ?? now, now)) continue;
    due.push(item);
    underWay += 1;
  }
  return due;
}

/** Milliseconds until something falls due by time alone; null when only the world can change anything. */
function nextDelay(machine: OutboxMachine, now: number): number | null {
  const { items, hold, stopped } = machine;
  if (stopped) return null;
  const dues = items.flatMap(({ state, settledAt }) => (state === 'sent' && settledAt !== null ? [settledAt + sentShownMs] : []));
  if (hold !== null && hold.until !== null && items.some(isUnsent)) dues.push(hold.until);
  else if (isOpen(machine))
    dues.push(...items.flatMap(({ state, notBefore }) => (state === 'pending' && notBefore !== null ? [notBefore] : [])));
  return dues.length === 0 ? null : Math.max(0, Math.min(...dues) - now);
}
