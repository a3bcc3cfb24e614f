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

/** The calls of reports, exports, avoided emissions and portfolio analytics: rows of the table of calls (everyEndpoint.ts) that come with their screens. */
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
  /** What a report would say, before anything is signed (T-7). */
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
    // A report never changes: what is held is as good as what is there.
    fresh: { staleAfterMs: Number.POSITIVE_INFINITY, retries: 2 },
  },
  /** Makes a table's file, signs for it, and puts it on record; the table's own permission is asked besides. Changes nothing: an emergency is when
   * people need what they see. */
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
  /** Computes and changes nothing: no command, and allowed in read-only mode. */
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
