import type { MetaStore, StoredClock } from '../../store/types.ts';
import type { HubDeps } from './deps.ts';
import { createServerTime, type ServerTime } from './serverTime.ts';
import type { SessionShell } from './sessionShell.ts';
import type { StatusBoard } from './statusBoard.ts';
import type { SessionContext } from './sessionContext.ts';

/** The server's time, distributed within the hub and stored for the next start. */
export interface HubTime extends ServerTime {
  /** Continues from the stored clock and starts checking the device's clocks. */
  readonly begin: (kept: StoredClock | null) => void;
  readonly end: () => void;
}

/**
 * How often the device's two clocks are compared, milliseconds: notices a changed clock without any other activity, and a sleep right
 * after waking.
 */
const lookEveryMs = 2_000;

/** Tells changes of the clock to the status board, the session machine and the session context, and stores them for the next start. */
export function createHubTime({
  hubDeps,
  board,
  meta,
  session,
  sessionContext,
}: {
  readonly hubDeps: Pick<HubDeps, 'now' | 'monotonic' | 'setTimer'>;
  readonly board: StatusBoard;
  readonly meta: Pick<MetaStore, 'writeClock'>;
  readonly session: () => SessionShell;
  readonly sessionContext: () => SessionContext | null;
}): HubTime {
  const time = createServerTime(hubDeps, {
    shown: (serverOffsetMs, clock) => board.set({ serverOffsetMs, clock }),
    doubted: () => session().send({ type: 'clockDoubted' }),
    moved: (byMs, passedMs, settled, shownByMs) => {
      session().send(settled ? { type: 'clockSettled', byMs, passedMs } : { type: 'clockCorrected', byMs });
      sessionContext()?.clockMoved(shownByMs, !settled);
    },
    keep: (kept) => {
      const state = session().state();
      void meta.writeClock({ ...kept, activeAt: state.name === 'signedIn' ? state.lastActivityAt : null });
    },
  });
  let stop = () => {};
  const look = (): void => {
    time.look();
    stop = hubDeps.setTimer(lookEveryMs, look);
  };
  return {
    ...time,
    begin: (kept) => {
      time.recall(kept);
      look();
    },
    end: () => stop(),
  };
}
