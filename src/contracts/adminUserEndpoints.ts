import * as user from './adminUser.ts';
import * as request from './adminUserRequests.ts';
import type { Endpoint } from './endpoint.ts';

const minute = 60_000;

/** Endpoints of user administration (I-23), for administrators only. Loaded with their screens; part of the table in everyEndpoint.ts. */
export const adminUserEndpoints = {
  adminUsers: {
    method: 'GET',
    path: '/api/v1/admin/users',
    needs: 'admin:users',
    cache: 'none',
    query: request.adminUsersQuerySchema,
    answer: user.adminUsersResponseSchema,
    fresh: { refetchMs: minute, staleAfterMs: 3 * minute, retries: 1 },
  },
  /** One account as it is now; shown beside a refused change for comparison. */
  adminUser: {
    method: 'GET',
    path: '/api/v1/admin/users/{id}',
    needs: 'admin:users',
    cache: 'none',
    answer: user.adminUserAnswerSchema,
    fresh: { staleAfterMs: minute, retries: 1 },
  },
  createUser: {
    method: 'POST',
    path: '/api/v1/admin/users',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    body: request.createUserSchema,
    answer: user.adminUserAnswerSchema,
    command: 'keyOptional',
  },
  changeUser: {
    method: 'PATCH',
    path: '/api/v1/admin/users/{id}',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    query: request.overVersionSchema,
    body: request.changeUserSchema,
    answer: user.adminUserAnswerSchema,
    command: 'keyOptional',
    inReadOnlyMode: 'containment',
  },
  /** Deactivates (D-19): nothing is removed, and an administrator can reactivate the account. */
  deactivateUser: {
    method: 'DELETE',
    path: '/api/v1/admin/users/{id}',
    needs: 'admin:users',
    proof: true,
    cache: 'none',
    query: request.overVersionSchema,
    answer: user.adminUserAnswerSchema,
    command: 'keyOptional',
    inReadOnlyMode: 'open',
  },
  /** Sends a letter about an account again: the same letter if it was given up or waits for a retry, a copy if it was already sent. */
  sendLetterAgain: {
    method: 'POST',
    path: '/api/v1/admin/users/{id}/letters/{letterId}/again',
    needs: 'admin:users',
    cache: 'none',
    query: request.letterSeenSchema,
    answer: user.adminUserAnswerSchema,
    command: true,
  },
} as const satisfies Record<string, Endpoint>;
