import type { Problem } from '../../contracts/problem.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Tenant, User } from '../../contracts/session.ts';
import type { Call } from '../../domain/api/client.ts';
import { rightsOf } from '../../domain/rights.ts';
import { createHearing } from './hearing.ts';
import { createHeedfulCall } from './heedfulCall.ts';
import { createHeeding } from './heeding.ts';
import { awayOf, createHeldAway } from './heldAway.ts';
import { initialSession, stepSession } from '../../domain/session/machine.ts';
import { callerOf } from '../../domain/session/callerOf.ts';
import { heldLostNotice } from '../../domain/storeLost.ts';
import type { WriteStore } from '../../store/types.ts';
import type { HubStores } from './hubStores.ts';
import type { Hub } from './hubFace.ts';
import { createHubClient } from './hubClient.ts';
import { createHubTime } from './hubTime.ts';
import { createLockParts } from './lockParts.ts';
import { type Opening, openStore, openTheirs } from './opening.ts';
import { createPages } from './pages.ts';
import { createPlatform } from './platform.ts';
import type { HubPorts } from './ports.ts';
import { roleNotice } from './roleNotice.ts';
import { sealingSessions } from './sealedSession.ts';
import { createSessionShell } from './sessionShell.ts';
import { createStoreLoss } from './storeLoss.ts';
import { createStatusBoard, findingsOn, noFindings } from './statusBoard.ts';
import { beginStay, type Stay } from './stay.ts';
import { createUnsentAtLeaving } from './unsentAtLeaving.ts';
import { createWordKeeper } from './wordKeeper.ts';
import { createWiping } from './wiping.ts';
import { within } from './within.ts';

/** How long a person's stay may take to end, milliseconds, before what follows goes on beside it. */
const endLimitMs = 1_000;
/** How long coming in waits for the person's store, milliseconds. */
const comeInLimitMs = 3_000;

