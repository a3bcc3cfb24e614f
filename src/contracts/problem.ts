import { z } from './zod.ts';

/** Every way a call can fail, closed. Code branches on these, never on text. `network`, `timeout`, `bad_shape` and
 * `not_ours` are made on the client; the rest come from the platform. */
export const problemCodes = [
  'bad_request',
  'unauthenticated',
  'forbidden',
  'wrong_tenant',
  'csrf',
  'not_found',
  'conflict',
  'gone',
  'too_large',
  'rate_limited',
  'read_only_mode',
  'locked',
  'build_too_old',
  'login_failed',
  'proof_required',
  'unavailable',
  'internal',
  'network',
  'timeout',
  'bad_shape',
  'not_ours',
  'storage',
  'cancelled',
] as const;
export const problemCodeSchema = z.enum(problemCodes);
export type ProblemCode = z.infer<typeof problemCodeSchema>;

/** One thing that a refused change named and that is not as it was: at another version, or no longer there (D-24). */
export const driftSchema = z.object({ id: z.string(), reason: z.enum(['changed', 'gone']) });
export type Drift = z.infer<typeof driftSchema>;

/** The body of every non-2xx answer of the platform (DESIGN section 5). */
export const problemAnswerSchema = z.object({
  error: z.object({ code: problemCodeSchema, message: z.string(), correlationId: z.string(), drifted: z.optional(z.array(driftSchema)) }),
});
export type ProblemAnswer = z.infer<typeof problemAnswerSchema>;

/** A failure as a value: crosses workers (comlink drops error classes), storage and HTTP alike. `message` is what a
 * person reads; `status` is the HTTP status when there was one; `retry` says whether trying again can help. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly retry: boolean;
  readonly status?: number;
  readonly correlationId?: string;
  readonly retryAfterMs?: number;
  /** On `storage`: `full` where there was no room for what was to be written, `damaged` where what was read is not what was written (F-25). */
  readonly cause?: 'full' | 'damaged';
  /** On a `conflict`: what exactly has changed since it was looked at. */
  readonly drifted?: readonly Drift[];
}

/** Either a value or a problem; never an exception across a seam. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };
