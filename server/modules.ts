import type { FastifyInstance } from 'fastify';
import type { Platform } from './context.ts';
import { registerClockWatch } from './clockWatch.ts';
import { registerCheckpoints } from './audit/checkpoints.ts';
import { registerIntegrityWalk } from './audit/integrity.ts';
import { registerPlatformWord } from './commands/platformWord.ts';
import { registerHealthRoutes } from './http/healthRoutes.ts';
import { registerOpenApi } from './http/openapi.ts';
import { registerStaticFiles } from './http/staticFiles.ts';
import { registerTelemetryRoute } from './http/telemetryRoute.ts';
import { registerIdentity } from './identity/register.ts';
import { registerRealtime } from './realtime/register.ts';
import { registerAgentRoutes } from './routes/agents.ts';
import { registerAuditRoutes } from './routes/audit.ts';
import { registerDeadLetterCommands, registerShowLetter } from './routes/deadLetters.ts';
import { registerEmissionRoutes } from './routes/emissions.ts';
import { registerEvidenceRoutes } from './routes/evidence.ts';
import { registerExportRoutes } from './routes/exports.ts';
import { registerWallFigures } from './routes/wallFigures.ts';
import { registerComponentRoutes } from './routes/health.ts';
import { registerIncidentRoutes } from './routes/incidents.ts';
import { registerKillSwitchRoutes } from './routes/killSwitch.ts';
import { registerKpiRoutes } from './routes/kpis.ts';
import { registerNotificationRoutes } from './routes/notifications.ts';
import { registerOverviewRoutes } from './routes/overview.ts';
import { registerPaymentRoutes } from './routes/payments.ts';
import { registerPcafAnalyticsRoutes } from './routes/pcafAnalytics.ts';
import { registerPipelineRoutes } from './routes/pipeline.ts';
import { registerPortfolioRoutes } from './routes/portfolios.ts';
import { registerProgrammeRoutes } from './routes/programme.ts';
import { registerReportRoutes } from './routes/reports.ts';
import { registerSavedViewRoutes } from './routes/savedViews.ts';
import { registerSeriesRoutes } from './routes/series.ts';
import { registerVerificationRoutes } from './routes/verifications.ts';
import { registerHistory } from './history/historyJob.ts';
import { registerSimulation } from './simulation/simulator.ts';

/** Adds routes, and work for start and shutdown, to the platform. */
export type ServerModule = (app: FastifyInstance, platform: Platform) => void | Promise<void>;

/** Everything the platform serves, in order of registration: a new resource is one line here. */
export const modules: readonly ServerModule[] = [
  registerClockWatch,
  registerHealthRoutes,
  registerOpenApi,
  registerPlatformWord,
  registerIdentity,
  registerTelemetryRoute,
  registerEvidenceRoutes,
  registerKpiRoutes,
  registerComponentRoutes,
  registerPipelineRoutes,
  registerDeadLetterCommands,
  registerShowLetter,
  registerVerificationRoutes,
  registerOverviewRoutes,
  registerNotificationRoutes,
  registerSeriesRoutes,
  registerPortfolioRoutes,
  registerPaymentRoutes,
  registerWallFigures,
  registerProgrammeRoutes,
  registerReportRoutes,
  registerExportRoutes,
  registerEmissionRoutes,
  registerPcafAnalyticsRoutes,
  registerIncidentRoutes,
  registerAgentRoutes,
  registerKillSwitchRoutes,
  registerAuditRoutes,
  registerIntegrityWalk,
  registerCheckpoints,
  registerSavedViewRoutes,
  registerRealtime,
  registerHistory,
  registerSimulation,
  registerStaticFiles,
];
