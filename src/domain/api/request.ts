import type { Endpoint } from '../../contracts/endpoint.ts';
import { protocolVersion } from '../../contracts/version.ts';
import { type Callable, endpointOf, type EndpointId, headers } from '../../contracts/endpoints.ts';

/** What fills a call: path parameters, query values (undefined ones are left out) and the JSON body. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** Of a command: the same for every sending of it. */
  readonly idempotencyKey?: string;
  /** Of a log-out: when they left. Of a command that was decided on this device: when, epoch milliseconds on the platform's clock as far as it was known, and the platform's newest word by then (D-56). */
  readonly decided?: { readonly at: number; readonly word?: string };
  /** Headers of this call's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Given up where not a byte of the answer has come by then, milliseconds; without it only the limit of the whole call counts. */
  readonly firstByteMs?: number;
}

/** Who calls. `tenantId` is null until somebody has signed in (C-74: the header is sent when a tenant is set). */
export interface Caller {
  readonly tenantId: string | null;
  /** Who is signed in as far as the caller knows; null until somebody has. */
  readonly accountId: string | null;
  readonly build: string;
}

/** A request ready to be sent by either environment's fetch; `timeLimitMs` covers headers and body, `firstByteMs` (where it is set) the wait for the headers. */
export interface ApiRequest {
  readonly url: string;
  readonly method: Endpoint['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeLimitMs: number;
  readonly firstByteMs?: number;
}

/** Milliseconds until a call is given up. A page of 500 rows over 8 kB/s takes longer than an answer to a click. A read that is slow is taken when it comes
 * (F-32): it is given up only where nobody would wait for it any more, since nothing but asking again is left then. */
const timeLimitsMs: Partial<Record<EndpointId, number>> = {
  verifications: 45_000,
  audit: 45_000,
  evidence: 45_000,
  manifest: 60_000,
  logout: 8_000,
};
export const readLimitMs = 30_000;
const changeLimitMs = 15_000;

/** Builds the request of an endpoint with the headers every call carries (C-74). Relative to the console's own origin. */
export function buildRequest(call: Callable, input: CallInput, caller: Caller, correlationId: string): ApiRequest {
  const endpoint = endpointOf(call);
  return {
    url: fillPath(endpoint.path, input.params ?? {}) + queryString(input.query ?? {}),
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(caller.tenantId === null ? {} : { [headers.tenant]: caller.tenantId }),
      ...(caller.accountId === null || asksWho(call, endpoint) ? {} : { [headers.account]: caller.accountId }),
      [headers.correlation]: correlationId,
      [headers.build]: caller.build,
      [headers.protocol]: String(protocolVersion),
      ...input.headers,
      ...(input.idempotencyKey === undefined ? {} : { [headers.idempotency]: input.idempotencyKey }),
      ...(input.decided === undefined
        ? {}
        : {
            [headers.decidedAt]: new Date(input.decided.at).toISOString(),
            ...(input.decided.word === undefined ? {} : { [headers.platformWord]: input.decided.word }),
          }),
    },
    // GET has no body in fetch; a change without one still says so, as JSON, to match its content type.
    body: endpoint.method === 'GET' ? null : JSON.stringify(input.body ?? null),
    timeLimitMs:
      endpoint.timeLimitMs ??
      (typeof call === 'string' ? timeLimitsMs[call] : undefined) ??
      (endpoint.method === 'GET' ? readLimitMs : changeLimitMs),
    ...(input.firstByteMs === undefined ? {} : { firstByteMs: input.firstByteMs }),
  };
}

/** Who is in is asked, or nobody in particular calls: such a call is answered whoever the session is of. */
function asksWho(call: Callable, { needs }: Endpoint): boolean {
  return call === 'me' || needs === 'public';
}

function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryString(query: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
