import { QueryClient, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { DraftLeft } from '../../contracts/draft.ts';
import type { Callable } from '../../contracts/endpoints.ts';
import type { Command } from '../../contracts/outbox.ts';
import type { Drift, Problem, Result } from '../../contracts/problem.ts';
import { conditionsOf } from '../../domain/outbox/conditions.ts';
import { beforeSendingLabels } from '../../domain/outbox/labels.ts';
import { hub } from '../hub/hub.ts';
import { hubStatus } from '../hub/pageState.ts';
import { usePersonQueries } from '../reads/personQueries.ts';
import { queryKeyOf } from '../reads/useApiQuery.ts';
import { isUndecided, type Send, sendUnder, useIntentionKeys } from './useSend.ts';

/** A refusal's texts by the name of the field that they are about. */
export type FieldProblems = Readonly<Record<string, string | undefined>>;

/** What is known of a command that this device has stored. */
export interface Kept {
  /** What it waits for, as text; null if it is sent at once. */
  readonly waits: string | null;
}

interface ActBase<V, A> {
  /** Reads that show what the act changes: fetched again after every answer, also after a refusal. */
  readonly touches?: readonly Callable[];
  /** The name of the thing that it is about, where acts on different things may be under way at the same time; else there is one. */
  readonly about?: (value: V) => string;
  /** The fields that a problem is about; none unless given. */
  readonly fieldsOf?: (problem: Problem) => FieldProblems;
  /** Called once it is done, also if the component is no longer shown. */
  readonly done?: (answer: A, told: Told<V>) => unknown;
  /** Called when it is not done. */
  readonly failed?: (problem: Problem, told: Told<V>) => unknown;
}

/** What `done` and `failed` are told besides the result. */
export interface Told<V> {
  readonly value: V;
  /** False if the component has been removed since. */
  readonly shown: boolean;
}

/** An act that needs the platform now, and is never queued. `send` may take several steps; each request has its own key. */
export interface ActNow<V, A> extends ActBase<V, A> {
  readonly route: 'now';
  readonly send: (value: V, send: Send) => Promise<Result<A>>;
}

/** An act that is decided on this device, also without the network, and sent by the outbox. */
export interface ActLater<V> extends ActBase<V, Kept> {
  readonly route: 'outbox';
  readonly commands: (value: V) => readonly Command[];
  /** What stays of the form whose text they carry (`DraftOf.without`); nothing is changed of it unless given. */
  readonly leaves?: (value: V) => DraftLeft | undefined;
}

/** Where an act stands; if several were under way, the newest. `value` is what was asked. */
export type ActState<V, A> =
  | { readonly at: 'idle' }
  | { readonly at: 'pending'; readonly value: V }
  /** The platform has done it. */
  | { readonly at: 'done'; readonly value: V; readonly answer: A }
  /** This device has stored it and sends it. */
  | { readonly at: 'kept'; readonly value: V; readonly waits: string | null }
  /** The platform or this device decided against it. */
  | { readonly at: 'refused'; readonly value: V; readonly problem: Problem; readonly fields: FieldProblems }
  /** What it was decided on has changed at the platform (D-24). */
  | { readonly at: 'conflict'; readonly value: V; readonly problem: Problem; readonly drifted: readonly Drift[] }
  /** No answer decided it: it may have taken effect, and can be tried again under the same key. */
  | { readonly at: 'unreached'; readonly value: V; readonly problem: Problem };

/** An act of a component: its state, and the functions that move it. */
export interface ActOf<V, A> {
  readonly state: ActState<V, A>;
  readonly busy: boolean;
  /** Why it is not done, unless fields say it; null otherwise. */
  readonly problem: Problem | null;
  readonly fields: FieldProblems;
  /** True once it is done or kept. Ignored while the same is under way: a double press sends once. */
  readonly run: (value: V) => Promise<boolean>;
  /** *Try again*: the same once more. */
  readonly again: () => Promise<boolean>;
  /** Forgets a result that the user has answered to; ignored while one is under way. */
  readonly reset: () => void;
}

/**
 * Not a person's query client: acts are also on pages without a session and on sample pages, and what was asked (a new password) must not
 * outlive its dialog in a cache.
 */
const acts = new QueryClient();
/** How long a finished mutation outlives its component, milliseconds. */
const forgottenAfterMs = 1000;

const noFields: FieldProblems = {};

/**
 * The one way to change something from a page (README, *Acts*): TanStack's mutation with our states, one idempotency key per intention,
 * and results only for the session in which it was asked.
 */
export function useAct<V>(act: ActLater<V>): ActOf<V, Kept>;
export function useAct<V, A>(act: ActNow<V, A>): ActOf<V, A>;
export function useAct<V, A>(act: ActNow<V, A> | ActLater<V>): ActOf<V, A | Kept> {
  const keys = useIntentionKeys();
  const queries = usePersonQueries();
  const underWay = useRef(new Set<string>());
  const last = useRef<{ readonly value: V } | null>(null);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const mutation = useMutation<Result<A | Kept>, Error, V>(
    {
      mutationFn: (value) => {
        if (act.route === 'outbox') return keep(act.commands(value), act.leaves?.(value));
        const intention = JSON.stringify(value ?? null);
        const session = followSession();
        return act
          .send(value, async (call, input) => {
            // A later step of what was asked of somebody else, or of another tenant.
            if (!session.lasts()) return { ok: false, problem: hasLeft };
            keys.begin(intention);
            return sendUnder(keys)(call, input);
          })
          .finally(session.end);
      },
      // navigator.onLine is unreliable in both directions (F-10), and only a user repeats an act.
      networkMode: 'always',
      retry: 0,
      gcTime: forgottenAfterMs,
    },
    acts,
  );

  const run = async (value: V): Promise<boolean> => {
    const thing = act.about?.(value) ?? '';
    if (underWay.current.has(thing)) return false;
    underWay.current.add(thing);
    last.current = { value };
    const session = followSession();
    let lasted = false;
    const outcome = await mutation.mutateAsync(value).finally(() => {
      underWay.current.delete(thing);
      lasted = session.end();
    });
    // Asked in a session that has ended since: neither the next person nor the sign-in page hears of it.
    if (!lasted) {
      mutation.reset();
      return false;
    }
    for (const call of act.touches ?? []) void queries.invalidateQueries({ queryKey: [queryKeyOf(call)] });
    const told = { value, shown: shown.current };
    // The overloads pair `done` with what its route answers.
    if (outcome.ok) (act.done as ActBase<V, A | Kept>['done'])?.(outcome.value, told);
    else act.failed?.(outcome.problem, told);
    return outcome.ok;
  };
  const state = stateOf(act, mutation);
  return {
    state,
    busy: state.at === 'pending',
    fields: state.at === 'refused' ? state.fields : noFields,
    problem: 'problem' in state && !(state.at === 'refused' && Object.keys(state.fields).length > 0) ? state.problem : null,
    run,
    again: async () => last.current !== null && run(last.current.value),
    reset: () => {
      if (underWay.current.size === 0 && !mutation.isIdle) mutation.reset();
    },
  };
}

interface MutationNow<V, A> {
  readonly isPending: boolean;
  readonly data: Result<A | Kept> | undefined;
  readonly variables: V | undefined;
}

function stateOf<V, A>(act: ActNow<V, A> | ActLater<V>, { isPending, data, variables }: MutationNow<V, A>): ActState<V, A | Kept> {
  const value = variables as V; // set as long as the mutation is not idle
  if (isPending) return { at: 'pending', value };
  if (data === undefined) return { at: 'idle' };
  if (data.ok && act.route === 'now') return { at: 'done', value, answer: data.value };
  if (data.ok) return { at: 'kept', value, ...(data.value as Kept) }; // what the outbox's route answers
  const { problem } = data;
  const fields = act.fieldsOf?.(problem) ?? noFields;
  if (Object.keys(fields).length > 0) return { at: 'refused', value, problem, fields };
  if (problem.code === 'conflict' && problem.drifted !== undefined) return { at: 'conflict', value, problem, drifted: problem.drifted };
  return isUndecided(problem) ? { at: 'unreached', value, problem } : { at: 'refused', value, problem, fields };
}

/** Stores commands on this device; the hub recognises a decision that is repeated because the disk was slow. */
async function keep(commands: readonly Command[], left?: DraftLeft): Promise<Result<Kept>> {
  const kept = await (left === undefined ? hub.enqueue(commands) : hub.enqueue(commands, left));
  return kept.ok ? { ok: true, value: { waits: beforeSendingLabels(conditionsOf(hubStatus.get())) } } : kept;
}

/** Whose session this page acts in; null if nobody is known to be signed in. */
function actor(): string | null {
  const { session } = hubStatus.get();
  return session.phase === 'signedIn' ? `${session.user.tenantId} ${session.user.id}` : null;
}

const hasLeft: Problem = { code: 'cancelled', message: 'Whoever asked has left.', retry: false };

/** Follows the present session until `end`, which tells whether it lasted: the same person may have signed in again meanwhile. */
function followSession(): { readonly lasts: () => boolean; readonly end: () => boolean } {
  const before = actor();
  let lasted = true;
  const stop = hubStatus.listen(() => {
    // Who acted without a session has none to lose.
    if (before !== null && actor() !== before) lasted = false;
  });
  return {
    lasts: () => lasted,
    end: () => {
      stop();
      return lasted;
    },
  };
}
