import type { HubStatus } from '../../contracts/rpc.ts';

/** The status of a hub that has just started, and of a page that has not heard from its hub: nobody is known, nothing is connected. */
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
    unsentSealed: false,
    heldLost: null,
    lock: { state: 'none' },
    serverOffsetMs: 0,
    clock: { confirmed: false, heardAt: null, why: 'start' },
    dropped: {},
    historyFound: null,
    twoHistories: null,
    walked: null,
    storageProblem: null,
    killSwitch: null,
    answersTakeMs: null,
    buildTooOld: false,
    superseded: false,
    simulation: null,
  };
}
