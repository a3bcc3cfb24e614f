import type { Drift, FieldCode, ProblemAnswer, ProblemCode } from '../../src/contracts/problem.ts';

/** HTTP status of each problem code the server uses. */
const statusOf: Readonly<Partial<Record<ProblemCode, number>>> = {
  bad_request: 400,
  unauthenticated: 401,
  login_failed: 401,
  proof_required: 403,
  forbidden: 403,
  wrong_tenant: 403,
  csrf: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  read_only_mode: 423,
  locked: 423,
  build_too_old: 426,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** Default messages. None explains a refusal in a way that helps an attacker. */
const wording: Readonly<Partial<Record<ProblemCode, string>>> = {
  bad_request: 'The request is not well formed',
  unauthenticated: 'Sign in to continue',
  login_failed: 'Login failed',
  proof_required: 'Confirm again that it is you',
  forbidden: 'Your role does not allow this',
  wrong_tenant: 'This tenant is not one of yours',
  csrf: 'The request did not come from the console',
  not_found: 'Not found',
  conflict: 'This was changed by somebody else',
  gone: 'This is no longer available',
  too_large: 'The request is too large',
  read_only_mode: 'The platform is in read-only mode',
  locked: 'The app lock of this device is closed',
  build_too_old: 'This version of the console is too old: reload it',
  rate_limited: 'Too many attempts. Wait a moment',
  internal: 'Something went wrong on the platform',
  unavailable: 'The platform is not available right now',
};

/** A refusal as a value; handlers return it instead of an answer. */
export interface Refusal {
  readonly refused: ProblemCode;
  readonly message: string;
  readonly retryAfterMs?: number;
  /** With `conflict`: the items that changed since the caller saw them. */
  readonly drifted?: readonly Drift[];
  /** The fields of the call that it is about. */
  readonly fields?: readonly { readonly field: string; readonly code: FieldCode }[];
}

/**
 * Refuses a call: `refuse('not_found')`, or with its own message.
 * @param retryAfterMs when a retry makes sense. With `unavailable` it is randomised up to twice as long, because all callers are refused
 * at once and would otherwise all return in the same second. A caller's own rate limit is passed on unchanged
 */
export function refuse(code: ProblemCode, message?: string, retryAfterMs?: number): Refusal {
  return {
    refused: code,
    message: message ?? wording[code] ?? 'The call was refused',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs: code === 'unavailable' ? retryAfterMs * (1 + Math.random()) : retryAfterMs }),
  };
}

/** Tells a refusal from an answer by its members; no answer has both `refused` and `message`. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && 'message' in value;
}

/** 500 for a code that the server does not use itself. */
export function httpStatusOf(code: ProblemCode): number {
  return statusOf[code] ?? 500;
}

/** The body of every answer that is not 2xx (DESIGN section 5). */
export function problemAnswer(refusal: Refusal, correlationId: string): ProblemAnswer {
  const { refused: code, message, drifted, fields } = refusal;
  return {
    error: {
      code,
      message,
      correlationId,
      ...(drifted === undefined ? {} : { drifted: [...drifted] }),
      ...(fields === undefined ? {} : { fields: [...fields] }),
    },
  };
}
