import type { WallDashboardId } from '../../contracts/display.ts';
import { type LazyScreen, lazyScreen } from '../routing/lazyScreen.tsx';

/** The view of every wall dashboard, based on its screen's own reads and rules; each is a separate chunk. */
export const dashboardViews = {
  operations: lazyScreen(async () => (await import('../../screens/overview/OperationsWall.tsx')).OperationsWall),
  health: lazyScreen(async () => (await import('../../screens/health/HealthWall.tsx')).HealthWall),
  incidents: lazyScreen(async () => (await import('../../screens/incidents/IncidentsWall.tsx')).IncidentsWall),
  portfolios: lazyScreen(async () => (await import('../../screens/dgn/PortfoliosWall.tsx')).PortfoliosWall),
  payments: lazyScreen(async () => (await import('../../screens/rbf/PaymentsWall.tsx')).PaymentsWall),
  schools: lazyScreen(async () => (await import('../../screens/schools/SchoolsWall.tsx')).SchoolsWall),
} as const satisfies Record<WallDashboardId, LazyScreen>;
