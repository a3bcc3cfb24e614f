import type { Permission } from './access.ts';
import type { Topic } from './realtime/event.ts';
import type { z } from './zod.ts';

/** Who may call: nobody in particular, anybody signed in, or holders of a permission. */
export type Needs = 'public' | 'session' | Permission;

/** How the console keeps an answer of this call fresh. Milliseconds throughout. */
export interface Freshness {
  /** Interval at which the hub refetches while somebody looks, once for all tabs (C-75). */
  readonly refetchMs?: number;
  /** Age past which what is shown is called stale (D-15). */
  readonly staleAfterMs: number;
  /** Tries after the first failure. */
  readonly retries: number;
  /** Events of these topics make the hub refetch, once per `coalesceMs` at most (C-76). */
  readonly refreshedBy?: readonly Topic[];
  readonly coalesceMs?: number;
}

/** One row of the table of calls: the only place where a path, its shapes, its permission and its freshness stand.
 * `{name}` in a path is a parameter. `cache: 'sw'` lets the service worker keep the answer per tenant and user. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly needs: Needs;
  readonly cache: 'sw' | 'none';
  readonly query?: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  readonly answer: z.core.$ZodType;
  readonly fresh?: Freshness;
  /** Milliseconds until the console gives the call up, where the general limit (domain/api/request.ts) does not fit. */
  readonly timeLimitMs?: number;
  /** A command: carries `Idempotency-Key`, takes effect once however often it is sent, and is refused in read-only mode (D-23).
   * `keyOptional`: sent without a key, as the document's callers do, every sending is one of its own. */
  readonly command?: true | 'keyOptional';
  /** A call that is no GET and goes through in read-only mode all the same (D-23): it ends the mode, belongs to signing in and out, changes nothing, or
   * shuts out somebody or something (G-26). `containment`: a command that does so by what its body holds, and is refused with any other (domain/containment.ts).
   * Every other call is refused with 423, new ones too. */
  readonly inReadOnlyMode?: 'open' | 'containment';
  /** Only for a session whose owner has proved who they are within five minutes (reauthentication.ts); else it is refused with `proof_required`. */
  readonly proof?: true;
}
