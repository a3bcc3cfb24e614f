import type { Problem, Result } from '../../contracts/problem.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import type { NamedUser, Tenant, User } from '../../contracts/session.ts';
import type { Call } from '../../domain/api/client.ts';
import { refreshLeadMs } from '../../domain/session/limits.ts';
import type {
  LeaveReason,
  LogoutReason,
  ReturnReason,
  SessionEffect,
  SessionEvent,
  SessionState,
  SessionStep,
  Unsent,
} from '../../domain/session/types.ts';
import type { MetaStore } from '../../store/types.ts';
import type { HubDeps } from './deps.ts';
import type { Refreshed } from './lock/deviceKey.ts';
import { within } from './within.ts';
import { heldMarks } from './storage/wiping.ts';

/**
 * Performs the effects of the session machine in order: durable writes finish before the next effect starts; calls run in parallel and
 * report back as events. Makes no decisions.
 */
export interface SessionDeps {
  readonly hubDeps: Pick<HubDeps, 'setTimer' | 'log'>;
  readonly initial: SessionState;
  readonly step: (state: SessionState, event: SessionEvent) => SessionStep;
  readonly call: Call<AbortSignal>;
  readonly meta: MetaStore;
  /** The platform's clock, continued by the monotonic one, epoch milliseconds. */
  readonly now: () => number;
  /** The same clock if the platform has confirmed it; null otherwise. */
  readonly confirmedNow: () => number | null;
  /** The account's tenant; asked right after `me`. */
  readonly tenantOf: (user: NamedUser) => Promise<Result<Tenant>>;
  readonly enter: (user: User, tenant: Tenant, confirmed: boolean) => Promise<void>;
  readonly leave: (reason: LeaveReason | ReturnReason, wiped: boolean) => Promise<void>;
  readonly wipe: (tenantId: string, userId: string, unsent: Unsent) => Promise<Result<null>>;
  /** Refreshes the session, with this device's key if it is bound to one (deviceKey.ts). */
  readonly refresh: () => Promise<Result<Refreshed>>;
  /** Parks the session, retrying until the platform answers. */
  readonly park: () => void;
  readonly publish: (status: SessionStatus) => void;
  /** The device's store failed; null when it works again. */
  readonly storage: (problem: Problem | null) => void;
}

/** How long a mark may take to reach the disk, milliseconds. */
const durableLimitMs = 1_500;

/** An event without its time stamps, which the shell adds. */
export type SessionNews = SessionEvent extends infer Event
  ? Event extends { readonly now: number }
    ? Omit<Event, 'now' | 'confirmedNow'>
    : never
  : never;

/** The running session machine of a hub. */
export interface SessionShell {
  readonly send: (news: SessionNews) => void;
  /** Restores when the user of the pending log-out left, as the previous hub stored it. */
  readonly recall: (leftAt: number | null) => void;
  readonly state: () => SessionState;
  /** Runs after every effect ordered so far, and before those ordered later. */
  readonly between: (work: () => Promise<void>) => void;
  /** Resolves when every effect ordered so far has been performed. */
  readonly settled: () => Promise<void>;
  /** Resolves at the first state that `wanted` accepts, including the current one. */
  readonly until: (wanted: (state: SessionState) => boolean) => Promise<SessionState>;
  /** The last failure of `me` or refresh, for callers that report it. */
  readonly lastProblem: () => Problem | null;
  /** Ignores all further events: another hub owns the session. Effects ordered before are still performed. */
  readonly stop: () => void;
}

