import * as display from './display.ts';
import * as request from './displayRequests.ts';
import type { Endpoint } from './endpoint.ts';
import { sessionResponseSchema } from './session.ts';
import * as figures from './wallFigures.ts';
import { z } from './zod.ts';

const minute = 60_000;

/**
 * Endpoints of displays. Loaded with their screens; part of the table in everyEndpoint.ts. All except those of the display itself are for
 * administrators and need the network.
 */
export const displayEndpoints = {
  displays: {
    method: 'GET',
    path: '/api/displays',
    needs: 'admin:displays',
    cache: 'none',
    answer: display.displaysResponseSchema,
    fresh: { refetchMs: 10_000, staleAfterMs: 60_000, retries: 2 },
  },
  /** Read-only: which device asks under this code. A POST, because codes must not appear in URLs. */
  lookUpPairing: {
    method: 'POST',
    path: '/api/displays/pairing',
    needs: 'admin:displays',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: request.lookUpPairingSchema,
    answer: display.pairingSchema,
  },
  approveDisplay: {
    method: 'POST',
    path: '/api/displays',
    needs: 'admin:displays',
    proof: true,
    cache: 'none',
    body: request.approveDisplaySchema,
    answer: display.displaySchema,
  },
  changeDisplay: {
    method: 'PATCH',
    path: '/api/displays/{displayId}',
    needs: 'admin:displays',
    cache: 'none',
    body: request.changeDisplaySchema,
    answer: display.displaySchema,
  },
  /** Open in read-only mode, like every revocation (D-23). */
  revokeDisplay: {
    method: 'DELETE',
    path: '/api/displays/{displayId}',
    needs: 'admin:displays',
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: z.null(),
  },
  openDisplaySession: {
    method: 'POST',
    path: '/api/auth/display-session',
    needs: 'public',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: request.displaySessionRequestSchema,
    answer: sessionResponseSchema,
  },
  wall: {
    method: 'GET',
    path: '/api/wall',
    needs: 'session',
    cache: 'none',
    query: request.wallQuerySchema,
    answer: display.wallSchema,
    fresh: { refetchMs: 30_000, staleAfterMs: 120_000, retries: 2 },
  },
  /** Finance and school figures for displays that show them, and for people who preview those displays (G-17). */
  wallPayments: {
    method: 'GET',
    path: '/api/wall/payments',
    needs: 'view:finance',
    cache: 'none',
    answer: figures.wallPaymentsSchema,
    fresh: { refetchMs: minute / 2, staleAfterMs: 2 * minute, retries: 3 },
  },
  wallPortfolios: {
    method: 'GET',
    path: '/api/wall/portfolios',
    needs: 'view:finance',
    cache: 'none',
    answer: figures.wallPortfoliosSchema,
    fresh: { refetchMs: minute / 2, staleAfterMs: 2 * minute, retries: 3 },
  },
  wallSchools: {
    method: 'GET',
    path: '/api/wall/schools',
    needs: 'view:finance',
    cache: 'none',
    answer: figures.wallSchoolsSchema,
    fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 3 },
  },
} as const satisfies Record<string, Endpoint>;
