import type { MetaStore, StoredClock } from '../../store/types.ts';
import type { HubPorts } from './ports.ts';
import { createServerTime, type ServerTime } from './serverTime.ts';
import type { SessionShell } from './sessionShell.ts';
import type { StatusBoard } from './statusBoard.ts';
import type { Stay } from './stay.ts';

/** What time it is at the platform, told to everybody in the hub who goes by it, and kept for the next start. */
export interface HubTime extends ServerTime {
  /** Goes on from what the device kept, and looks at its clocks from now on. */
  readonly begin: (kept: StoredClock | null) => void;
  readonly end: () => void;
}

/** How often the device's two clocks are compared, milliseconds: a clock that was set is noticed though nothing happens here, and a device that slept at its first breath. */
const lookEveryMs = 2_000;

export function createHubTime({
  ports,
  board,
  meta,
  session,
  stay,
}: {
  readonly ports: Pick<HubPorts, 'now' | 'monotonic' | 'setTimer'>;
  readonly board: StatusBoard;
  readonly meta: Pick<MetaStore, 'writeClock'>;
  readonly session: () => SessionShell;
  readonly stay: () => Stay | null;
}): HubTime {
  const time = createServerTime(ports, {
    shown: (serverOffsetMs, clock) => board.set({ serverOffsetMs, clock }),
    doubted: () => session().send({ type: 'clockDoubted' }),
    moved: (byMs, passedMs, settled, shownByMs) => {
      session().send(settled ? { type: 'clockSettled', byMs, passedMs } : { type: 'clockCorrected', byMs });
      stay()?.clockMoved(shownByMs, !settled);
    },
    keep: (kept) => {
      const state = session().state();
      void meta.writeClock({ ...kept, activeAt: state.name === 'signedIn' ? state.lastActivityAt : null });
    },
  });
  let stop = () => {};
  const look = (): void => {
    time.look();
    stop = ports.setTimer(lookEveryMs, look);
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
