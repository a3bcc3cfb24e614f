import { avoidedEmissionsSchema, efficiencyRequestSchema, renewableRequestSchema } from './emissions.ts';
import type { Endpoint } from './endpoint.ts';
import { exportAnswerSchema, exportRequestSchema } from './export.ts';
import { pcafPortfolioDetailSchema, pcafPortfoliosResponseSchema } from './pcaf.ts';
import {
  generateReportSchema,
  issbReportSchema,
  pcafReportSchema,
  reportPreviewQuerySchema,
  reportPreviewSchema,
  reportSchema,
  reportsResponseSchema,
} from './report.ts';

const minute = 60_000;

/**
 * Endpoints of reports, exports, avoided emissions and portfolio analytics. Loaded with their screens; part of the table in
 * everyEndpoint.ts.
 */
export const complianceEndpoints = {
  generatePcafReport: {
    method: 'POST',
    path: '/api/reports/pcaf',
    needs: 'export:data',
    cache: 'none',
    body: generateReportSchema,
    answer: pcafReportSchema,
    command: 'keyOptional',
    timeLimitMs: 30_000,
  },
  generateIssbReport: {
    method: 'POST',
    path: '/api/reports/issb',
    needs: 'export:data',
    cache: 'none',
    body: generateReportSchema,
    answer: issbReportSchema,
    command: 'keyOptional',
    timeLimitMs: 30_000,
  },
  /** Content of a report before it is signed (T-7). */
  reportPreview: {
    method: 'GET',
    path: '/api/reports/preview',
    needs: 'export:data',
    cache: 'none',
    query: reportPreviewQuerySchema,
    answer: reportPreviewSchema,
    fresh: { staleAfterMs: minute, retries: 1 },
  },
  reports: {
    method: 'GET',
    path: '/api/reports',
    needs: 'view:verifications',
    cache: 'none',
    answer: reportsResponseSchema,
    fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 2 },
  },
  report: {
    method: 'GET',
    path: '/api/reports/{reportId}',
    needs: 'view:verifications',
    cache: 'none',
    answer: reportSchema,
    // Reports are immutable, so a cached copy never becomes stale.
    fresh: { staleAfterMs: Number.POSITIVE_INFINITY, retries: 2 },
  },
  /**
   * Creates a table's export file, signs it, and writes an audit line; the table's own permission is checked as well. Changes no data, so
   * it stays open in read-only mode, when people need their data.
   */
  exportTable: {
    method: 'POST',
    path: '/api/exports',
    needs: 'export:data',
    cache: 'none',
    body: exportRequestSchema,
    answer: exportAnswerSchema,
    inReadOnlyMode: 'open',
    timeLimitMs: 60_000,
  },
  /** Only computes: not a command, and allowed in read-only mode. */
  avoidedByEfficiency: {
    method: 'POST',
    path: '/api/pcaf/avoided-emissions/energy-efficiency',
    needs: 'view:verifications',
    cache: 'none',
    body: efficiencyRequestSchema,
    answer: avoidedEmissionsSchema,
    inReadOnlyMode: 'open',
  },
  avoidedByRenewables: {
    method: 'POST',
    path: '/api/pcaf/avoided-emissions/renewable-energy',
    needs: 'view:verifications',
    cache: 'none',
    body: renewableRequestSchema,
    answer: avoidedEmissionsSchema,
    inReadOnlyMode: 'open',
  },
  pcafPortfolios: {
    method: 'GET',
    path: '/api/pcaf/analytics/portfolios',
    needs: 'view:verifications',
    cache: 'none',
    answer: pcafPortfoliosResponseSchema,
    fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 2 },
  },
  pcafPortfolio: {
    method: 'GET',
    path: '/api/pcaf/analytics/portfolio/{portfolioId}',
    needs: 'view:verifications',
    cache: 'none',
    answer: pcafPortfolioDetailSchema,
    fresh: { refetchMs: 5 * minute, staleAfterMs: 15 * minute, retries: 2 },
  },
} as const satisfies Record<string, Endpoint>;
