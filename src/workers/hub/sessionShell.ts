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
import type { HubPorts } from './ports.ts';
import type { Refreshed } from './deviceKey.ts';
import { within } from './within.ts';
import { heldMarks } from './wiping.ts';

/**
 * Performs what the session machine orders, in its order: what is durable is on the disk before the next effect begins, and
 * calls are sent beside it, their outcome coming back as an event. It decides nothing.
 */
export interface SessionWorld {
  readonly ports: Pick<HubPorts, 'setTimer' | 'log'>;
  readonly initial: SessionState;
  readonly step: (state: SessionState, event: SessionEvent) => SessionStep;
  readonly call: Call<AbortSignal>;
  readonly meta: MetaStore;
  /** The platform's clock as the monotonic one counts it on, epoch milliseconds. */
  readonly now: () => number;
  /** The same where the platform has confirmed it; null where nobody knows. */
  readonly confirmedNow: () => number | null;
  /** Who the account's tenant is; asked right after `me`. */
  readonly tenantOf: (user: NamedUser) => Promise<Result<Tenant>>;
  readonly enter: (user: User, tenant: Tenant, confirmed: boolean) => Promise<void>;
  readonly leave: (reason: LeaveReason | ReturnReason, wiped: boolean) => Promise<void>;
  readonly wipe: (tenantId: string, userId: string, unsent: Unsent) => Promise<Result<null>>;
  /** Has the session refreshed, by the key of this device where it is bound to one (deviceKey.ts). */
  readonly refresh: () => Promise<Result<Refreshed>>;
  /** Has it parked, until the platform has answered. */
  readonly park: () => void;
  readonly publish: (status: SessionStatus) => void;
  /** The device's store failed; null when it works again. */
  readonly storage: (problem: Problem | null) => void;
}

/** How long a mark may take to reach the disk, milliseconds. */
const durableLimitMs = 1_500;

export type SessionNews = SessionEvent extends infer Event
  ? Event extends { readonly now: number }
    ? Omit<Event, 'now' | 'confirmedNow'>
    : never
  : never;

export interface SessionShell {
  readonly send: (news: SessionNews) => void;
  /** When whoever the device's pending log-out is of left, as the hub before this one kept it. */
  readonly recall: (leftAt: number | null) => void;
  readonly state: () => SessionState;
  /** Runs after every effect ordered so far, and before those ordered later. */
  readonly between: (work: () => Promise<void>) => void;
  /** Resolves when every effect ordered so far has been performed. */
  readonly settled: () => Promise<void>;
  /** Resolves at the first state that `wanted` accepts, this one included. */
  readonly until: (wanted: (state: SessionState) => boolean) => Promise<SessionState>;
  /** The last failure of `me` or refresh, for whoever asked. */
  readonly lastProblem: () => Problem | null;
  /** Hears nothing any more: another hub decides who is here. Effects ordered before are still performed. */
  readonly stop: () => void;
}

