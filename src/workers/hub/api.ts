import { signInEndpoints } from '../../contracts/signInEndpoints.ts';
import type { DraftLeft } from '../../contracts/draft.ts';
import type { Command } from '../../contracts/outbox.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { ActsFor, ChainSeen, HubApi, HubMessage } from '../../contracts/rpc.ts';
import type { User } from '../../contracts/session.ts';
import { judge } from '../../domain/outbox/judge.ts';
import type { SessionState } from '../../domain/session/types.ts';
import type { Hub } from './hubFace.ts';
import type { SessionContext } from './sessionContext.ts';

/** What pages may ask of the hub; each call is a few lines over the hub's parts. No call throws, and every call answers in bounded time. */
export interface ApiDeps {
  readonly now: () => number;
  readonly build: string;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Releases a page's callback. */
  readonly release: (deliver: (message: HubMessage) => void) => void;
  /** Resolves to the name of this hub's life lock, once the lock is held. */
  readonly lifeLock: Promise<string>;
}

/** Signing out wipes the outbox, so the user must agree to lose unsent commands first. */
const unsentLeft: Problem = { code: 'conflict', message: 'Not everything has been sent to the platform.', retry: false };
const uncounted: Problem = {
  code: 'storage',
  message: 'What has not been sent to the platform cannot be counted: the data on this device cannot be read right now.',
  retry: true,
};
const notOpen: Problem = {
  code: 'storage',
  message: 'The data on this device is not open yet. Opening is retried automatically.',
  retry: true,
};
const ofAnother: Problem = {
  code: 'cancelled',
  message: 'Another person or tenant is now active. The decision was based on what was shown before and was not kept.',
  retry: false,
};
const nobody: Problem = { code: 'unauthenticated', message: 'Nobody is signed in.', retry: false };
const silent: Problem = { code: 'timeout', message: 'The platform did not answer in time.', retry: true };
const notMoved = (tenant: string): Problem => ({
  code: 'wrong_tenant',
  message: `The platform answered that this session works in ${tenant}, as before: it was not moved.`,
  retry: true,
});
/** How long a sign-out waits for the platform to confirm it, milliseconds; it is reported later in any case. */
const confirmLogoutMs = 3_000;
/** How long a page that asks who is signed in waits for the platform, milliseconds. */
const decideMs = 20_000;

