import type { HubStatus } from '../../contracts/rpc.ts';

/** The hub's status: one object, replaced on change and handed out whole, once a turn however much changed in it. */
export interface StatusBoard {
  readonly get: () => HubStatus;
  readonly set: (patch: Partial<HubStatus>) => void;
}

/** Nothing was found wrong with the past that the platform shows. */
export const noFindings = { historyFound: null, twoHistories: null, walked: null } as const;

/** A hub that has only begun: nobody is known, nothing is connected. */
export function statusAtStart(build: string): HubStatus {
  return {
    build,
    connection: { state: 'connecting', transport: 'sse', newestAt: null },
    startTransport: 'sse',
    session: { phase: 'starting' },
    leftBehind: 'notKnown',
    storeGeneration: 0,
    unsentGone: null,
    cookieUntil: null,
    unsentHeld: null,
    heldLost: null,
    lock: { state: 'none' },
    serverOffsetMs: 0,
    clock: { confirmed: false, heardAt: null, why: 'start' },
    dropped: {},
    ...noFindings,
    storageProblem: null,
    killSwitch: null,
    answersTakeMs: null,
    buildTooOld: false,
    superseded: false,
    simulation: null,
  };
}

export function createStatusBoard(build: string, publish: (status: HubStatus) => void): StatusBoard {
  let status = statusAtStart(build);
  let pending = false;
  return {
    get: () => status,
    set: (patch) => {
      const next = { ...status, ...patch };
      // Small plain data on purpose, so that comparing its text is cheap and exact.
      if (JSON.stringify(next) === JSON.stringify(status)) return;
      status = next;
      if (pending) return;
      pending = true;
      queueMicrotask(() => {
        pending = false;
        publish(status);
      });
    },
  };
}

/** The ways to say what is wrong with the past. */
export const findingsOn = (board: StatusBoard) => ({
  historyFound: (historyFound: HubStatus['historyFound']) => board.set({ historyFound }),
  twoHistories: (twoHistories: HubStatus['twoHistories']) => board.set({ twoHistories }),
  walked: (walked: NonNullable<HubStatus['walked']> | null) => board.set({ walked }),
});