/** Starts in `initial` and performs no effect before the first event. */
export function createSessionShell(deps: SessionDeps): SessionShell {
  let state = deps.initial;
  let effects = Promise.resolve();
  let cancelTimer = () => {};
  let lastProblem: Problem | null = null;
  let stopped = false;
  const waiting = new Set<(state: SessionState) => void>();

  const send = (news: SessionNews): void => {
    if (stopped) return;
    // Reading the clock may send this machine a jump event, which comes first: read the state afterwards.
    if (news.type === 'moved') asking.moved();
    const stamp = { now: deps.now(), confirmedNow: deps.confirmedNow() };
    const step = deps.step(state, { ...news, ...stamp });
    state = step.state;
    for (const effect of step.effects) {
      // From the moment of the new request, not only when its turn comes, earlier requests no longer count.
      const order = effect.type === 'loadMe' ? asking.next() : asking.newest();
      effects = effects.then(() => perform(effect, order)).catch(logFailure(deps, effect.type));
    }
    for (const told of waiting) told(state);
  };

  const told = (outcome: Result<null>): void => deps.storage(outcome.ok ? null : outcome.problem);

  /** Waits until it is on the disk, or known not to be: a tab suspended in a transaction must not keep anyone from signing out or in. */
  const durable = async (work: Promise<Result<null>>): Promise<void> => {
    const outcome = await within(work, durableLimitMs, deps.hubDeps.setTimer);
    told(outcome === 'late' ? { ok: false, problem: heldMarks } : outcome);
  };

  const failed = (type: 'meFailed' | 'refreshFailed', problem: Problem): void => {
    lastProblem = problem;
    send({ type, code: problem.code });
  };

  const solved = (): void => {
    lastProblem = null;
  };
  const asking = createAsking(deps, () => state, { send, failed, solved, unsolved: (problem) => (lastProblem = problem) });
  const logout = createLogout(deps, durable, send);

  const refresh = async (): Promise<void> => {
    const answer = await deps.refresh();
    if (!answer.ok) return failed('refreshFailed', answer.problem);
    solved();
    send({ type: 'refreshAnswered', expiresAt: Date.parse(answer.value.value.expiresAt) });
  };

  const perform = async (effect: SessionEffect, order: number): Promise<void> => {
    switch (effect.type) {
      case 'loadMe':
        return void asking.load(order);
      case 'refresh':
        return void refresh();
      case 'tellLogout':
        return logout.tell(effect.reason);
      case 'park':
        return deps.park();
      case 'schedule': {
        cancelTimer();
        if (!stopped) cancelTimer = deps.hubDeps.setTimer(effect.delayMs, () => send({ type: 'timerFired' }));
        return;
      }
      case 'cancel':
        return cancelTimer();
      case 'setLogoutPending':
        return logout.mark(effect.pending);
      case 'remember':
        return durable(deps.meta.writeSession(effect.session));
      case 'wipe':
        // Has its own time limits, and reports in detail what was blocked.
        return told(await deps.wipe(effect.tenantId, effect.userId, effect.unsent));
      case 'enter':
        return deps.enter(effect.user, effect.tenant, effect.confirmed);
      case 'leave':
        return deps.leave(effect.reason, effect.wiped);
      case 'publish':
        return deps.publish(effect.status);
      case 'log':
        return deps.hubDeps.log(effect.level, effect.code, '');
      default:
        return effect satisfies never;
    }
  };

  return {
    send,
    recall: logout.recall,
    state: () => state,
    between: (work) => {
      effects = effects.then(work).catch(logFailure(deps, 'between'));
    },
    settled: async () => {
      // Effects may order more effects: wait until no new ones were added.
      for (let seen = effects; ; seen = effects) {
        await seen;
        if (seen === effects) return;
      }
    },
    until: (wanted) =>
      new Promise((resolve) => {
        const look = (now: SessionState) => {
          if (!wanted(now)) return;
          waiting.delete(look);
          resolve(now);
        };
        waiting.add(look);
        look(state);
      }),
    lastProblem: () => lastProblem,
    stop: () => {
      stopped = true;
      cancelTimer();
    },
  };
}

/** One failed effect must not stop those after it. */
function logFailure({ hubDeps }: SessionDeps, what: string): (error: unknown) => void {
  return (error) => hubDeps.log('error', 'session_effect_failed', `${what}: ${error instanceof Error ? error.message : 'unknown'}`);
}

