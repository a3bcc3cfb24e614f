import type { Drift, ProblemAnswer, ProblemCode } from '../../src/contracts/problem.ts';

/** HTTP status of each code the platform answers with. */
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

/** What a refusal says where nothing better is given. Nothing in it tells why in ways that help an attacker. */
const wording: Readonly<Partial<Record<ProblemCode, string>>> = {
  bad_request: 'The request is not well formed',
  unauthenticated: 'Sign in to continue',
  login_failed: 'Login failed',
  proof_required: 'Prove again that it is you',
  forbidden: 'Your role does not allow this',
  wrong_tenant: 'This tenant is not one of yours',
  csrf: 'The request did not come from the console',
  not_found: 'Not found',
  conflict: 'This was changed by somebody else meanwhile',
  gone: 'This is no longer available',
  too_large: 'The request is too large',
  read_only_mode: 'The platform is in read-only mode',
  locked: 'The app lock of this device is closed',
  build_too_old: 'This version of the console is too old: reload it',
  rate_limited: 'Too many tries. Wait a moment',
  internal: 'Something went wrong on the platform',
  unavailable: 'The platform is not available just now',
};

/** A refusal as a value: handlers return it in place of an answer. */
export interface Refusal {
  readonly refused: ProblemCode;
  readonly message: string;
  readonly retryAfterMs?: number;
  /** With `conflict`: what is not as the caller saw it. */
  readonly drifted?: readonly Drift[];
}

/**
 * Refuses a call: `refuse('not_found')`, or with words of its own.
 * @param retryAfterMs after which a try makes sense. Where the platform itself is in need everybody is refused in the same moment, and told up to twice as long, no two the same: they
 * would all come back in one second otherwise. Where it is one person's own limit, it is that
 */
export function refuse(code: ProblemCode, message?: string, retryAfterMs?: number): Refusal {
  return {
    refused: code,
    message: message ?? wording[code] ?? 'The call was refused',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs: code === 'unavailable' ? retryAfterMs * (1 + Math.random()) : retryAfterMs }),
  };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && 'message' in value;
}

export function httpStatusOf(code: ProblemCode): number {
  return statusOf[code] ?? 500;
}

/** The one body of every answer that is not 2xx (DESIGN section 5). */
export function problemAnswer(refusal: Refusal, correlationId: string): ProblemAnswer {
  const { refused: code, message, drifted } = refusal;
  return { error: { code, message, correlationId, ...(drifted === undefined ? {} : { drifted: [...drifted] }) } };
}
