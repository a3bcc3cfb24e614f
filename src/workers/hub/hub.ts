import type { Problem } from '../../contracts/problem.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Tenant, User } from '../../contracts/session.ts';
import type { Call } from '../../domain/api/client.ts';
import { rightsOf } from '../../domain/accounts/rights.ts';
import { createHearing } from './hearing.ts';
import { createHandledCall } from './handledCall.ts';
import { createControlHandler } from './controlHandler.ts';
import { awayOf, createHeldAway } from './storage/heldAway.ts';
import { initialSession, stepSession } from '../../domain/session/machine.ts';
import { callerOf } from '../../domain/session/callerOf.ts';
import { heldLostNotice } from '../../domain/freshness/storeLost.ts';
import type { WriteStore } from '../../store/types.ts';
import type { HubStores } from './storage/hubStores.ts';
import type { Hub } from './hubFace.ts';
import { createHubClient } from './hubClient.ts';
import { createHubTime } from './hubTime.ts';
import { createLockParts } from './lock/lockParts.ts';
import { type Opening, openStore, openTheirs } from './storage/opening.ts';
import { createPages } from './pages.ts';
import { createPlatform } from './platform.ts';
import type { HubDeps } from './deps.ts';
import { roleNotice } from './roleNotice.ts';
import { encryptingSessions } from './lock/encryptedSession.ts';
import { createSessionShell } from './sessionShell.ts';
import { createStoreLoss } from './storage/storeLoss.ts';
import { createStatusBoard, findingsOn, noFindings } from './statusBoard.ts';
import { beginSessionContext, type SessionContext } from './sessionContext.ts';
import { createUnsentAtLeaving } from './outbox/unsentAtLeaving.ts';
import { createWordKeeper } from './wordKeeper.ts';
import { createWiping } from './storage/wiping.ts';
import { within } from './within.ts';

/** How long to wait for a session context to end before going on in parallel, milliseconds. */
const endLimitMs = 1_000;
/** How long a sign-in waits for the person's store, milliseconds. */
const comeInLimitMs = 3_000;

