import { useEffect, useRef } from 'react';
import { fetchApi } from '../../bridge/reads/fetchApi.ts';
import { useInvalidate } from '../../bridge/reads/useApiQuery.ts';
import { hubEvents, hubStatus } from '../../bridge/hub/pageState.ts';
import { useSignal } from '../../bridge/hub/useHubStatus.ts';
import { serverNow } from '../../bridge/hub/useServerNow.ts';
import type { WallDashboardId } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';

/** How often a display reports, milliseconds. The displays' screen calls one silent after two missed reports. */
const everyMs = 30_000;
/** Delay of the first report, milliseconds: once something has been rendered. */
const firstMs = 2_000;

/** Reports to the platform what was rendered last (null: no dashboard yet), and learns from the answer whether the playlist has changed. */
export function useWallReport(shown: WallDashboardId | null, displayId: string, version: number | null): void {
  const invalidate = useInvalidate();
  const frame = useRef<{ readonly at: number; readonly dashboard: WallDashboardId } | null>(null);
  const known = useRef(version);
  useEffect(() => {
    known.current = version;
  }, [version]);

  // A browser that renders nothing calls no frame callbacks: the time of the last frame stays old, and that is reported.
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
