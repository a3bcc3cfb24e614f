import type { DraftLeft } from '../../../contracts/draft.ts';
import { type Command, commandSchema, type OutboxItem } from '../../../contracts/outbox.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { HubMessage, ResourceKey } from '../../../contracts/rpc.ts';
import { z } from '../../../contracts/zod.ts';
import type { Call } from '../../../domain/api/client.ts';
import { obstacleTo, requestOf, rowOf } from '../../../domain/commands/commands.ts';
import { isUnsent } from '../../../domain/outbox/item.ts';
import { isAnswer } from '../../../domain/outbox/judge.ts';
import { stepOutbox } from '../../../domain/outbox/machine.ts';
import { initialOutbox, type OutboxEffect, type OutboxEvent } from '../../../domain/outbox/state.ts';
import { noticeOf } from '../../../domain/outbox/labels.ts';
import { isFull } from '../../../store/guarded.ts';
import { type OutboxStatus, conditionsOf } from '../../../domain/outbox/conditions.ts';
import type { NewOutboxItem, OutboxStore } from '../../../store/types.ts';
import { newItemsOf } from './newItemsOf.ts';
import { createOutboxDisk } from './outboxDisk.ts';
import { beginListing } from './outboxListing.ts';
import { createUnkept, notTaken } from './unkept.ts';
import { within } from '../within.ts';

/** Performs the effects of the outbox machine in order: durable writes finish before the next effect starts; calls run in parallel and report back as events. Makes no decisions. */
export interface OutboxDeps {
  readonly store: OutboxStore;
  readonly call: Call<AbortSignal>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
  /** Server clock, epoch milliseconds. */
  readonly now: () => number;
  /** The same clock if the platform has confirmed it; null otherwise. */
  readonly confirmedNow: () => number | null;
  /** The newest platform word (D-56) for the signed-in person; null if there is none. */
  readonly word: () => string | null;
  /** Fetches what a settled command changed, because the stream that reports it may be down. */
  readonly refetch: (keys: readonly ResourceKey[]) => void;
  readonly notify: (notice: HubMessage & { readonly kind: 'notice' }) => void;
  readonly storage: (problem: Problem | null) => void;
  /** Whether the owner has decided to leave although the outbox has not ended: commands stored from then on would be lost without a question. */
  readonly isLeft: () => boolean;
}

/** What stays of the draft whose text the commands carry, and when the writes before it are done. */
interface TypedText {
  readonly left: DraftLeft;
  readonly written: Promise<unknown>;
}

/** The outbox of one session context (src/domain/outbox/SPEC.md). */
export interface Outbox {
  /**
   * Ok once the commands are on the disk or, if it is full, were sent from memory (unkept.ts). Idempotent per decision. `typed.left` replaces
   * the draft whose text they carry, with the commands or not at all, once `typed.written` has resolved; they count as unsent from now on.
   */
  readonly enqueue: (decision: string, commands: readonly Command[], typed?: TypedText) => Promise<Result<null>>;
  /** Withdraws commands that cannot have been sent yet; returns how many. */
  readonly takeBack: (keys: readonly string[]) => Promise<Result<{ readonly taken: number }>>;
  /** Deletes settled commands that the user has seen. */
  readonly dismiss: (keys: readonly string[]) => Promise<Result<null>>;
  /** Updates link, session and read-only mode. */
  readonly handle: (status: OutboxStatus) => void;
  /** The platform answered any call, or a stream said hello. `begunAt`: when that call began, on the clock of `now`. */
  readonly heard: (begunAt?: number) => void;
  /** The clock was confirmed and moved by this much: corrects the decision times recorded before, before they are sent (D-56). */
  readonly clockMoved: (byMs: number) => void;
  /** The link may be back: retries waiting commands at once. */
  readonly nudge: () => void;
  /** Runs the callback once no command is in flight (at once if none is), because commands go before reads. Waits at most 2.5 s. */
  readonly ahead: (run: () => void) => void;
  /** Number of commands the platform has not answered; null if unknown, which is not zero. */
  readonly unsent: () => Promise<number | null>;
  /** All commands in memory, settled or not, in order; null if the disk could not be read. */
  readonly held: () => readonly OutboxItem[] | null;
  /** Starts nothing new, finishes work under way and resolves when the disk has everything. */
  readonly end: () => Promise<void>;
}

