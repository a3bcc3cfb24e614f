import { z } from './zod.ts';

/**
 * Every way a call can fail; a closed list. Code branches on these, never on message text. `network`, `timeout`, `bad_shape` and
 * `not_ours` originate on the client, the others on the platform.
 */
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

/** One item of a refused change that differs from what the user saw: at another version, or gone (D-24). */
export const driftSchema = z.object({ id: z.string(), reason: z.enum(['changed', 'gone']) });
export type Drift = z.infer<typeof driftSchema>;

/** What can be wrong with one field of a form. `taken` only the platform knows. */
export type FieldCode = 'required' | 'tooShort' | 'tooLong' | 'notOneLine' | 'taken' | 'invalid';

/** One field of a refused call, and what is wrong with it: a `FieldCode`, or one of a newer platform. */
export const wrongFieldSchema = z.object({ field: z.string(), code: z.string() });
export type WrongField = z.infer<typeof wrongFieldSchema>;

/** The body of every non-2xx answer of the platform (DESIGN section 5). */
export const problemAnswerSchema = z.object({
  error: z.object({
    code: problemCodeSchema,
    message: z.string(),
    correlationId: z.string(),
    drifted: z.optional(z.array(driftSchema)),
    fields: z.optional(z.array(wrongFieldSchema)),
  }),
});
export type ProblemAnswer = z.infer<typeof problemAnswerSchema>;

/**
 * A failure as a value: passes through workers (comlink drops error classes), storage and HTTP alike. `message` is shown to people;
 * `status` is the HTTP status, if any; `retry` tells if trying again can help.
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly retry: boolean;
  readonly status?: number;
  readonly correlationId?: string;
  readonly retryAfterMs?: number;
  /** For `storage`: `full` if there was no space for the write, `damaged` if the data read differs from the data written (F-25). */
  readonly cause?: 'full' | 'damaged';
  /** For `conflict`: what changed since the user looked. */
  readonly drifted?: readonly Drift[];
  /** The fields of the call that it is about; absent if it is about none. */
  readonly fields?: readonly WrongField[];
}

/** Either a value or a problem; module interfaces never throw. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };
