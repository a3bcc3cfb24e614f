import type { Endpoint } from './endpoint.ts';
import * as session from './session.ts';
import { z } from './zod.ts';

/** How long a sign-in is waited for, milliseconds: passwords are dear on purpose. */
const signInLimitMs = 20_000;

/** How a session is opened, moved, and parked while the device is locked: rows of the table of calls (everyEndpoint.ts) that no page needs which shows figures. */
export const signInEndpoints = {
  /** By password, as the documents have it. The console signs in at the provider. */
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
  /** The app lock has closed (D-55): until the device's key has signed a refresh the session opens nothing else, 423 `locked`. */
  parkSession: {
    method: 'POST',
    path: '/api/auth/lock',
    needs: 'session',
    cache: 'none',
    inReadOnlyMode: 'open',
    answer: z.null(),
  },
  /** Moves the session to another tenant. Whoever has lost its answer asks `me`, without naming a tenant. */
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