export function createSessionShell(world: SessionWorld): SessionShell {
  let state = world.initial;
  let effects = Promise.resolve();
  let cancelTimer = () => {};
  let lastProblem: Problem | null = null;
  let asked = 0;
  /** Told that the session may work elsewhere, and not yet asked where. */
  let moved = false;
  /** When whoever the pending log-out is of left; null where nobody had confirmed what time it was. */
  let leftAt: number | null = null;
  let stopped = false;
  const waiting = new Set<(state: SessionState) => void>();

  const send = (news: SessionNews): void => {
    if (stopped) return;
    // Looking at the clock may tell this machine that it jumped, and that comes before the news: the state is read after it.
    if (news.type === 'moved') moved = true;
    const stamp = { now: world.now(), confirmedNow: world.confirmedNow() };
    const step = world.step(state, { ...news, ...stamp });
    state = step.state;
    for (const effect of step.effects) {
      // From the moment on that it is asked anew, not only when its turn comes, nothing that was asked before is an answer.
      if (effect.type === 'loadMe') asked += 1;
      const order = asked;
      effects = effects
        .then(() => perform(effect, order))
        .catch((error: unknown) => {
          world.ports.log('error', 'session_effect_failed', `${effect.type}: ${error instanceof Error ? error.message : 'unknown'}`);
        });
    }
    for (const told of waiting) told(state);
  };

  const told = (outcome: Result<null>): void => world.storage(outcome.ok ? null : outcome.problem);

  /** On the disk, or known not to be: a tab that stands still in a transaction must not keep anybody from leaving or from coming in. */
  const durable = async (work: Promise<Result<null>>): Promise<void> => {
    const outcome = await within(work, durableLimitMs, world.ports.setTimer);
    told(outcome === 'late' ? { ok: false, problem: heldMarks } : outcome);
  };

  /** A log-out of which the disk has taken no mark, as a full one does not: without it the next start would let in whoever left. Tried again each time that it is told. */
  let unmarked: LogoutReason | null = null;
  const markLogout = (pending: LogoutReason | null): Promise<void> => {
    unmarked = pending;
    const marked = world.meta.writeLogoutPending(pending, leftAt);
    void marked.then(({ ok }) => {
      if (ok && unmarked === pending) unmarked = null;
    });
    return durable(marked);
  };

  const loadMe = async (mine: number): Promise<void> => {
    if (mine !== asked) return; // another one follows
    // Whoever has just been moved may be in another tenant: to name the one they left would be a call for a foreign one, and stand on record as that.
    const named = await world.call('me', moved ? { tenantId: null } : undefined);
    moved = false;
    if (mine !== asked) return;
    // The session works in another tenant than this hub knows of: asked without naming one, the platform says in which.
    const me = !named.ok && named.problem.code === 'wrong_tenant' ? await world.call('me', { tenantId: null }) : named;
    if (mine !== asked) return; // somebody else has signed in meanwhile: this answer is of another cookie
    if (!me.ok) return failed('meFailed', me.problem);
    const { expiresAt, ...account } = me.value.value;
    const answer = await world.tenantOf(account);
    if (mine !== asked) return;
    const held = state.name === 'signedIn' ? { ...state, sealed: undefined } : state.remembered;
    const ofAnother = held !== null && held.user.id !== account.id;
    // Where it is only named anew, the name that is held will do.
    const tenant = answer.ok
      ? answer.value
      : !ofAnother && held?.sealed !== true && held?.tenant.tenantId === account.tenantId
        ? held?.tenant
        : undefined;
    if (tenant === undefined) {
      if (!answer.ok) lastProblem = answer.problem;
      // The session stands: `me` has said so, and a refusal of anything else says nothing of it. But what is held of somebody else is not shown to whoever this is.
      return send({ type: 'meFailed', code: ofAnother ? 'unauthenticated' : 'unavailable' });
    }
    lastProblem = null;
    // Whoever has no tenant is of the one that they work in (C-1).
    const user: User = { ...account, tenantId: account.tenantId ?? tenant.tenantId };
    send({ type: 'meAnswered', user, tenant, expiresAt: expiresAt === undefined ? unsaidEnd() : Date.parse(expiresAt) });
  };

  /** The end of a session of which `me` does not tell: the one that was told with the newest refresh; before the first, one at which a refresh is due now. */
  const unsaidEnd = (): number => {
    const soon = world.now() + refreshLeadMs;
    return state.name === 'signedIn' && state.confirmed ? Math.max(state.expiresAt, soon) : soon;
  };

  const refresh = async (): Promise<void> => {
    const answer = await world.refresh();
    if (!answer.ok) return failed('refreshFailed', answer.problem);
    lastProblem = null;
    send({ type: 'refreshAnswered', expiresAt: Date.parse(answer.value.value.expiresAt) });
  };

  const tellLogout = async (reason: LogoutReason): Promise<void> => {
    // Whoever came after that is signed in under a cookie of their own: the platform ends no session for somebody who left before it began.
    const answer = await world.call('logout', { body: { reason }, ...(leftAt === null ? {} : { decided: { at: leftAt } }) });
    // 401: the platform knows no such session, which is what was wanted.
    send({ type: answer.ok || answer.problem.code === 'unauthenticated' ? 'logoutConfirmed' : 'logoutFailed' });
  };

  const failed = (type: 'meFailed' | 'refreshFailed', problem: Problem): void => {
    lastProblem = problem;
    send({ type, code: problem.code });
  };

  const perform = async (effect: SessionEffect, order: number): Promise<void> => {
    switch (effect.type) {
      case 'loadMe':
        return void loadMe(order);
      case 'refresh':
        return void refresh();
      case 'tellLogout':
        if (unmarked !== null) void markLogout(unmarked);
        return void tellLogout(effect.reason);
      case 'park':
        return world.park();
      case 'schedule': {
        cancelTimer();
        if (!stopped) cancelTimer = world.ports.setTimer(effect.delayMs, () => send({ type: 'timerFired' }));
        return;
      }
      case 'cancel':
        return cancelTimer();
      case 'setLogoutPending':
        leftAt = effect.pending === null ? null : world.confirmedNow();
        return markLogout(effect.pending);
      case 'remember':
        return durable(world.meta.writeSession(effect.session));
      case 'wipe':
        // Bounded in itself: it says in detail what was held up.
        return told(await world.wipe(effect.tenantId, effect.userId, effect.unsent));
      case 'enter':
        return world.enter(effect.user, effect.tenant, effect.confirmed);
      case 'leave':
        return world.leave(effect.reason, effect.wiped);
      case 'publish':
        return world.publish(effect.status);
      case 'log':
        return world.ports.log(effect.level, effect.code, '');
      default:
        return effect satisfies never;
    }
  };

  return {
    send,
    recall: (at) => {
      leftAt = at;
    },
    state: () => state,
    between: (work) => {
      effects = effects.then(work).catch((error: unknown) => {
        world.ports.log('error', 'session_effect_failed', `between: ${error instanceof Error ? error.message : 'unknown'}`);
      });
    },
    settled: async () => {
      // Effects may order more effects: wait until the end of the line is the one that was waited for.
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
