import type { HubStatus } from '../../contracts/rpc.ts';
import { statusAtStart } from '../../domain/freshness/statusAtStart.ts';

/** The hub's status: one immutable object, replaced on change and published whole, once per turn however much changed. */
export interface StatusBoard {
  readonly get: () => HubStatus;
  readonly set: (patch: Partial<HubStatus>) => void;
}

/** Nothing wrong was found in the past that the platform shows. */
export const noFindings = { historyFound: null, twoHistories: null, walked: null } as const;

/** A patch that changes nothing is not published. */
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

/** Setters for the findings about the past. */
export const findingsOn = (board: StatusBoard) => ({
  historyFound: (historyFound: HubStatus['historyFound']) => board.set({ historyFound }),
  twoHistories: (twoHistories: HubStatus['twoHistories']) => board.set({ twoHistories }),
  walked: (walked: NonNullable<HubStatus['walked']> | null) => board.set({ walked }),
});