/** The calls of one hub. While it does not know yet who is signed in, calls that depend on it wait, within their time limit. */
export function createHubApi(hub: Hub, hubDeps: ApiDeps): HubApi {
  /** The first state that satisfies `wanted`, or the current one after `limitMs`. */
  const decided = (wanted: (state: SessionState) => boolean, limitMs: number): Promise<SessionState> => {
    let cancel = () => {};
    const late = new Promise<SessionState>((resolve) => {
      cancel = hubDeps.setTimer(limitMs, () => resolve(hub.session.state()));
    });
    return Promise.race([hub.session.until(wanted), late]).finally(() => cancel());
  };
  /** True until it is known whether somebody is signed in. A new leader cannot say earlier whose unsent commands could be lost. */
  const isStarting = (): boolean => hub.session.state().name === 'starting';
  const known = () => decided((now) => now.name !== 'starting', decideMs);
  /** The current session context. A hub that has just taken over opens it first, because it is asked what its predecessor was asked. */
  const present = async (): Promise<SessionContext | null> => {
    if (hub.sessionContext() !== null) return hub.sessionContext();
    await hub.begun;
    if (isStarting()) await known();
    if (hub.session.state().name === 'signedIn') await hub.session.settled();
    return hub.sessionContext();
  };
  /** Why there is no session context: nobody is signed in, or the store is not open yet. */
  const absent = (): Problem => (hub.session.state().name === 'signedIn' ? notOpen : nobody);

  return {
    attach: async (page, deliver) => {
      hub.pages.attach(page.pageId, page.lockName, deliver, () => hubDeps.release(deliver));
      return hub.status();
    },
    subscribe: async (pageId, keys) => hub.pages.subscribe(pageId, keys),
    refresh: async (keys): Promise<Result<null>> => (await present())?.refresh(keys) ?? { ok: false, problem: absent() },
    activity: async () => hub.session.send({ type: 'activity' }),
    extendSession: async () => {
      hub.session.send({ type: 'extend' });
      const state = await decided(isExtended, decideMs);
      if (state.name === 'signedIn' && state.confirmed && isExtended(state)) return { ok: true, value: null };
      return { ok: false, problem: unmet(hub, state) };
    },
    introduction: async () => {
      await hub.begun;
      return hub.device.introduce();
    },
    signedIn: async (deviceNonce): Promise<Result<User>> => {
      await hub.begun;
      // Runs after the operations queued for the previous user, so that their key is forgotten first.
      if (deviceNonce !== undefined) hub.session.between(() => hub.device.begun(deviceNonce));
      hub.session.send({ type: 'entered' });
      const state = await decided(isDecided, decideMs);
      await hub.session.settled();
      if (state.name === 'signedIn' && state.confirmed) return { ok: true, value: state.user };
      return { ok: false, problem: unmet(hub, state) };
    },
    signOut: async (discardUnsent): Promise<Result<null>> => {
      await hub.begun;
      if (isStarting()) await known();
      const kept = discardUnsent ? null : await keepsFromLeaving(hub);
      if (kept !== null) return { ok: false, problem: kept };
      hub.session.send({ type: 'signOut' });
      await hub.session.settled();
      await decided((now) => now.name !== 'signedOut' || now.logoutPending === null, confirmLogoutMs);
      return { ok: true, value: null };
    },
    switchTenant: async (tenantId, discardUnsent): Promise<Result<null>> => {
      await hub.begun;
      if (isStarting()) await known();
      const kept = discardUnsent ? null : await keepsFromLeaving(hub);
      if (kept !== null) return { ok: false, problem: kept };
      hub.agreeToLose(discardUnsent);
      const answer = await hub.call(signInEndpoints.switchTenant, { body: { tenantId } });
      if (!answer.ok && !mayHaveMoved(answer.problem)) {
        hub.agreeToLose(false);
        return answer;
      }
      hub.session.send({ type: 'moved' });
      const state = await decided(isDecided, decideMs);
      await hub.session.settled();
      hub.agreeToLose(false);
      if (state.name === 'signedIn' && state.tenant.tenantId === tenantId) return { ok: true, value: null };
      if (!answer.ok) return answer;
      const isSaid = state.name === 'signedIn' && state.confirmed && isDecided(state);
      return { ok: false, problem: isSaid ? notMoved(state.tenant.name) : unmet(hub, state) };
    },
    invalidate: async () => (await present())?.invalidate(),
    retryNow: async () => {
      hub.session.send({ type: 'linkReturned' });
      hub.sessionContext()?.retryNow();
      if (hub.sessionContext() !== null) hub.askSwitch();
    },
    ping: async () => ({ build: hubDeps.build, at: hubDeps.now(), lifeLock: await hubDeps.lifeLock }),
    recentEvents: async () => hub.sessionContext()?.recentEvents() ?? [],
    ensureManifest: async (packId): Promise<Result<null>> => (await present())?.ensureManifest(packId) ?? { ok: false, problem: absent() },
    chainSeen: async (): Promise<Result<ChainSeen>> => (await present())?.chainSeen() ?? { ok: false, problem: absent() },
    lockKey: async () => hub.lock.key(),
    lock: async (act) => {
      await hub.begun;
      return hub.lock.act(act);
    },
    setTransport: async (transport) => hub.setTransport(transport),
    enqueue: async (decision, commands, actor, left): Promise<Result<null>> => {
      const sessionContext = await present();
      if (sessionContext === null) return { ok: false, problem: absent() };
      if (!isOf(sessionContext, actor)) return { ok: false, problem: ofAnother };
      const kept = await enqueueIn(sessionContext, decision, commands, left);
      // If the store was taken away meanwhile, ask the context that replaced it. The same decision is not stored twice there.
      if (kept.ok || !(await hub.isMadeAnew(sessionContext))) return kept;
      const anew = await present();
      if (anew !== null && !isOf(anew, actor)) return { ok: false, problem: ofAnother };
      return anew === null ? { ok: false, problem: absent() } : enqueueIn(anew, decision, commands, left);
    },
    unsent: async () => ({ count: await hub.unsent() }),
    dismissGone: async () => hub.dismissGone(),
    takeBack: async (keys): Promise<Result<{ readonly taken: number }>> =>
      (await present())?.outbox.takeBack(keys) ?? { ok: false, problem: absent() },
    dismissSettled: async (keys): Promise<Result<null>> => (await present())?.outbox.dismiss(keys) ?? { ok: false, problem: absent() },
    keepDraft: async (key, texts, actor): Promise<Result<null>> => {
      const sessionContext = await present();
      const isTheirs = sessionContext !== null && isOf(sessionContext, actor);
      return isTheirs ? sessionContext.drafts.keep(key, texts) : { ok: false, problem: sessionContext === null ? absent() : ofAnother };
    },
  };
}

/** What was typed before is kept before `left` replaces it, and what is typed meanwhile after it. */
function enqueueIn(
  { outbox, drafts }: SessionContext,
  decision: string,
  commands: readonly Command[],
  left?: DraftLeft,
): Promise<Result<null>> {
  if (left === undefined) return outbox.enqueue(decision, commands);
  return drafts.around((written) => outbox.enqueue(decision, commands, { left, written }));
}

/** The problem that stops the first attempt to leave: unsent commands, or commands that cannot be counted. */
async function keepsFromLeaving(hub: Hub): Promise<Problem | null> {
  const unsent = await hub.unsent();
  if (unsent === null) return uncounted;
  return unsent > 0 ? unsentLeft : null;
}

/** Why the requested state was not reached. */
function unmet({ session }: Hub, state: SessionState): Problem {
  return session.lastProblem() ?? (state.name === 'signedOut' && !state.asking ? nobody : silent);
}

/** Whether a failed tenant switch may have taken effect: its answer was lost, or an earlier attempt had arrived. */
function mayHaveMoved({ code }: Problem): boolean {
  if (code === 'wrong_tenant') return true;
  const judgement = judge(code);
  return judgement.kind !== 'refused' && judgement.ambiguous;
}

function isDecided(state: SessionState): boolean {
  return state.name === 'signedIn' ? state.asking !== 'me' : !state.asking;
}

/** No extension of the session is under way any more. */
function isExtended(state: SessionState): boolean {
  return state.name !== 'signedIn' || (state.asking !== 'extend' && !state.toExtend);
}

/** Whether this session context belongs to the person and tenant a page acts for. */
function isOf({ store }: SessionContext, actor: ActsFor | undefined): boolean {
  return actor === undefined || (store.userId === actor.userId && store.tenantId === actor.tenantId);
}
