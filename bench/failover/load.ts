import { randomUUID } from 'node:crypto';
import type { OutboxItem } from '../../src/contracts/outbox.ts';
import type { Problem } from '../../src/contracts/problem.ts';
import { type Call, createApiClient } from '../../src/domain/api/client.ts';
import type { OutboxStore } from '../../src/store/types.ts';
import type { OutboxStatus } from '../../src/domain/outbox/world.ts';
import { createOutbox, type Outbox } from '../../src/workers/hub/outbox.ts';
import type { Person } from './calls.ts';

/** A command that somebody has decided, and what they were told of it. */
export interface Decided {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** When a sending of it was answered 2xx; null while none was. */
  acknowledgedAt: number | null;
  /** Correlation ids of its sendings: its line of the record carries one of them. */
  readonly sendings: string[];
  /** Why the platform refused it; null where it has not. */
  refused: string | null;
}

/** Somebody who decides: the console's own outbox (src/workers/hub/outbox.ts), which sends, gives up and sends again under the same key. */
export interface Decider {
  readonly person: Person;
  readonly decided: readonly Decided[];
  /** Writes a note on an incident. */
  note(incidentId: string): void;
  /** The stream of this console said hello, or is there or not. */
  heard(): void;
  linked(isLinked: boolean): void;
  /** Commands that neither were acknowledged nor refused. */
  unsettled(): number;
  end(): Promise<void>;
}

/** What a note says: its key, by which it is found in the database. */
export const noteOf = (key: string): string => `Written by bench/failover, ${key}`;

/** @param problems told of what the outbox could not do, which in memory is nothing */
export function startDecider(person: Person, problems: (problem: Problem) => void): Decider {
  const decided = new Map<string, Decided>();
  let count = 0;
  let correlationId = '';
  const client = createApiClient<AbortSignal>({
    send: person.send,
    newCorrelationId: () => correlationId,
    caller: () => ({ tenantId: person.tenantId, accountId: person.accountId, build: 'dev' }),
  });
  const call: Call<AbortSignal> = async (of, input) => {
    correlationId = randomUUID(); // taken by the client before anything else runs
    const command = decided.get(input?.idempotencyKey ?? '');
    command?.sendings.push(correlationId);
    const result = await client(of, input);
    if (command !== undefined && result.ok) command.acknowledgedAt ??= Date.now();
    return result;
  };
  const outbox: Outbox = createOutbox({
    store: inMemory((item) => {
      const command = decided.get(item.key);
      if (command !== undefined && item.state === 'refused') command.refused = item.problem?.code ?? 'refused';
    }),
    call,
    setTimer: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    now: Date.now,
    confirmedNow: Date.now,
    word: person.word,
    refetch: () => undefined,
    notify: () => undefined,
    storage: (problem) => void (problem === null || problems(problem)),
    isLeft: () => false,
  });
  const linked = (isLinked: boolean): void => outbox.heed(statusOf(person, isLinked));
  return {
    person,
    get decided() {
      return [...decided.values()];
    },
    note(incidentId) {
      count += 1;
      const decision = `failover-${person.accountId}-${String(count).padStart(6, '0')}`;
      const key = `${decision}.0`; // one command a decision: its only part
      decided.set(key, { key, at: Date.now(), acknowledgedAt: null, sendings: [], refused: null });
      void outbox.enqueue(decision, [{ kind: 'note', incidentId, text: noteOf(key) }]).then((taken) => {
        if (!taken.ok) problems(taken.problem);
      });
    },
    heard: () => outbox.heard(),
    linked,
    unsettled: () => [...decided.values()].filter(({ acknowledgedAt, refused }) => acknowledgedAt === null && refused === null).length,
    end: () => outbox.end(),
  };
}

/** Signed in and confirmed; only the stream comes and goes. */
function statusOf({ accountId: id, email, name, tenantId }: Person, isLinked: boolean): OutboxStatus {
  const tenant = { tenantId, name: tenantId, place: '', region: '', currency: 'KES', timeZone: 'UTC' };
  const user = { id, email, name, tenantId, role: 'admin' as const };
  return {
    connection: isLinked
      ? { state: 'connected', transport: 'sse', since: 0, newestAt: null, heardAt: {} }
      : { state: 'connecting', transport: 'sse', newestAt: null, heardAt: {} },
    session: { phase: 'signedIn', user, tenant, confirmed: true, expiresAt: 0, warningEndsAt: null },
    killSwitch: null,
    buildTooOld: false,
  };
}

/** The disk of a device, which never fails. */
function inMemory(saved: (item: OutboxItem) => void): OutboxStore {
  const items = new Map<number, OutboxItem>();
  let place = 0;
  return {
    list: async () => ({ ok: true, value: { items: [...items.values()], setAside: 0 } }),
    add: async (drafts) => {
      const added = drafts.map((draft): OutboxItem => ({ ...draft, place: (place += 1) }));
      for (const item of added) items.set(item.place, item);
      return { ok: true, value: added };
    },
    save: async (item) => {
      items.set(item.place, item);
      saved(item);
      return { ok: true, value: null };
    },
    remove: async (places) => {
      for (const one of places) items.delete(one);
      return { ok: true, value: null };
    },
  };
}
