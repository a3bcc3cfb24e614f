import { randomUUID } from 'node:crypto';
import type { OutboxItem } from '../../src/contracts/outbox.ts';
import type { Problem } from '../../src/contracts/problem.ts';
import { type Call, createApiClient } from '../../src/domain/api/client.ts';
import type { OutboxStore } from '../../src/store/types.ts';
import type { OutboxStatus } from '../../src/domain/outbox/conditions.ts';
import { createOutbox, type Outbox } from '../../src/workers/hub/outbox/outbox.ts';
import type { Person } from './calls.ts';

/** A decided command, and what its sender was told. */
export interface Decided {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** When a request was first answered 2xx; null before. */
  acknowledgedAt: number | null;
  /** Correlation ids of its requests: its line of the record carries one of them. */
  readonly sendings: string[];
  /** Why the platform refused it; null if it did not. */
  refused: string | null;
}

/** A deciding client with the console's own outbox (src/workers/hub/outbox/outbox.ts), which sends, times out and repeats under the same key. */
export interface Decider {
  readonly person: Person;
  readonly decided: readonly Decided[];
  /** Writes a note on an incident. */
  note(incidentId: string): void;
  /** Events of this console's stream: a hello was received, or the connection was made or lost. */
  heard(): void;
  linked(isLinked: boolean): void;
  /** Number of commands neither acknowledged nor refused. */
  unsettled(): number;
  end(): Promise<void>;
}

/** Text of a note: contains its key, to find it in the database. */
export const noteOf = (key: string): string => `Written by bench/failover, ${key}`;

/** @param problems called with failures of the outbox; its in-memory store causes none */
export function startDecider(person: Person, problems: (problem: Problem) => void): Decider {
  const decided = new Map<string, Decided>();
  let count = 0;
  let correlationId = '';
  const client = createApiClient<AbortSignal>({
    send: person.send,
    newCorrelationId: () => correlationId,
    caller: () => ({ tenantId: person.tenantId, accountId: person.accountId, build: 'dev' }),
  });
  const call: Call<AbortSignal> = async (endpoint, input) => {
    correlationId = randomUUID(); // the client takes it before anything else runs
    const command = decided.get(input?.idempotencyKey ?? '');
    command?.sendings.push(correlationId);
    const result = await client(endpoint, input);
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
  const linked = (isLinked: boolean): void => outbox.handle(statusOf(person, isLinked));
  return {
    person,
    get decided() {
      return [...decided.values()];
    },
    note(incidentId) {
      count += 1;
      const decision = `failover-${person.accountId}-${String(count).padStart(6, '0')}`;
      const key = `${decision}.0`; // one command per decision: its only part
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

/** Signed in and confirmed; only the stream's state changes. */
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

/** An in-memory outbox store that never fails. */
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