/** One hub: who is here, what they may have, what the platform says. Composition only; every decision is a machine's or a table's. */
export function createHub(ports: HubPorts, stores: HubStores): Hub {
  let stay: Stay | null = null;
  /** The stay before, whose outbox is still known when its database cannot be read any more. */
  let ended: Stay | null = null;
  let stopped = false;
  let tellBegun = () => {};
  const begun = new Promise<void>((resolve) => {
    tellBegun = resolve;
  });

  const pages = createPages({ whenLockFree: ports.whenLockFree, setTimer: ports.setTimer, onWanted: (keys) => stay?.want(keys) });
  const board = createStatusBoard(ports.build, (status) => {
    pages.tell({ kind: 'status', status });
    stay?.outbox.heed(status);
  });
  const time = createHubTime({ ports, board, meta: stores.meta, session: () => session, stay: () => stay });

  const caller = () => callerOf(session.state());
  const { link, bare, isSlow } = createHubClient(ports, board, caller, time.heard, () => stay?.linkSilent());
  const words = createWordKeeper(stores.meta, ports.now);
  const heard = createHearing({ words, outbox: () => stay?.outbox ?? null, session: () => session });
  const platform = createPlatform(bare, board, ports.build, stores.meta, ports.setTimer, {
    keep: (killSwitch) => stay?.keepSwitch(killSwitch),
    doubt: (why) => stay?.doubtSwitch(why),
  });
  const call = createHeedfulCall({
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

  /** When the session of whoever is in ends by itself, platform's clock; 0 where that is not known. */
  let endsAt = 0;
  const { lock, givenUp, device, parking, unpark, left } = createLockParts({
    ports,
    stores,
    call: bare,
    time,
    session: () => session,
    wiping: () => wiping,
    pages,
    store: () => stay?.store ?? null,
    publish: (status) => {
      board.set({ lock: status });
      void held.look();
    },
    storage,
  });

  /** Whether whoever comes in next was here a moment ago, in another role. */
  let anotherRole = false;
  /** How often somebody has come in. */
  let sittings = 0;
  /** What was not sent when their rows went; they are sent, or refused, from the moment they are back. */
  let keptUnsent: number | null = 0;

  const session = createSessionShell({
    ports,
    initial: initialSession,
    step: stepSession,
    call,
    meta: sealingSessions(stores.meta, () => lock.sessionKey()),
    now: time.steady,
    confirmedNow: time.confirmed,
    storage,
    refresh: device.refresh,
    park: parking.now,
    publish: (status) => {
      // Whose decisions wait here is told with the way in, to whoever comes next; nobody waits for the disk to say so.
      if (status.phase === 'signedIn' && status.expiresAt > 0) endsAt = status.expiresAt;
      const isTold = status.phase !== 'signedOut' || !status.logoutPending;
      board.set({ session: status, ...(isTold && { cookieUntil: null }) });
      void held.look();
    },
    tenantOf: (user) => platform.tenantOf(user),
    enter: async (user, tenant) => {
      sittings += 1;
      await endStay();
      // Signed in, and the rows behind a lock that is not open yet: it is asked for first.
      if (lock.closedTo(user)) {
        parking.now();
        return lock.publish();
      }
      if (parking.isParked()) await within(unpark(), comeInLimitMs, ports.setTimer);
      // Shown to nobody but whose they were.
      if (board.get().unsentGone !== null && board.get().unsentGone?.userId !== user.id) board.set({ unsentGone: null });
      const isBack = anotherRole && user.display === undefined;
      anotherRole = false;
      // One whose database is held up or does not open is in all the same, and can leave: it is opened when that goes.
      await givenUp.open(user, tenant.tenantId);
      const lost = await held.taken(tenant.tenantId, user.id);
      await within(comeIn(user, tenant), comeInLimitMs, ports.setTimer);
      if (lost !== null) pages.tell(heldLostNotice(lost));
      if (isBack) pages.tell(roleNotice(user, keptUnsent));
    },
    leave: async (reason, wiped) => {
      // Before anything else is told: a page that still heard 'signed in' would open the rows again while they are wiped.
      const returns = reason === 'tenant' || reason === 'role';
      board.set({ session: returns ? { phase: 'starting' } : { phase: 'signedOut', reason, logoutPending: false } });
      anotherRole = reason === 'role';
      lock.left(reason);
      // Nobody refreshes it any more, whatever the platform has heard; one that is locked waits for its person.
      if (!returns && reason !== 'locked' && session.state().name === 'signedOut') {
        const until = await left(endsAt);
        if (reason === 'user') board.set({ cookieUntil: until });
        endsAt = 0;
      }
      // Told before the pages hear that they are left: a lock covers them where they are, and nobody is led to the door.
      await Promise.resolve();
      await pages.tellAndWait({ kind: 'leave', reason, wiped });
      await endStay();
    },
    wipe: (tenantId, userId, unsent) => wiping.wipe(tenantId, userId, unsent),
  });

  const held = createHeldAway({
    ...stores,
    setTimer: ports.setTimer,
    away: () => awayOf(session.state(), lock.closedTo, givenUp.held()),
    tell: (known) => board.set({ ...known, unsentSealed: givenUp.held() !== null }),
  });

  const unsentAt = createUnsentAtLeaving({
    ...stores,
    setTimer: ports.setTimer,
    // What a slow disk tells late is nobody's to see who has come in meanwhile.
    gone: (unsentGone) => {
      const now = session.state();
      if (now.name !== 'signedIn' || now.user.id === unsentGone.userId) board.set({ unsentGone });
    },
    notify: pages.tell,
  });

  /** Whether this person is in by the machine's decision, in this tenant where one is named. */
  const isConfirmed = (state = session.state()): boolean => state.name === 'signedIn' && state.confirmed;
  const isIn = (userId: string, tenantId?: string): boolean => {
    const state = session.state();
    return state.name === 'signedIn' && state.user.id === userId && (tenantId ?? state.tenant.tenantId) === state.tenant.tenantId;
  };

  const wiping = createWiping({
    ...stores,
    setTimer: ports.setTimer,
    deleteCache: ports.deleteCache,
    isIn: (tenantId, userId) => isIn(userId, tenantId),
    remains: isIn,
    keepsSealed: givenUp.keeps,
    forgetLock: async (userId) => {
      await givenUp.forget(userId);
      await lock.forget(userId);
    },
    tell: (state) => board.set({ leftBehind: state }),
    between: session.between,
    heldOutbox: (tenantId, userId) => (ended?.store.tenantId === tenantId && ended.store.userId === userId ? ended.outbox.held() : null),
    unsent: (what, of, rows) => unsentAt.wiped(what, of, rows),
    bring: async ({ tenantId, userId }) => {
      const state = session.state();
      if (state.name !== 'signedIn' || !unsentAt.carries(tenantId, userId)) return;
      const opened = await openTheirs(stores, lock, { tenantId, user: state.user }, () => {});
      if (opened === null || !opened.ok) return;
      await unsentAt.bring(tenantId, userId, opened.value, storage);
      await opened.value.close();
    },
    kept: (count) => {
      keptUnsent = count;
    },
  });

  const storeLoss = createStoreLoss({
    meta: stores.meta,
    setTimer: ports.setTimer,
    between: session.between,
    store: () => stay?.store ?? null,
    isLostAway: held.look,
    tell: (lost) => unsentAt.lost(session.state(), lost),
    beginAnew: async () => {
      const state = session.state();
      const before = stay;
      if (before === null || state.name !== 'signedIn') return null;
      await endStay();
      const outbox = before.outbox.held();
      await stores.meta.renewStore(state.tenant.tenantId, state.user.id);
      const kept = await comeIn(state.user, state.tenant, outbox ?? []);
      if (stay !== null) storage(null);
      void wiping.goOn(); // what may be left of the old databases
      return { outbox, kept };
    },
  });

  const endStay = async () => {
    const ending = stay;
    stay = null;
    ended = ending ?? ended;
    opening?.giveUp();
    opening = null;
    platform.left();
    // A tab that stands still in a transaction keeps a write from ending: nobody else waits for that. What is still written goes with the database.
    if (ending !== null && (await within(ending.end(), endLimitMs, ports.setTimer)) === 'late')
      ports.log('warning', 'stay_end_held_up', '');
    board.set({
      connection: { state: 'disconnected', transport: board.get().startTransport, since: null, newestAt: null },
      dropped: {},
      ...noFindings,
      killSwitch: null,
    });
  };

  let opening: Opening | null = null;
  /** `kept`: what an outbox that was taken away had in memory. Answers whether it stands on the device again. */
  const comeIn = async (user: User, tenant: Tenant, kept: readonly OutboxItem[] = []): Promise<boolean> => {
    const open = () => openTheirs(stores, lock, { tenantId: tenant.tenantId, user }, (storeGeneration) => board.set({ storeGeneration }));
    const mine = openStore(open, ports.setTimer, storage);
    opening?.giveUp();
    opening = mine;
    const store = await mine.store;
    if (store === null) return false;
    const isKept = kept.length === 0 || (await store.outbox.add(kept.map(({ place: _place, ...draft }) => draft))).ok;
    await unsentAt.bring(tenant.tenantId, user.id, store, storage);
    const begun = await begin(user, store);
    if (opening !== mine) return begun.end().then(() => isKept);
    stay = begun;
    stay.want(pages.wanted());
    stay.outbox.heed(board.get());
    return isKept;
  };

  const begin = (user: User, store: WriteStore): Promise<Stay> => {
    // A stay goes on for some moments after another person, or another tenant, is in: what it still has to send is sent in its own name, or not at all.
    const theirs: Call<AbortSignal> = (of, input) => call(of, { tenantId: store.tenantId, accountId: store.userId, ...input });
    lock.entered(store);
    storeLoss.watch(store);
    return beginStay({
      ports,
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
        for (const event of events) void heed(event, user);
      },
      notify: pages.tell,
      isLeft: () => !isIn(store.userId, store.tenantId),
      refused: () => {
        session.send({ type: 'unauthenticated' });
        // A browser does not say why a stream was turned away: it may be that this build is no longer spoken to.
        void platform.refresh();
      },
    });
  };

  const keys = () => void stay?.refresh(['jwks']);
  const heed = createHeeding({ platform, session: () => session, me: () => bare('me'), keys, sitting: () => sittings });

  return {
    pages,
    session,
    lock,
    device,
    status: board.get,
    call,
    stay: () => stay,
    dismissGone: () => board.set({ unsentGone: null }),
    agreeToLose: (agreed) => unsentAt.agree(agreed ? (stay?.outbox.held() ?? 'all') : null),
    unsent: async () => {
      // What is ordered for whoever is coming in comes first: their store may be open then.
      if (stay === null && session.state().name !== 'starting') await within(session.settled(), comeInLimitMs, ports.setTimer);
      if (stay !== null) return stay.outbox.unsent();
      const state = session.state();
      // Whose it would be is not known yet.
      if (state.name === 'starting') return null;
      // Nobody leaves, and where nothing can be kept nothing was.
      if (state.name !== 'signedIn' || opening?.isImpossible() === true) return 0;
      return unsentAt.count(state.tenant.tenantId, state.user.id);
    },
    setTransport: (wanted) => {
      board.set({ startTransport: wanted });
      stay?.setTransport(wanted);
      // One that cannot be kept holds for this hub; the next begins where all do.
      void stores.meta.writeTransport(wanted);
    },
    askSwitch: () => void platform.askSwitch(),
    linkReturned: () => {
      session.send({ type: 'linkReturned' });
      stay?.linkReturned();
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
      // What is left of people who left is known once what the machine ordered has been done.
      void session.settled().then(() => wiping.goOn());
      void platform.refresh().then(() => session.between(givenUp.dropOld));
    },
    begun,
    isMadeAnew: (of) => storeLoss.isMadeAnew(of.store),
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
      await endStay();
    },
  };
}
