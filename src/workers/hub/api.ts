import { signInEndpoints } from '../../contracts/signInEndpoints.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { ActsFor, ChainSeen, HubApi, HubMessage } from '../../contracts/rpc.ts';
import type { User } from '../../contracts/session.ts';
import { judge } from '../../domain/outbox/judge.ts';
import type { SessionState } from '../../domain/session/types.ts';
import type { Hub } from './hubFace.ts';
import type { Stay } from './stay.ts';

/**
 * What pages may ask of the hub, on one page: each call in a few lines over the hub's parts. Nothing here throws, and every
 * answer comes in bounded time.
 */
export interface ApiPorts {
  readonly now: () => number;
  readonly build: string;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Lets go of a page's callback. */
  readonly release: (deliver: (message: HubMessage) => void) => void;
  /** Name of the lock this hub holds for life; resolves once it is held. */
  readonly lifeLock: Promise<string>;
}

/** Leaving wipes the outbox: nobody loses what was not sent without having said so. */
const unsentLeft: Problem = { code: 'conflict', message: 'Not everything has been sent to the platform.', retry: false };
const uncounted: Problem = {
  code: 'storage',
  message: 'What has not been sent to the platform cannot be counted: the data on this device cannot be read just now.',
  retry: true,
};
const notOpen: Problem = {
  code: 'storage',
  message: 'The data on this device is not open yet. Opening it is tried again by itself.',
  retry: true,
};
const ofAnother: Problem = {
  code: 'cancelled',
  message: 'Somebody else is in by now, or another tenant is worked in. It was decided on what was shown before, and was not kept.',
  retry: false,
};
const nobody: Problem = { code: 'unauthenticated', message: 'Nobody is signed in.', retry: false };
const silent: Problem = { code: 'timeout', message: 'The platform did not answer in time.', retry: true };
const notMoved = (tenant: string): Problem => ({
  code: 'wrong_tenant',
  message: `The platform answered that this session works in ${tenant}, as before: it was not moved.`,
  retry: true,
});
/** How long leaving waits for the platform to confirm, milliseconds; it is told later all the same. */
const confirmLogoutMs = 3_000;
/** How long a page that asks who is signed in waits for the platform, milliseconds. */
const decideMs = 20_000;