const stepFailed: Problem = {
  code: 'storage',
  message: 'An unsent action on this device could not be processed. It is kept, and retried when the console is reloaded.',
  retry: true,
};
/** Another hub owns the outbox, or the owner is unknown: the command may have been withdrawn there. */
const notMarked: Problem = { code: 'storage', message: 'It was not sent from here: another tab handles it now.', retry: true };
const stillThere = 'It could not be removed from this device right now, and is still waiting to be sent.';
/** A bug in a screen: the row could not be read back from the disk. */
const notWellFormed: Problem = { code: 'bad_request', message: 'It was not accepted: its format is not valid.', retry: false };
const alreadyWaiting: Problem = { code: 'conflict', message: 'One of these is already waiting to be sent.', retry: false };
const commandsSchema = z.array(commandSchema);
const beingLeft: Problem = { code: 'cancelled', message: 'The console is being left.', retry: false };
/** A call that threw says nothing about the command's outcome: it is sent again with the same key. */
const noAnswer: Result<never> = { ok: false, problem: { code: 'network', message: 'No answer came.', retry: true } };

/** Outcome of a decision: immediate if it is stored or refused; later if it is sent from memory and decisions behind it must not wait. */
interface Added {
  readonly outcome: Result<null> | Promise<Result<null>>;
}
const done: Result<null> = { ok: true, value: null };
const failed = (problem: Problem): Added => ({ outcome: { ok: false, problem } });

type News = OutboxEvent extends infer Event ? (Event extends { readonly now: number } ? Omit<Event, 'now' | 'random'> : never) : never;

/** How long reads wait for commands in flight, milliseconds; beyond that, bandwidth is not the cause. */
const aheadMs = 2500;
/** How long to wait for disk space if the commands can also be sent from memory, milliseconds: a page must be answered within 5 s (unkept.ts), however full the device is. */
const roomInReachMs = 1_000;
/** How long counting waits for commands being stored, milliseconds. */
const countLimitMs = 1500;

