import { useEffect, useRef } from 'react';
import { fetchApi } from '../../bridge/fetchApi.ts';
import { useInvalidate } from '../../bridge/useApiQuery.ts';
import { hubEvents, hubStatus } from '../../bridge/pageState.ts';
import { useSignal } from '../../bridge/useHubStatus.ts';
import { serverNow } from '../../bridge/useServerNow.ts';
import type { WallDashboardId } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';

/** How often a display tells of itself, milliseconds. The displays' screen calls one silent that missed two. */
const everyMs = 30_000;
/** The first time: once something has been drawn. */
const firstMs = 2_000;

/** Tells the platform what was drawn last (null: no dashboard yet), and learns in the same breath whether the playlist is still the one it has. */
export function useWallReport(shown: WallDashboardId | null, displayId: string, version: number | null): void {
  const invalidate = useInvalidate();
  const frame = useRef<{ readonly at: number; readonly dashboard: WallDashboardId } | null>(null);
  const known = useRef(version);
  useEffect(() => {
    known.current = version;
  }, [version]);

  // A browser that draws nothing calls back nothing: the time of the last frame then stands still, which is what is told.
  useEffect(() => {
    if (shown === null) return;
    let handle = 0;
    const timer = setInterval(() => {
      cancelAnimationFrame(handle);
      handle = requestAnimationFrame(() => {
        frame.current = { at: serverNow(), dashboard: shown };
      });
    }, 1000);
    return () => {
      clearInterval(timer);
      cancelAnimationFrame(handle);
    };
  }, [shown]);

  useEffect(() => {
    const tell = async (): Promise<void> => {
      const drawn = frame.current;
      const { connection } = hubStatus.get();
      const answer = await fetchApi(displayEndpoints.wall, {
        query: {
          ...(drawn === null ? {} : { frameAt: new Date(drawn.at).toISOString(), dashboard: drawn.dashboard }),
          transport: connection.state === 'connected' ? connection.transport : 'none',
          viewport: `${innerWidth}x${innerHeight}`,
        },
      });
      if (answer.ok && answer.value.value.version !== known.current) invalidate(displayEndpoints.wall);
    };
    const first = setTimeout(() => void tell(), firstMs);
    const timer = setInterval(() => void tell(), everyMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the client of the queries is the same for the life of the page
  }, []);

  useSignal(hubEvents, (events) => {
    if (events.some(({ type, resourceId }) => type === 'system.display_changed' && resourceId === displayId))
      invalidate(displayEndpoints.wall);
  });
}