export function createHubApi(hub: Hub, ports: ApiPorts): HubApi {
  /** The first state that is decided, or the present one when time is up. */
  const decided = (wanted: (state: SessionState) => boolean, limitMs: number): Promise<SessionState> => {
    let cancel = () => {};
    const late = new Promise<SessionState>((resolve) => {
      cancel = ports.setTimer(limitMs, () => resolve(hub.session.state()));
    });
    return Promise.race([hub.session.until(wanted), late]).finally(() => cancel());
  };
  /** Until it is known who is in, or that nobody is: a hub that has only just taken over cannot say what is theirs to lose. */
  const isStarting = (): boolean => hub.session.state().name === 'starting';
  const known = () => decided((now) => now.name !== 'starting', decideMs);
  /** The stay of whoever is in. A hub that has only just taken over opens it first: what its forerunner was asked is asked of it. */
  const present = async (): Promise<Stay | null> => {
    if (hub.stay() !== null) return hub.stay();
    await hub.begun;
    if (isStarting()) await known();
    if (hub.session.state().name === 'signedIn') await hub.session.settled();
    return hub.stay();
  };
  /** What is unsent, or cannot be counted, keeps whoever is asked first from leaving. */
  const keepsFromLeaving = async (): Promise<Problem | null> => {
    const unsent = await hub.unsent();
    if (unsent === null) return uncounted;
    return unsent > 0 ? unsentLeft : null;
  };
  /** Why there is no stay to ask: nobody is in, or their store is not open yet. */
  const absent = (): Problem => (hub.session.state().name === 'signedIn' ? notOpen : nobody);
  /** Why what was asked has not come about. */
  const unmet = (state: SessionState): Problem =>
    hub.session.lastProblem() ?? (state.name === 'signedOut' && !state.asking ? nobody : silent);

  return {
    attach: async (page, deliver) => {
      hub.pages.attach(page.pageId, page.lockName, deliver, () => ports.release(deliver));
      return hub.status();
    },
    want: async (pageId, keys) => hub.pages.want(pageId, keys),
    refresh: async (keys): Promise<Result<null>> => (await present())?.refresh(keys) ?? { ok: false, problem: absent() },
    activity: async () => hub.session.send({ type: 'activity' }),
    extendSession: async () => {
      hub.session.send({ type: 'extend' });
      const state = await decided(isExtended, decideMs);
      if (state.name === 'signedIn' && state.confirmed && isExtended(state)) return { ok: true, value: null };
      return { ok: false, problem: unmet(state) };
    },
    introduction: async () => {
      await hub.begun;
      return hub.device.introduce();
    },
    signedIn: async (deviceNonce): Promise<Result<User>> => {
      await hub.begun;
      // After what was ordered for whoever left: their key is forgotten first.
      if (deviceNonce !== undefined) hub.session.between(() => hub.device.begun(deviceNonce));
      hub.session.send({ type: 'entered' });
      const state = await decided(isDecided, decideMs);
      await hub.session.settled();
      if (state.name === 'signedIn' && state.confirmed) return { ok: true, value: state.user };
      return { ok: false, problem: unmet(state) };
    },
    signOut: async (discardUnsent): Promise<Result<null>> => {
      await hub.begun;
      if (isStarting()) await known();
      const kept = discardUnsent ? null : await keepsFromLeaving();
      if (kept !== null) return { ok: false, problem: kept };
      hub.session.send({ type: 'signOut' });
      await hub.session.settled();
      await decided((now) => now.name !== 'signedOut' || now.logoutPending === null, confirmLogoutMs);
      return { ok: true, value: null };
    },
    switchTenant: async (tenantId, discardUnsent): Promise<Result<null>> => {
      await hub.begun;
      if (isStarting()) await known();
      const kept = discardUnsent ? null : await keepsFromLeaving();
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
      return { ok: false, problem: isSaid ? notMoved(state.tenant.name) : unmet(state) };
    },
    invalidate: async () => (await present())?.invalidate(),
    retryNow: async () => {
      hub.session.send({ type: 'linkReturned' });
      hub.stay()?.retryNow();
      if (hub.stay() !== null) hub.askSwitch();
    },
    ping: async () => ({ build: ports.build, at: ports.now(), lifeLock: await ports.lifeLock }),
    recentEvents: async () => hub.stay()?.recentEvents() ?? [],
    ensureManifest: async (packId): Promise<Result<null>> => (await present())?.ensureManifest(packId) ?? { ok: false, problem: absent() },
    chainSeen: async (): Promise<Result<ChainSeen>> => (await present())?.chainSeen() ?? { ok: false, problem: absent() },
    lockKey: async () => hub.lock.key(),
    lock: async (act) => {
      await hub.begun;
      return hub.lock.act(act);
    },
    setTransport: async (transport) => hub.setTransport(transport),
    enqueue: async (decision, commands, of): Promise<Result<null>> => {
      const stay = await present();
      if (stay === null) return { ok: false, problem: absent() };
      if (!isOf(stay, of)) return { ok: false, problem: ofAnother };
      const kept = await stay.outbox.enqueue(decision, commands);
      // Its store was taken away under it: asked of the one in its place, where nothing of this decision is doubled.
      if (kept.ok || !(await hub.isMadeAnew(stay))) return kept;
      const anew = await present();
      if (anew !== null && !isOf(anew, of)) return { ok: false, problem: ofAnother };
      return anew?.outbox.enqueue(decision, commands) ?? { ok: false, problem: absent() };
    },
    unsent: async () => ({ count: await hub.unsent() }),
    dismissGone: async () => hub.dismissGone(),
    takeBack: async (keys): Promise<Result<{ readonly taken: number }>> =>
      (await present())?.outbox.takeBack(keys) ?? { ok: false, problem: absent() },
    dismissSettled: async (keys): Promise<Result<null>> => (await present())?.outbox.dismiss(keys) ?? { ok: false, problem: absent() },
  };
}

/** Whether a switch that failed may have taken place all the same: its answer was lost, or an earlier sending of it had arrived. */
function mayHaveMoved({ code }: Problem): boolean {
  if (code === 'wrong_tenant') return true;
  const judgement = judge(code);
  return judgement.kind !== 'refused' && judgement.ambiguous;
}

function isDecided(state: SessionState): boolean {
  return state.name === 'signedIn' ? state.asking !== 'me' : !state.asking;
}

/** Nothing is under way any more that would extend the session. */
function isExtended(state: SessionState): boolean {
  return state.name !== 'signedIn' || (state.asking !== 'extend' && !state.toExtend);
}

/** Whether this is the stay of whoever a page acts for. */
function isOf({ store }: Stay, of: ActsFor | undefined): boolean {
  return of === undefined || (store.userId === of.userId && store.tenantId === of.tenantId);
}
