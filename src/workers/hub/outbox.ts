import { type Command, commandSchema, type OutboxItem } from '../../contracts/outbox.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { HubMessage, ResourceKey } from '../../contracts/rpc.ts';
import { z } from '../../contracts/zod.ts';
import type { Call } from '../../domain/api/client.ts';
import { excludes, requestOf, touchedBy } from '../../domain/outbox/command.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { isAnswer } from '../../domain/outbox/judge.ts';
import { stepOutbox } from '../../domain/outbox/machine.ts';
import { initialOutbox, type OutboxEffect, type OutboxEvent } from '../../domain/outbox/state.ts';
import { noticeOf } from '../../domain/outbox/words.ts';
import { isFull } from '../../store/guarded.ts';
import { type OutboxStatus, worldOf } from '../../domain/outbox/world.ts';
import type { OutboxDraft, OutboxStore } from '../../store/types.ts';
import { createOutboxDisk } from './outboxDisk.ts';
import { beginListing } from './outboxListing.ts';
import { createUnkept, notTaken } from './unkept.ts';
import { within } from './within.ts';

/**
 * Performs what the outbox machine orders, in its order: what is durable is on the disk before the next effect begins, and calls are
 * sent beside it, their outcome coming back as an event. It decides nothing.
 */
export interface OutboxWorld {
  readonly store: OutboxStore;
  readonly call: Call<AbortSignal>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
  /** Server's clock, epoch milliseconds. */
  readonly now: () => number;
  /** The same where the platform has confirmed it; null where nobody knows. */
  readonly confirmedNow: () => number | null;
  /** The platform's newest word to the person who is in; null where none is held. */
  readonly word: () => string | null;
  /** What a settled command changed: fetched, since the stream that tells of it may be down. */
  readonly refetch: (keys: readonly ResourceKey[]) => void;
  readonly notify: (notice: HubMessage & { readonly kind: 'notice' }) => void;
  readonly storage: (problem: Problem | null) => void;
  /** Whether the person whose outbox it is has decided to leave, though it is not ended yet: what is stored from then on would go unasked. */
  readonly isLeft: () => boolean;
}

export interface Outbox {
  /** Answers ok once the commands are on the disk, or, where that has no room, were sent from memory (unkept.ts). Asked again with the same decision it changes nothing. */
  readonly enqueue: (decision: string, commands: readonly Command[]) => Promise<Result<null>>;
  /** Takes back what cannot have left yet; answers how many commands that were. */
  readonly takeBack: (keys: readonly string[]) => Promise<Result<{ readonly taken: number }>>;
  /** Forgets settled commands that the person has seen. */
  readonly dismiss: (keys: readonly string[]) => Promise<Result<null>>;
  /** What the hub knows of link, session and read-only mode. */
  readonly heed: (status: OutboxStatus) => void;
  /** The platform has answered a call, whichever, or a stream has said hello. `begunAt` is when that call began, on the clock of `now`. */
  readonly heard: (begunAt?: number) => void;
  /** What time it is has been confirmed, and moved by so much: when something was decided before that is put right before it is sent (D-56). */
  readonly clockMoved: (byMs: number) => void;
  /** There may be a link again: tries at once what waits for its time. */
  readonly nudge: () => void;
  /** Runs this once nothing is on its way, at once where nothing is: commands go before what only reads. Waits two seconds and a half at most. */
  readonly ahead: (run: () => void) => void;
  /** Commands that the platform has not answered; null where that is not known, which is not none. */
  readonly unsent: () => Promise<number | null>;
  /** All that is held in memory, settled or not, in its order; null where the disk could not be read, so that nobody knows. */
  readonly held: () => readonly OutboxItem[] | null;
  /** Begins nothing more, ends what is under way and answers when the disk has all of it. */
  readonly end: () => Promise<void>;
}

const stepFailed: Problem = {
  code: 'storage',
  message:
    'Something that waits on this device to be sent could not be dealt with. It is kept, and tried again when the console is reloaded.',
  retry: true,
};
/** Another hub keeps the outbox, or nobody can: what was ordered here may have been taken back there. */
const notMarked: Problem = { code: 'storage', message: 'It was not sent from here: another tab decides about it now.', retry: true };
const stillThere = 'It could not be removed from this device just now, and waits to be sent as before.';
/** A mistake of a screen's: from the disk it could not be read again. */
const notWellFormed: Problem = { code: 'bad_request', message: 'It was not taken: it is not as the platform takes it.', retry: false };
const commandsSchema = z.array(commandSchema);
const beingLeft: Problem = { code: 'cancelled', message: 'The console is being left.', retry: false };
/** A call that threw has said nothing of what became of it: it is sent again, under the same key. */
const noAnswer: Result<never> = { ok: false, problem: { code: 'network', message: 'No answer came.', retry: true } };