/** Who is signed in, as the platform says. Only the newest question counts. */
function createAsking(
  deps: SessionDeps,
  state: () => SessionState,
  outcome: {
    readonly send: (news: SessionNews) => void;
    readonly failed: (type: 'meFailed', problem: Problem) => void;
    readonly solved: () => void;
    /** Only the tenant is missing: the problem is told to whoever asks. */
    readonly unsolved: (problem: Problem) => void;
  },
) {
  let asked = 0;
  /** The session may work in another tenant, and the platform has not been asked yet. */
  let isMoved = false;

  const loadMe = async (mine: number): Promise<void> => {
    if (mine !== asked) return; // a newer request follows
    // A moved user may be in another tenant: naming the former one would be recorded as a call for a foreign tenant.
    const named = await deps.call('me', isMoved ? { tenantId: null } : undefined);
    isMoved = false;
    if (mine !== asked) return;
    // The session works in another tenant than this hub knows: without a named tenant the platform says in which.
    const me = !named.ok && named.problem.code === 'wrong_tenant' ? await deps.call('me', { tenantId: null }) : named;
    if (mine !== asked) return; // another user has signed in meanwhile: this answer belongs to the earlier cookie
    if (!me.ok) return outcome.failed('meFailed', me.problem);
    const { expiresAt, ...account } = me.value.value;
    const answer = await deps.tenantOf(account);
    if (mine !== asked) return;
    const now = state();
    const held = now.name === 'signedIn' ? { ...now, sealed: undefined } : now.remembered;
    const ofAnother = held !== null && held.user.id !== account.id;
    // If the same tenant only could not be fetched again, the known one is used.
    const tenant = answer.ok
      ? answer.value
      : !ofAnother && held?.sealed !== true && held?.tenant.tenantId === account.tenantId
        ? held?.tenant
        : undefined;
    if (tenant === undefined) {
      if (!answer.ok) outcome.unsolved(answer.problem);
      // `me` has shown that the session is valid; a refusal of another call says nothing about it. But a different person's data must not
      // be shown to this account.
      return outcome.send({ type: 'meFailed', code: ofAnother ? 'unauthenticated' : 'unavailable' });
    }
    outcome.solved();
    // An account without a tenant belongs to the one it works in (C-1).
    const user: User = { ...account, tenantId: account.tenantId ?? tenant.tenantId };
    outcome.send({ type: 'meAnswered', user, tenant, expiresAt: expiresAt === undefined ? unsaidEnd() : Date.parse(expiresAt) });
  };

  /** Session end if `me` does not state it: the one from the newest refresh; before the first refresh, one that makes a refresh due now. */
  const unsaidEnd = (): number => {
    const soon = deps.now() + refreshLeadMs;
    const now = state();
    return now.name === 'signedIn' && now.confirmed ? Math.max(now.expiresAt, soon) : soon;
  };

  return {
    load: loadMe,
    newest: (): number => asked,
    next: (): number => {
      asked += 1;
      return asked;
    },
    moved: (): void => {
      isMoved = true;
    },
  };
}

/** The log-out that the platform has not confirmed: its mark on the disk, and telling it. */
function createLogout(deps: SessionDeps, durable: (work: Promise<Result<null>>) => Promise<void>, send: (news: SessionNews) => void) {
  /** When the user of the pending log-out left; null if the clock was not confirmed. */
  let leftAt: number | null = null;
  /**
   * A log-out whose mark could not be stored, e.g. on a full disk: without it, the next start would sign the user in again. Retried each
   * time the log-out is sent.
   */
  let unmarked: LogoutReason | null = null;
  const markLogout = (pending: LogoutReason | null): Promise<void> => {
    unmarked = pending;
    const marked = deps.meta.writeLogoutPending(pending, leftAt);
    void marked.then(({ ok }) => {
      if (ok && unmarked === pending) unmarked = null;
    });
    return durable(marked);
  };

  const tellLogout = async (reason: LogoutReason): Promise<void> => {
    // The time protects a later sign-in with its own cookie: the platform ends no session that began after the user left.
    const answer = await deps.call('logout', { body: { reason }, ...(leftAt === null ? {} : { decided: { at: leftAt } }) });
    // 401: the platform knows no such session, which is the wanted result.
    send({ type: answer.ok || answer.problem.code === 'unauthenticated' ? 'logoutConfirmed' : 'logoutFailed' });
  };

  return {
    recall: (at: number | null): void => {
      leftAt = at;
    },
    mark: (pending: LogoutReason | null): Promise<void> => {
      leftAt = pending === null ? null : deps.confirmedNow();
      return markLogout(pending);
    },
    tell: (reason: LogoutReason): void => {
      if (unmarked !== null) void markLogout(unmarked);
      void tellLogout(reason);
    },
  };
}
