import type { Endpoint } from './endpoint.ts';
import * as session from './session.ts';
import { z } from './zod.ts';

/** Timeout of a sign-in, milliseconds: password hashing is deliberately slow. */
const signInLimitMs = 20_000;

/**
 * Endpoints that open a session, move it to another tenant, and park it while the device is locked. Not bundled with pages that show
 * data; part of the table in everyEndpoint.ts.
 */
export const signInEndpoints = {
  /** By password, as in the documents. The console itself signs in at the provider. */
  login: {
    method: 'POST',
    path: '/api/auth/login',
    needs: 'public',
    cache: 'none',
    inReadOnlyMode: 'open',
    timeLimitMs: signInLimitMs,
    body: session.loginRequestSchema,
    answer: session.sessionResponseSchema,
  },
  createSession: {
    method: 'POST',
    path: '/api/auth/session',
    needs: 'public',
    cache: 'none',
    inReadOnlyMode: 'open',
    timeLimitMs: signInLimitMs,
    body: session.sessionRequestSchema,
    answer: session.sessionResponseSchema,
  },
  /**
   * The app lock has closed (D-55): all other calls of the session are refused with 423 `locked` until the device's key has signed a
   * refresh.
   */
  parkSession: {
    method: 'POST',
    path: '/api/auth/lock',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: z.null(),
  },
  /** Moves the session to another tenant. A client that lost the answer calls `me` without naming a tenant. */
  switchTenant: {
    method: 'PUT',
    path: '/api/auth/tenant',
    needs: 'action:switch_role',
    cache: 'none',
    inReadOnlyMode: 'open',
    body: session.switchTenantSchema,
    answer: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