/** Starts with reading the stored commands; decisions made meanwhile come after them. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const ending = new AbortController();
  /** Cancels each request in flight, by the place of its command. */
  const underWay = new Map<number, AbortController>();
  /** Requests and probes that have not ended. */
  const working = new Set<Promise<void>>();
  const behind = new Set<() => void>();
  /** Keys of commands decided while the clock was not confirmed. */
  const unsure = new Set<string>();
  let machine = initialOutbox;
  /** Number of `send` effects that wait for the disk. */
  let ordered = 0;
  let effects: Promise<unknown> = Promise.resolve();
  let additions: Promise<unknown> = Promise.resolve();
  let cancelTimer = () => {};

  const send = (news: News): void => {
    const step = stepOutbox(machine, { ...news, now: deps.now(), random: deps.random() });
    machine = step.machine;
    for (const effect of step.effects) {
      if (effect.type === 'send') ordered += 1;
      effects = effects.then(() => perform(effect)).catch(() => deps.storage(stepFailed)); // one failed effect must not stop those after it
    }
    if (!isSending()) for (const run of behind) run();
  };

  /**
   * Reports an answer only after all earlier `send` effects have run. On a busy disk a command waits for its mark; otherwise an answer to another call would count as a sign that it was
   * lost, and it would be sent twice with its own answer ignored.
   */
  const sendHeard = async (news: News): Promise<void> => {
    if (ordered === 0) return send(news);
    const told = effects.then(() => send(news));
    effects = told;
    return told;
  };

  const disk = createOutboxDisk(deps.store, deps.storage);

  const save = async (item: OutboxItem, roomForMs: number): Promise<Problem | null> => {
    const problem = await disk.save(item, roomForMs);
    if (problem === null || !isUnsent(item)) memory.kept(item.place);
    // Another hub owns the outbox now: callers that wait for an outcome must ask that one.
    if (problem?.code === 'cancelled') memory.end();
    return problem;
  };

  const tell = (notice: ReturnType<typeof noticeOf>): void => {
    if (notice !== null) deps.notify(notice);
  };

  const memory = createUnkept({
    items: () => machine.items,
    setTimer: deps.setTimer,
    takeBack: (keys) => send({ type: 'takeBack', keys }),
    notify: deps.notify,
  });

  const isSending = (): boolean => machine.items.some(({ state }) => state === 'sending');

  const heard = (begunAt = 0): void => {
    if (machine.silent !== null) void sendHeard({ type: 'heard', begunAt });
  };

  const work = (doing: Promise<void>): void => {
    const done = doing.finally(() => working.delete(done));
    working.add(done);
  };

  const deliver = async (item: OutboxItem, firstByteMs: number): Promise<void> => {
    const dropping = new AbortController();
    underWay.set(item.place, dropping);
    const { id, input } = requestOf(item.command);
    const signal = AbortSignal.any([ending.signal, dropping.signal]);
    const decided = item.word === undefined ? {} : { decided: { at: item.decidedAt, word: item.word } };
    const answer = await deps.call(id, { ...input, ...decided, idempotencyKey: item.key, firstByteMs, signal }).catch(() => noAnswer);
    // A newer request for this command has begun and reports its outcome.
    if (dropping.signal.aborted) return;
    underWay.delete(item.place);
    await sendHeard(answer.ok ? { type: 'delivered', place: item.place } : { type: 'failed', place: item.place, problem: answer.problem });
    memory.tried(item.place);
  };

  /** `me` is the smallest request that only the platform can answer. */
  const ask = async (firstByteMs: number): Promise<void> => {
    const begunAt = deps.now();
    const answer = await deps.call('me', { firstByteMs, signal: ending.signal }).catch(() => noAnswer);
    if (answer.ok || isAnswer(answer.problem.code)) heard(begunAt);
  };

  const perform = async (effect: OutboxEffect): Promise<void> => {
    switch (effect.type) {
      case 'save':
        // Items that are only in memory found no disk space a moment ago: do not wait for space again.
        return void (await save(effect.item, memory.isAlone(effect.item.place) ? 0 : roomInReachMs));
      case 'remove':
        return disk.remove(effect.places);
      case 'send':
        // A replaced hub learns of it by its refused mark: its successor may have let the user withdraw the command, or another user may be signed in.
        ordered -= 1;
        if (!disk.isOurs(effect.item.place)) return send({ type: 'failed', place: effect.item.place, problem: notMarked });
        send({ type: 'sent', place: effect.item.place });
        return work(deliver(effect.item, effect.firstByteMs));
      case 'drop':
        return underWay.get(effect.place)?.abort();
      case 'ask':
        return work(ask(effect.firstByteMs));
      case 'timer':
        cancelTimer();
        cancelTimer = effect.delayMs === null ? () => {} : deps.setTimer(effect.delayMs, () => send({ type: 'timerFired' }));
        return;
      case 'settled':
        if (ending.signal.aborted) return;
        deps.refetch(rowOf(effect.item.command).touches);
        tell(noticeOf(effect.item));
        return;
      default:
        return effect satisfies never;
    }
  };

  /** Resolves when all effects ordered so far have been performed. */
  const settled = async (): Promise<void> => {
    for (let seen = effects; ; seen = effects) {
      await seen;
      if (seen === effects) return;
    }
  };

  /** Whether the stored commands have been read. */
  let isListed = false;
  const listing = beginListing({
    list: deps.store.list,
    setTimer: deps.setTimer,
    storage: deps.storage,
    listed: ({ items, setAside }) => {
      isListed = true;
      send({ type: 'restored', items });
      if (setAside > 0)
        deps.notify({
          kind: 'notice',
          level: 'error',
          title: 'An action could not be read',
          text: 'An unsent action on this device is damaged and will not be sent. Check whether it was done.',
        });
    },
  });

  /** Whether a command decided now is sent at once or within seconds: the session is confirmed as soon as a stream opens. Sending finds out whether the link really works. */
  const isWithinReach = (): boolean => {
    const { conditions: now, hold, silent } = machine;
    return !now.readOnly && hold === null && (now.link || (now.session && silent === null));
  };
  const roomForMs = (): number => (isWithinReach() ? roomInReachMs : Number.POSITIVE_INFINITY);
  /** The disk is full: with the platform in reach a decision is sent from memory (F-16). */
  const addInMemory = (decision: string, newItems: readonly NewOutboxItem[]): Added => {
    // After every place that the disk has assigned, and never assigned by it before a row with this place is written.
    const first = machine.items.reduce((after, { place }) => Math.max(after, place + 1), deps.now());
    const items = newItems.map((newItem, part): OutboxItem => ({ ...newItem, place: first + part }));
    const outcome = memory.outcome(
      decision,
      items.map(({ place }) => place),
    );
    send({ type: 'added', items });
    return { outcome };
  };
  /** Items only in memory must be stored before later decisions, or those are refused: rows are sent in the order of their places. */
  const keepEarlier = async (): Promise<Problem | null> => {
    for (const { place } of memory.unsent()) {
      // Queued after earlier effects and read at that time, so that an older state does not overwrite a newer one.
      const saved = effects.then(() => {
        const item = machine.items.find((each) => each.place === place);
        return item === undefined ? null : save(item, roomForMs());
      });
      effects = saved.catch(() => null);
      const problem = await saved;
      if (problem !== null) return problem;
    }
    return null;
  };

  const add = async (decision: string, decided: readonly Command[], left: DraftLeft | undefined): Promise<Added> => {
    // Parsed as the next hub would read it from the disk: for one key the platform accepts only the same content (server/commands/idempotency.ts).
    const read = z.safeParse(commandsSchema, decided);
    if (!read.success) return failed(notWellFormed);
    const commands = read.data;
    const unread = await listing.ready();
    if (ending.signal.aborted || deps.isLeft()) return failed(beingLeft);
    // The unread outbox may contain the same decision, or a conflicting one.
    if (unread !== null) return failed(unread);
    if (machine.items.some((item) => item.decision === decision)) return { outcome: memory.underWay(decision) ?? done };
    const waiting = machine.items.filter(isUnsent).map(({ command }) => command);
    if (commands.some((command) => obstacleTo(command, { waiting }) !== null)) return failed(alreadyWaiting);
    const word = deps.word();
    const newItems = newItemsOf(decision, commands, deps.now(), word);
    if (deps.confirmedNow() === null) for (const { key } of newItems) unsure.add(key);
    const unkept = await keepEarlier();
    const added =
      unkept === null
        ? await deps.store.add(newItems, roomForMs(), left && { ...left, at: deps.now() })
        : ({ ok: false, problem: unkept } as const);
    // A user who signed out meanwhile was asked about the commands unsent then, not about these.
    if (deps.isLeft()) {
      if (added.ok) await disk.remove(added.value.map(({ place }) => place));
      return failed(beingLeft);
    }
    if (!added.ok && (ending.signal.aborted || !isFull(added.problem))) return failed(added.problem);
    if (!added.ok) {
      deps.storage(added.problem);
      return isWithinReach() ? addInMemory(decision, newItems) : failed(notTaken);
    }
    send({ type: 'added', items: added.value });
    return { outcome: done };
  };

  return {
    enqueue: (decision, commands, typed) => {
      // One after the other: two tabs that decide the same at once must not both pass the check.
      const turn = Promise.all([additions, typed?.written]).then(() => add(decision, commands, typed?.left));
      additions = turn.catch(() => null); // a failed call must not block the next one
      return turn.then(({ outcome }) => outcome);
    },
    takeBack: async (keys) => {
      const unread = await listing.ready();
      if (unread !== null) return { ok: false, problem: unread };
      const before = machine.items;
      send({ type: 'takeBack', keys: new Set(keys) });
      const taken = before.filter((item) => !machine.items.some(({ place }) => place === item.place));
      await settled();
      // Withdrawn only once the disk confirms: the next hub would send a row that stayed.
      const stayed = disk.stayed(taken);
      const [first] = stayed;
      if (first === undefined) return { ok: true, value: { taken: taken.length } };
      send({ type: 'added', items: stayed.map(({ item }) => item) });
      return { ok: false, problem: { ...first.problem, message: stillThere } };
    },
    dismiss: async (keys) => {
      const unread = await listing.ready();
      if (unread !== null) return { ok: false, problem: unread };
      send({ type: 'dismiss', keys: new Set(keys) });
      await settled();
      return { ok: true, value: null };
    },
    handle: (status) => {
      const next = conditionsOf(status);
      const { link, session, readOnly } = machine.conditions;
      if (next.link !== link || next.session !== session || next.readOnly !== readOnly) send({ type: 'conditions', conditions: next });
    },
    heard,
    clockMoved: (byMs) => {
      const keys = new Set(unsure);
      unsure.clear();
      if (keys.size > 0 && byMs !== 0) send({ type: 'clockMoved', keys, byMs });
    },
    nudge: () => send({ type: 'nudge' }),
    ahead: (run) => {
      if (!isSending()) return run();
      const once = (): void => {
        if (behind.delete(once)) cancel();
        else return;
        run();
      };
      const cancel = deps.setTimer(aheadMs, once);
      behind.add(once);
    },
    unsent: async () => {
      // Includes commands being stored at this moment.
      if ((await within(additions, countLimitMs, deps.setTimer)) === 'late' || !(await listing.isKnown())) return null;
      return machine.items.filter(isUnsent).length;
    },
    held: () => (isListed ? machine.items : null),
    end: async () => {
      listing.stop();
      await listing.ready();
      send({ type: 'stop' });
      ending.abort();
      memory.end();
      await additions;
      await Promise.all(working);
      await settled();
    },
  };
}
