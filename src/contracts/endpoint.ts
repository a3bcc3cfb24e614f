import type { Permission } from './access.ts';
import type { z } from './zod.ts';

/** Who may call: anyone (`public`), any signed-in caller (`session`), or holders of a permission. */
export type Needs = 'public' | 'session' | Permission;

/** How the console keeps an answer fresh. All durations in milliseconds. */
export interface Freshness {
  /** Interval at which the hub refetches while a page shows the data, once for all tabs (C-75). */
  readonly refetchMs?: number;
  /** Age above which the shown data is marked stale (D-15). */
  readonly staleAfterMs: number;
  /** Retries after the first failure. */
  readonly retries: number;
}

/**
 * One row of the endpoint table: the only definition of a call's path, shapes, permission and freshness (of a resource's call, the last
 * two stand in resources.ts). `{name}` in a path is a
 * parameter. `cache: 'sw'` lets the service worker cache the answer per tenant and user.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly needs: Needs;
  readonly cache: 'sw' | 'none';
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  readonly answer: z.core.$ZodType;
  readonly fresh?: Freshness;
  /** Timeout in milliseconds, if it differs from the general one (domain/api/request.ts). */
  readonly timeLimitMs?: number;
  /**
   * A command: carries `Idempotency-Key`, takes effect once however often it is sent, and is refused in read-only mode (D-23).
   * `keyOptional`: may be sent without a key, as the document's callers do; each such request then takes effect separately.
   */
  readonly command?: true | 'keyOptional';
  /**
   * Non-GET calls that are allowed in read-only mode (D-23): they end the mode, belong to signing in and out, change nothing, or shut
   * somebody or something out (G-26). `containment`: a command that is allowed only if its body shuts out (domain/accounts/containment.ts). Every
   * other call, new ones included, is refused with 423.
   */
  readonly inReadOnlyMode?: 'open' | 'containment';
  /** Needs re-authentication within the last five minutes (reauthentication.ts); otherwise refused with `proof_required`. */
  readonly proof?: true;
}