/** One hub: session, rights and platform state. Composition only; every decision is made by a state machine or a table. */
export function createHub(hubDeps: HubDeps, stores: HubStores): Hub {
  const { setTimer, whenLockFree } = hubDeps;
  let sessionContext: SessionContext | null = null;
  /** The previous session context: its outbox is still in memory when its database can no longer be read. */
  let ended: SessionContext | null = null;
  let stopped = false;
  let tellBegun = () => {};
  const begun = new Promise<void>((resolve) => {
    tellBegun = resolve;
  });

  const pages = createPages({ whenLockFree, setTimer, onSubscribed: (keys) => sessionContext?.subscribe(keys) });
  const board = createStatusBoard(hubDeps.build, (status) => {
    pages.tell({ kind: 'status', status });
    sessionContext?.outbox.handle(status);
  });
  const time = createHubTime({ hubDeps, board, meta: stores.meta, session: () => session, sessionContext: () => sessionContext });

  const caller = () => callerOf(session.state());
  const { link, bare, isSlow } = createHubClient(hubDeps, board, caller, time.heard, () => sessionContext?.linkSilent());
  const words = createWordKeeper(stores.meta, hubDeps.now);
  const heard = createHearing({ words, outbox: () => sessionContext?.outbox ?? null, session: () => session });
  const platform = createPlatform(bare, board, hubDeps.build, stores.meta, setTimer, {
    keep: (killSwitch) => sessionContext?.keepSwitch(killSwitch),
    doubt: (why) => sessionContext?.doubtSwitch(why),
  });
  const call = createHandledCall({
    bare,
    heard,
    accountId: () => caller().accountId,
    now: time.now,
    confirmedNow: time.confirmed,
    platform,
    session: () => session,
    unpark: () => unpark(),
    outdated: () => board.set({ buildTooOld: true }),
  });

  const storage = (problem: Problem | null) => board.set({ storageProblem: problem });

  /** When the current session expires, platform clock, epoch milliseconds; 0 if unknown. */
  let endsAt = 0;
  const { lock, givenUp, device, parking, unpark, left } = createLockParts({
    hubDeps,
    stores,
    call: bare,
    time,
    session: () => session,
    wiping: () => wiping,
    pages,
    store: () => sessionContext?.store ?? null,
    publish: (status) => {
      board.set({ lock: status });
      void held.look();
    },
    storage,
  });

  /** Whether the next user to enter was signed in a moment ago in another role. */
  let anotherRole = false;
  /** Sign-in number: how often somebody has signed in. */
  let sittings = 0;
  /** Number of unsent commands kept when the rows were deleted; they are sent or refused once the person is back. */
  let keptUnsent: number | null = 0;

  const session = createSessionShell({
    hubDeps,
    initial: initialSession,
    step: stepSession,
    call,
    meta: encryptingSessions(stores.meta, () => lock.sessionKey()),
    now: time.steady,
    confirmedNow: time.confirmed,
    storage,
    refresh: device.refresh,
    park: parking.now,
    publish: (status) => {
      // Publish at once: nobody waits for the disk. Whose unsent commands are stored here is added when it is known.
      if (status.phase === 'signedIn' && status.expiresAt > 0) endsAt = status.expiresAt;
      const isTold = status.phase !== 'signedOut' || !status.logoutPending;
      board.set({ session: status, ...(isTold && { cookieUntil: null }) });
      void held.look();
    },
    tenantOf: (user) => platform.tenantOf(user),
    enter: async (user, tenant) => {
      sittings += 1;
      await endSessionContext();
      // Signed in, but the rows are behind a closed lock: unlock first.
      if (lock.closedTo(user)) {
        parking.now();
        return lock.publish();
      }
      if (parking.isParked()) await within(unpark(), comeInLimitMs, setTimer);
      // Lost commands are shown only to the person they belonged to.
      if (board.get().unsentGone !== null && board.get().unsentGone?.userId !== user.id) board.set({ unsentGone: null });
      const isBack = anotherRole && user.display === undefined;
      anotherRole = false;
      // A person whose database is blocked or does not open is signed in all the same and can sign out; it is opened when that is over.
      await givenUp.open(user, tenant.tenantId);
      const lost = await held.taken(tenant.tenantId, user.id);
      await within(comeIn(user, tenant), comeInLimitMs, setTimer);
      if (lost !== null) pages.tell(heldLostNotice(lost));
      if (isBack) pages.tell(roleNotice(user, keptUnsent));
    },
    leave: async (reason, wiped) => {
      // Publish this first: a page that still sees 'signed in' would open the rows again while they are wiped.
      const returns = reason === 'tenant' || reason === 'role';
      board.set({ session: returns ? { phase: 'starting' } : { phase: 'signedOut', reason, logoutPending: false } });
      anotherRole = reason === 'role';
      lock.left(reason);
      // Nobody can refresh the session any more, whatever reached the platform. A locked session waits for its user.
      if (!returns && reason !== 'locked' && session.state().name === 'signedOut') {
        const until = await left(endsAt);
        if (reason === 'user') board.set({ cookieUntil: until });
        endsAt = 0;
      }
      // Let the status out before the pages are told to leave: a lock covers pages in place instead of leading them to the sign-in page.
      await Promise.resolve();
      await pages.tellAndWait({ kind: 'leave', reason, wiped });
      await endSessionContext();
    },
    wipe: (tenantId, userId, unsent) => wiping.wipe(tenantId, userId, unsent),
  });

  const held = createHeldAway({
    ...stores,
    setTimer,
    away: () => awayOf(session.state(), lock.closedTo, givenUp.held()),
    tell: (known) => board.set({ ...known, unsentSealed: givenUp.held() !== null }),
  });

  const unsentAt = createUnsentAtLeaving({
    ...stores,
    readUnsent: (name) => stores.readUnsent(name, lock.key()),
    carried: (name) => wiping.carried(name),
    setTimer,
    // If a slow disk reports this late, do not show it to another person who has signed in meanwhile.
    gone: (unsentGone) => {
      const now = session.state();
      if (now.name !== 'signedIn' || now.user.id === unsentGone.userId) board.set({ unsentGone });
    },
    notify: pages.tell,
  });

  /** `isConfirmed`: the platform has confirmed the session. `isIn`: the session machine has this person signed in, in this tenant if one is given. */
  const isConfirmed = (state = session.state()): boolean => state.name === 'signedIn' && state.confirmed;
  const isIn = (userId: string, tenantId?: string): boolean => {
    const state = session.state();
    return state.name === 'signedIn' && state.user.id === userId && (tenantId ?? state.tenant.tenantId) === state.tenant.tenantId;
  };

  const wiping = createWiping({
    ...stores,
    setTimer,
    deleteCache: hubDeps.deleteCache,
    isIn: (tenantId, userId) => isIn(userId, tenantId),
    remains: isIn,
    keepsEncrypted: givenUp.keeps,
    forgetLock: async (userId) => {
      await givenUp.forget(userId);
      await lock.forget(userId);
    },
    tell: (state) => board.set({ leftBehind: state }),
    between: session.between,
    heldOutbox: (tenantId, userId) => (ended?.store.tenantId === tenantId && ended.store.userId === userId ? ended.outbox.held() : null),
    unsent: (what, person, rows) => unsentAt.wiped(what, person, rows),
    bring: async ({ tenantId, userId }) => {
      const state = session.state();
      if (state.name !== 'signedIn' || !unsentAt.carries(tenantId, userId)) return;
      const opened = await openTheirs(stores, lock, { tenantId, user: state.user }, () => {});
      if (opened === null || !opened.ok) return;
      await unsentAt.bring(tenantId, userId, opened.value, storage);
      await opened.value.close();
    },
    kept: (count) => void (keptUnsent = count),
  });

  const storeLoss = createStoreLoss({
    meta: stores.meta,
    setTimer,
    between: session.between,
    store: () => sessionContext?.store ?? null,
    isLostAway: held.look,
    tell: (lost) => unsentAt.lost(session.state(), lost),
    beginAnew: async () => {
      const state = session.state();
      const before = sessionContext;
      if (before === null || state.name !== 'signedIn') return null;
      await endSessionContext();
      const outbox = before.outbox.held();
      await stores.meta.renewStore(state.tenant.tenantId, state.user.id);
      const kept = await comeIn(state.user, state.tenant, outbox ?? []);
      if (sessionContext !== null) storage(null);
      void wiping.goOn(); // removes what may remain of the old databases
      return { outbox, kept };
    },
  });

  const endSessionContext = async () => {
    const ending = sessionContext;
    sessionContext = null;
    ended = ending ?? ended;
    opening?.giveUp();
    opening = null;
    platform.left();
    // A suspended tab inside a transaction can keep a write from ending; do not wait for it. A write that still arrives is deleted with the database.
    if (ending !== null && (await within(ending.end(), endLimitMs, setTimer)) === 'late') hubDeps.log('warning', 'stay_end_held_up', '');
    board.set({
      connection: { state: 'disconnected', transport: board.get().startTransport, since: null, newestAt: null },
      dropped: {},
      ...noFindings,
      killSwitch: null,
    });
  };

  let opening: Opening | null = null;
  /** `kept`: the in-memory items of an outbox whose store was taken away. Returns whether they are stored again. */
  const comeIn = async (user: User, tenant: Tenant, kept: readonly OutboxItem[] = []): Promise<boolean> => {
    const open = () => openTheirs(stores, lock, { tenantId: tenant.tenantId, user }, (storeGeneration) => board.set({ storeGeneration }));
    const mine = openStore(open, setTimer, storage);
    opening?.giveUp();
    opening = mine;
    const store = await mine.store;
    if (store === null) return false;
    const isKept = kept.length === 0 || (await store.outbox.add(kept.map(({ place: _place, ...newItem }) => newItem))).ok;
    await unsentAt.bring(tenant.tenantId, user.id, store, storage);
    const begun = await begin(user, store);
    if (opening !== mine) return begun.end().then(() => isKept);
    sessionContext = begun;
    sessionContext.subscribe(pages.subscribed());
    sessionContext.outbox.handle(board.get());
    return isKept;
  };

  const begin = (user: User, store: WriteStore): Promise<SessionContext> => {
    // A session context outlives a change of person or tenant for a moment: it may send only in its own name.
    const theirs: Call<AbortSignal> = (endpoint, input) => call(endpoint, { tenantId: store.tenantId, accountId: store.userId, ...input });
    lock.entered(store);
    storeLoss.watch(store);
    return beginSessionContext({
      hubDeps,
      call: theirs,
      meta: stores.meta,
      store,
      rights: rightsOf(user),
      transport: board.get().startTransport,
      reached: isConfirmed(),
      now: time.now,
      confirmedNow: time.confirmed,
      word: () => words.newest(user.id),
      storage,
      connection: (connection) => {
        const before = board.get().connection.state;
        board.set({ connection: { ...connection, slow: isSlow() } });
        if (connection.state !== 'connected' || before === 'connected') return;
        session.send({ type: 'linkReturned' });
        void platform.refresh();
        void platform.askSwitch();
      },
      platform,
      outdated: () => board.set({ buildTooOld: true }),
      streamHeard: link.streamHeard,
      missed: () => void platform.askSwitch(),
      ...findingsOn(board),
      dropped: (dropped) => board.set({ dropped }),
      applied: (events) => {
        pages.tell({ kind: 'events', events });
        for (const event of events) void handle(event, user);
      },
      notify: pages.tell,
      isLeft: () => !isIn(store.userId, store.tenantId),
      refused: () => {
        session.send({ type: 'unauthenticated' });
        // A browser does not say why a stream was refused; the build may be too old.
        void platform.refresh();
      },
    });
  };

  const keys = () => void sessionContext?.refresh(['jwks']);
  const handle = createControlHandler({ platform, session: () => session, me: () => bare('me'), keys, sitting: () => sittings });

  return {
    pages,
    session,
    lock,
    device,
    status: board.get,
    call,
    sessionContext: () => sessionContext,
    dismissGone: () => board.set({ unsentGone: null }),
    agreeToLose: (agreed) => unsentAt.agree(agreed ? (sessionContext?.outbox.held() ?? 'all') : null),
    unsent: async () => {
      // Operations queued for a sign-in under way come first: the store may be open afterwards.
      if (sessionContext === null && session.state().name !== 'starting') await within(session.settled(), comeInLimitMs, setTimer);
      if (sessionContext !== null) return sessionContext.outbox.unsent();
      const state = session.state();
      // It is not known yet whose commands these would be.
      if (state.name === 'starting') return null;
      // Nobody is signed in, or the store can hold nothing and so never did.
      if (state.name !== 'signedIn' || opening?.isImpossible() === true) return 0;
      return unsentAt.count(state.tenant.tenantId, state.user.id);
    },
    setTransport: (wanted) => {
      board.set({ startTransport: wanted });
      sessionContext?.setTransport(wanted);
      // If the setting cannot be stored it applies to this hub only; the next one starts with the default.
      void stores.meta.writeTransport(wanted);
    },
    askSwitch: () => void platform.askSwitch(),
    linkReturned: () => {
      session.send({ type: 'linkReturned' });
      sessionContext?.linkReturned();
    },
    begin: async () => {
      const [remembered, pending, chosen, clock] = await Promise.all([
        stores.meta.readSession(),
        stores.meta.readLogoutPending(),
        stores.meta.readTransport(),
        stores.meta.readClock(),
        platform.recall(),
        lock.recall(),
        givenUp.recall(),
        words.recall(),
      ]);
      if (chosen.ok && chosen.value !== null) board.set({ startTransport: chosen.value });
      if (!remembered.ok) storage(remembered.problem);
      if (stopped) return;
      const kept = clock.ok ? clock.value : null;
      time.begin(kept);
      session.recall(pending.ok ? (pending.value?.at ?? null) : null);
      if (pending.ok && pending.value !== null) void device.forget();
      session.send({
        type: 'begin',
        activeAt: kept?.activeAt ?? null,
        remembered: lock.remembered(remembered.ok ? remembered.value : null),
        logoutPending: pending.ok ? (pending.value?.reason ?? null) : null,
      });
      lock.publish();
      if (lock.isClosed()) parking.soon();
      tellBegun();
      // What remains of earlier users is known only once the session machine's orders are carried out.
      void session.settled().then(() => wiping.goOn());
      void platform.refresh().then(() => session.between(givenUp.dropOld));
    },
    begun,
    isMadeAnew: (context) => storeLoss.isMadeAnew(context.store),
    end: async () => {
      stopped = true;
      time.end();
      storeLoss.end();
      held.end();
      session.stop();
      lock.end();
      parking.end();
      link.stop();
      await session.settled();
      await endSessionContext();
    },
  };
}
