import { useQueries } from '@tanstack/react-query';
import { usePersonQueries } from '../../bridge/reads/personQueries.ts';
import { optionsOf } from '../../bridge/reads/useApiQuery.ts';
import type { WallDashboardId } from '../../contracts/display.ts';
import { displayEndpoints } from '../../contracts/displayEndpoints.ts';
import { type WallDashboard, wallDashboards } from '../../domain/wall/dashboards.ts';

/** Keeps the figures of all dashboards in the playlist up to date while another one is shown, so that they are fresh at their turn. */
export function useWallFigures(playlist: readonly WallDashboardId[]): void {
  const figures = playlist.flatMap((id) => {
    const { figures }: WallDashboard = wallDashboards[id];
    return figures === undefined ? [] : [figures];
  });
  useQueries({ queries: figures.map((id) => optionsOf(displayEndpoints[id], {})) }, usePersonQueries());
}
