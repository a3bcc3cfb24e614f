import type { Endpoint } from '../../contracts/endpoint.ts';
import { protocolVersion } from '../../contracts/version.ts';
import { type Callable, endpointOf, type EndpointId, headers } from '../../contracts/endpoints.ts';
import { readLimitMs } from './limits.ts';

/** Inputs of a call: path parameters, query values (undefined ones are omitted) and the JSON body. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** For commands: the same for every sending. */
  readonly idempotencyKey?: string;
  /**
   * For a sign-out: when the person left. For a command decided on this device: when, epoch milliseconds on the platform's clock as far
   * as known, and the last platform token (`X-Platform-Word`) held by then (D-56).
   */
  readonly decided?: { readonly at: number; readonly word?: string };
  /** Additional headers of this call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives up if no byte of the answer has arrived by then, milliseconds; without it only the limit of the whole call applies. */
  readonly firstByteMs?: number;
}

/** The calling session. `tenantId` is null until sign-in (C-74: the header is sent when a tenant is set). */
export interface Caller {
  readonly tenantId: string | null;
  /** The signed-in account as far as the caller knows; null before sign-in. */
  readonly accountId: string | null;
  readonly build: string;
}

/** A request for either environment's fetch; `timeLimitMs` covers headers and body, `firstByteMs` (if set) the wait for the headers. */
export interface ApiRequest {
  readonly url: string;
  readonly method: Endpoint['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeLimitMs: number;
  readonly firstByteMs?: number;
}

/**
 * Time limits of calls, milliseconds. A page of 500 rows at 8 kB/s takes longer than an answer to a click. Slow reads are accepted when
 * they arrive (F-32) and given up only when nobody would wait any longer, since the only remedy is to ask again.
 */
const timeLimitsMs: Partial<Record<EndpointId, number>> = {
  verifications: 45_000,
  audit: 45_000,
  evidence: 45_000,
  manifest: 60_000,
  logout: 8_000,
};
const changeLimitMs = 15_000;

/** Builds the request of an endpoint with the headers of every call (C-74). The URL is relative to the console's own origin. */
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
    // GET has no body in fetch; a change without input sends JSON null, to match its content type.
    body: endpoint.method === 'GET' ? null : JSON.stringify(input.body ?? null),
    timeLimitMs:
      endpoint.timeLimitMs ??
      (typeof call === 'string' ? timeLimitsMs[call] : undefined) ??
      (endpoint.method === 'GET' ? readLimitMs : changeLimitMs),
    ...(input.firstByteMs === undefined ? {} : { firstByteMs: input.firstByteMs }),
  };
}

/** True for `me` and public calls, which are answered whoever the session belongs to. */
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
