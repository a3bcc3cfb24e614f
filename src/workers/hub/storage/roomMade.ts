import type { HubMessage } from '../../../contracts/rpc.ts';
import { type Freeable, roomMadeNotice } from '../../../domain/freshness/roomLabels.ts';

/**
 * Space is freed in steps, repeatedly if there is too little: steps are reported together after `gatherFreedMs`, milliseconds, and not
 * again within `quietMs`.
 */
export const gatherFreedMs = 2_000;
export const quietMs = 10 * 60_000;

/** Tells the user what was removed from the device to free space; call `freed` for each step. */
export function createRoomMade(
  setTimer: (delayMs: number, run: () => void) => () => void,
  tell: (notice: HubMessage & { readonly kind: 'notice' }) => void,
): { readonly freed: (step: { readonly table: Freeable; readonly rows: number }) => void } {
  let counts = new Map<Freeable, number>();
  let armed = false;
  const say = (): void => {
    if (counts.size === 0) {
      armed = false;
      return;
    }
    tell(roomMadeNotice(counts));
    counts = new Map();
    setTimer(quietMs, say);
  };
  return {
    freed: ({ table, rows }) => {
      counts.set(table, (counts.get(table) ?? 0) + rows);
      if (armed) return;
      armed = true;
      setTimer(gatherFreedMs, say);
    },
  };
}
