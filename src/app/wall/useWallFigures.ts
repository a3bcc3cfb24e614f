import { useQueries } from '@tanstack/react-query';
import { optionsOf } from '../../bridge/useApiQuery.ts';
import type { WallDashboardId } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { type WallDashboard, wallDashboards } from '../../domain/wall/dashboards.ts';

/** Keeps the figures that dashboards of the playlist draw up to date while another one is shown: whatever its turn brings is as fresh as it says. */
export function useWallFigures(playlist: readonly WallDashboardId[]): void {
  const figures = playlist.flatMap((id) => {
    const { figures }: WallDashboard = wallDashboards[id];
    return figures === undefined ? [] : [figures];
  });
  useQueries({ queries: figures.map((id) => optionsOf(displayEndpoints[id], {})) });
}
