import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Problem } from '../../contracts/problem.ts';
import { exponentialDelayMs } from '../backoff.ts';
import { longestWaitMs, tend, tryDelayMs, tryPatienceMs } from './due.ts';
import { isUnsent, type ItemEvent, moveItem } from './item.ts';
import { type HoldReason, judge } from './judge.ts';
import type { OutboxEffect, OutboxEvent, OutboxMachine, OutboxWorld } from './state.ts';

/** A sending that began this much before a call that has been answered, and is not answered itself, is lost. Milliseconds. */
const overtakenByMs = 300;
/** After a sending that failed though the platform was heard, no wait for the next is longer, milliseconds. */
const longestLinkWaitMs = 8000;
/** In read-only mode, and with a session that a call was refused under, it is asked again this often, milliseconds. */
const askAgainMs = 30_000;

/**
 * The outbox machine: when which command is sent, and what its failure means for the others. What it keeps true stands in
 * SPEC.md. Pure: times and chance come with the events, effects are data.
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
      // One that could not be taken back comes in again where it stood.
      return { ...machine, items: [...machine.items, ...event.items].sort((a, b) => a.place - b.place) };
    case 'world':
      return changeWorld(machine, event.world, event.now, effects);
    case 'sent':
      return { ...machine, sentAt: { ...machine.sentAt, [event.place]: event.now } };
    case 'delivered': {
      const settled = moveAll(machine, at(event.place), { type: 'delivered', now: event.now }, effects);
      return { ...hear(settled, event.now, machine.sentAt[event.place] ?? 0, effects), hold: null, failures: 0 };
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
 * Whether a command that is lost now was lost before. Calls may be handed to several instances in turn, of which one stands still: what is asked would then reach the others each time, and
 * the command, which goes next, never. By chance one more small call goes before it, so that it comes to another's turn.
 */
function hasGoneAgain({ items }: OutboxMachine, place: number): boolean {
  return items.some((item) => item.place === place && item.attempts > 1);
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

/**
 * The platform has spoken: the silence is over, and what was sent well before the call that it has answered went into a dead link and is sent anew. `begunAt` is
 * when that call began. Not while nobody is confirmed: every answer to a try has the session ask who is here, and nothing could be sent but for that.
 */
function hear(machine: OutboxMachine, now: number, begunAt: number, effects: OutboxEffect[]): OutboxMachine {
  if (machine.silent === null || !machine.world.session) return machine;
  const isLost = ({ place, state }: OutboxItem): boolean => state === 'sending' && (machine.sentAt[place] ?? now) < begunAt - overtakenByMs;
  for (const { place } of machine.items.filter(isLost)) effects.push({ type: 'drop', place });
  return { ...moveAll(machine, isLost, { type: 'restore' }, effects), silent: null, heardAt: now };
}

/** What was waited for has come: the hold is off. A state that only stays as it is lifts nothing. */
function changeWorld(machine: OutboxMachine, world: OutboxWorld, now: number, effects: OutboxEffect[]): OutboxMachine {
  const before = machine.world;
  const waits = machine.hold?.waits;
  const linkCame = world.link && !before.link;
  const linkAwaited = linkCame && (waits === 'link' || waits === 'platform');
  const sessionCame = world.session && !before.session && waits === 'session';
  const released = !world.readOnly && before.readOnly && waits === 'readOnly';
  const lifted = linkAwaited || sessionCame || released;
  const kept = lifted ? null : machine.hold;
  // Read-only mode that the platform has told of need not be found out by a refusal.
  const hold = kept === null && world.readOnly ? { waits: 'readOnly' as const, until: now + askAgainMs } : kept;
  const changed = { ...machine, world, hold };
  if (linkCame) return { ...hear(changed, now, 0, effects), failures: 0 };
  if (world.session && !before.session) return hear(changed, now, 0, effects);
  // The stream went. Calls may still go through, and the first try tells.
  const lost = !world.link && before.link && machine.silent === null;
  return lost ? { ...changed, silent: { tryAt: now, tries: 0 } } : changed;
}

function fail(machine: OutboxMachine, event: Extract<OutboxEvent, { readonly type: 'failed' }>, effects: OutboxEffect[]): OutboxMachine {
  const { place, problem, now, random } = event;
  const moved = moveAll(machine, at(place), { type: 'failed', now, problem }, effects);
  const judgement = judge(problem.code);
  const begunAt = machine.sentAt[place] ?? 0;
  if (judgement.kind !== 'hold') return { ...hear(moved, now, begunAt, effects), hold: null, failures: 0 };
  const failures = machine.failures + 1;
  const hold = { waits: judgement.waits, until: untilOf(judgement.waits, failures, problem, now) };
  if (judgement.waits !== 'link') return { ...hear(moved, now, begunAt, effects), failures, hold };
  // In silence it was a try; begun before the silence was broken, it was lost in it. Neither says anything new.
  // Broken in the future it was by a clock that has been put right since, and what began before that is not known to.
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