/** What became of a decision: at once where the disk has it or it was not taken, later where it goes from memory and nobody behind it is to wait. */
interface Added {
  readonly outcome: Result<null> | Promise<Result<null>>;
}
const done: Result<null> = { ok: true, value: null };
const failed = (problem: Problem): Added => ({ outcome: { ok: false, problem } });

type News = OutboxEvent extends infer Event ? (Event extends { readonly now: number } ? Omit<Event, 'now' | 'random'> : never) : never;

/** How long reads wait for commands on their way, milliseconds: what takes longer is not a question of room on the line. */
const aheadMs = 2500;
/** How long what can be sent without any waits for room, milliseconds: a decision is answered within a page's 5 s (unkept.ts), however full the device is. */
const roomInReachMs = 1_000;
/** How long counting waits for what is being stored, milliseconds. */
const countLimitMs = 1500;

export function createOutbox(world: OutboxWorld): Outbox {
  const ending = new AbortController();
  /** How to drop each sending under way, by the place of its command. */
  const underWay = new Map<number, AbortController>();
  /** Sendings and tries that have not ended. */
  const working = new Set<Promise<void>>();
  const behind = new Set<() => void>();
  /** Keys of what was decided while nobody had confirmed what time it was. */
  const unsure = new Set<string>();
  let machine = initialOutbox;
  /** Sendings that were ordered and wait for the disk. */
  let ordered = 0;
  let effects: Promise<unknown> = Promise.resolve();
  let additions: Promise<unknown> = Promise.resolve();
  let cancelTimer = () => {};

  const send = (news: News): void => {
    const step = stepOutbox(machine, { ...news, now: world.now(), random: world.random() });
    machine = step.machine;
    for (const effect of step.effects) {
      if (effect.type === 'send') ordered += 1;
      effects = effects.then(() => perform(effect)).catch(() => world.storage(stepFailed)); // one bad step silences none after it
    }
    if (!isSending()) for (const run of behind) run();
  };

  /**
   * What was heard is told once all that was ordered before has left: on a device whose disk is busy a command waits for its mark, and an answer to another call would be taken for
   * the sign that it was lost, be sent twice and its own answer be thrown away.
   */
  const sendHeard = async (news: News): Promise<void> => {
    if (ordered === 0) return send(news);
    const told = effects.then(() => send(news));
    effects = told;
    return told;
  };

  const disk = createOutboxDisk(world.store, world.storage);

  const save = async (item: OutboxItem, roomForMs: number): Promise<Problem | null> => {
    const problem = await disk.save(item, roomForMs);
    if (problem === null || !isUnsent(item)) memory.kept(item.place);
    // Another hub keeps the outbox by now: whoever waits here for an outcome asks that one.
    if (problem?.code === 'cancelled') memory.end();
    return problem;
  };

  const tell = (notice: ReturnType<typeof noticeOf>): void => {
    if (notice !== null) world.notify(notice);
  };

  const memory = createUnkept({
    items: () => machine.items,
    setTimer: world.setTimer,
    takeBack: (keys) => send({ type: 'takeBack', keys }),
    notify: world.notify,
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
    const answer = await world.call(id, { ...input, ...decided, idempotencyKey: item.key, firstByteMs, signal }).catch(() => noAnswer);
    // Another sending of it has begun: what becomes of the command is that one's to tell.
    if (dropping.signal.aborted) return;
    underWay.delete(item.place);
    await sendHeard(answer.ok ? { type: 'delivered', place: item.place } : { type: 'failed', place: item.place, problem: answer.problem });
    memory.tried(item.place);
  };

  /** Who is here is the smallest thing to ask that only the platform can answer. */
  const ask = async (firstByteMs: number): Promise<void> => {
    const begunAt = world.now();
    const answer = await world.call('me', { firstByteMs, signal: ending.signal }).catch(() => noAnswer);
    if (answer.ok || isAnswer(answer.problem.code)) heard(begunAt);
  };

  const perform = async (effect: OutboxEffect): Promise<void> => {
    switch (effect.type) {
      case 'save':
        // What stands in memory alone found no room a moment ago, and goes out without.
        return void (await save(effect.item, memory.isAlone(effect.item.place) ? 0 : roomInReachMs));
      case 'remove':
        return disk.remove(effect.places);
      case 'send':
        // A hub that was replaced learns it by its mark: its successor may have let the person take the command back, or change who is in.
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
        cancelTimer = effect.delayMs === null ? () => {} : world.setTimer(effect.delayMs, () => send({ type: 'timerFired' }));
        return;
      case 'settled':
        if (ending.signal.aborted) return;
        world.refetch(touchedBy(effect.item.command));
        tell(noticeOf(effect.item));
        return;
      default:
        return effect satisfies never;
    }
  };

  /** Resolves when everything ordered so far has been performed. */
  const settled = async (): Promise<void> => {
    for (let seen = effects; ; seen = effects) {
      await seen;
      if (seen === effects) return;
    }
  };

  /** Whether the disk has told what was waiting. */
  let isListed = false;
  const listing = beginListing({
    list: world.store.list,
    setTimer: world.setTimer,
    storage: world.storage,
    listed: ({ items, setAside }) => {
      isListed = true;
      send({ type: 'restored', items });
      if (setAside > 0)
        world.notify({
          kind: 'notice',
          level: 'error',
          title: 'An action could not be read',
          text: 'Something that was waiting on this device to be sent is damaged and will not be sent. Check whether it was done.',
        });
    },
  });

  /**
   * Whether what is decided now is sent now, or within seconds: who is in is confirmed as soon as a stream has come. A link that only seems to be one is found out by the
   * sending.
   */
  const isWithinReach = (): boolean => {
    const { world: now, hold, silent } = machine;
    return !now.readOnly && hold === null && (now.link || (now.session && silent === null));
  };
  const roomForMs = (): number => (isWithinReach() ? roomInReachMs : Number.POSITIVE_INFINITY);
  /** No room, or none made in time: with the platform in reach a decision needs none (F-16). */
  const addInMemory = (decision: string, drafts: readonly OutboxDraft[]): Added => {
    // After every place that the disk has given, and never given by it before a row of this place is written.
    const first = Math.max(world.now(), ...machine.items.map(({ place }) => place + 1));
    const items = drafts.map((draft, part): OutboxItem => ({ ...draft, place: first + part }));
    const outcome = memory.outcome(
      decision,
      items.map(({ place }) => place),
    );
    send({ type: 'added', items });
    return { outcome };
  };
  /** What stands in memory alone goes to the disk before what was decided after it, or not at all: rows are sent in the order of their places. */
  const keepEarlier = async (): Promise<Problem | null> => {
    for (const { place } of memory.unsent()) {
      // In turn with what was ordered before, and as it then is: an older form must not be written over a newer one.
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

  const add = async (decision: string, decided: readonly Command[]): Promise<Added> => {
    // As the next hub will read it from the disk: under one key the platform takes the same words only (server/commands/idempotency.ts).
    const read = z.safeParse(commandsSchema, decided);
    if (!read.success) return failed(notWellFormed);
    const commands = read.data;
    const unread = await listing.ready();
    if (ending.signal.aborted || world.isLeft()) return failed(beingLeft);
    // What stands there already could be the same, or exclude it.
    if (unread !== null) return failed(unread);
    if (machine.items.some((item) => item.decision === decision)) return { outcome: memory.underWay(decision) ?? done };
    const waiting = machine.items.find((item) => isUnsent(item) && commands.some((command) => excludes(item.command, command)));
    if (waiting !== undefined) return failed({ code: 'conflict', message: 'One of these is already waiting to be sent.', retry: false });
    const word = world.word();
    const drafts = commands.map(
      (command, part): OutboxDraft => ({
        key: `${decision}.${part}`,
        decision,
        command,
        state: 'pending',
        decidedAt: world.now(),
        ...(word === null ? {} : { word }),
        attempts: 0,
        maybeDone: false,
        notBefore: null,
        problem: null,
        settledAt: null,
      }),
    );
    if (world.confirmedNow() === null) for (const { key } of drafts) unsure.add(key);
    const unkept = await keepEarlier();
    const added = unkept === null ? await world.store.add(drafts, roomForMs()) : ({ ok: false, problem: unkept } as const);
    // Whoever left meanwhile was asked about what was unsent then, and not about this.
    if (world.isLeft()) {
      if (added.ok) await disk.remove(added.value.map(({ place }) => place));
      return failed(beingLeft);
    }
    if (!added.ok && (ending.signal.aborted || !isFull(added.problem))) return failed(added.problem);
    if (!added.ok) {
      world.storage(added.problem);
      return isWithinReach() ? addInMemory(decision, drafts) : failed(notTaken);
    }
    send({ type: 'added', items: added.value });
    return { outcome: done };
  };

  return {
    enqueue: (decision, commands) => {
      // One after the other: two tabs that decide the same at once must not both pass the check.
      const turn = additions.then(() => add(decision, commands));
      additions = turn.catch(() => null); // one that threw must not keep the next from its turn
      return turn.then(({ outcome }) => outcome);
    },
    takeBack: async (keys) => {
      const unread = await listing.ready();
      if (unread !== null) return { ok: false, problem: unread };
      const before = machine.items;
      send({ type: 'takeBack', keys: new Set(keys) });
      const taken = before.filter((item) => !machine.items.some(({ place }) => place === item.place));
      await settled();
      // Taken back only once the disk says so: from a row that stayed the next hub would send it.
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
    heed: (status) => {
      const next = worldOf(status);
      const { link, session, readOnly } = machine.world;
      if (next.link !== link || next.session !== session || next.readOnly !== readOnly) send({ type: 'world', world: next });
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
      const cancel = world.setTimer(aheadMs, once);
      behind.add(once);
    },
    unsent: async () => {
      // What is being stored this moment counts, too.
      if ((await within(additions, countLimitMs, world.setTimer)) === 'late' || !(await listing.isKnown())) return null;
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
