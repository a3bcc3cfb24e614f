import type { AnswerOf, Callable } from '../../contracts/endpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import { type Answered, type RawAnswer, readAnswer, unanswered } from './answer.ts';
import { type ApiRequest, buildRequest, type Caller, type CallInput } from './request.ts';

/** How sending ended. */
export type Sent =
  | {
      readonly kind: 'answer';
      readonly raw: RawAnswer /** Round trip, milliseconds. */;
      readonly rttMs: number /** Device clock at the answer, epoch milliseconds. */;
      readonly receivedAt: number;
    }
  | { readonly kind: 'failed'; readonly code: 'network' | 'timeout' | 'cancelled' };

/** What an environment provides for calls; page and hub each have a thin one over their fetch. */
export interface ApiDeps<Signal> {
  readonly send: (request: ApiRequest, signal: Signal | null) => Promise<Sent>;
  readonly newCorrelationId: () => string;
  readonly caller: () => Caller;
  /** Reports how long each answer of the platform took to start, milliseconds (F-32); not for cached or foreign answers. */
  readonly onAnswered?: (tookMs: number) => void;
  /** Reports the platform's clock from each echoed answer; not from cached or foreign ones (D-29, D-50). */
  readonly onServerTime?: (serverTime: number, receivedAt: number, rttMs: number) => void;
}

/** A checked call of the endpoint table. Never throws: failures are results. */
export type Call<Signal> = <C extends Callable>(
  of: C,
  input?: CallInput & {
    readonly signal?: Signal /** Replaces the session's tenant; null names none, and the platform then tells which it is. */;
    readonly tenantId?: string | null;
    /** Replaces the signed-in account, when `me` has just named another one. */
    readonly accountId?: string;
    /** Set by callers that report damaged rows (`Answered.damaged`): only then are the other rows used without them. */
    readonly partly?: boolean;
  },
) => Promise<Result<Answered<AnswerOf<C>>>>;

/** The only client of the platform's API; independent of the transport. */
export function createApiClient<Signal>(deps: ApiDeps<Signal>): Call<Signal> {
  return async (endpoint, input = {}) => {
    const correlationId = deps.newCorrelationId();
    const caller = deps.caller();
    const { tenantId = caller.tenantId, accountId = caller.accountId } = input;
    const request = buildRequest(endpoint, input, { ...caller, tenantId, accountId }, correlationId);
    const sent = await deps.send(request, input.signal ?? null);
    if (sent.kind === 'failed') return { ok: false, problem: unanswered(sent.code, correlationId) };
    const result = readAnswer(endpoint, sent.raw, correlationId, input.partly === true);
    if (result.ok ? result.value.cachedAt === null : result.problem.code !== 'not_ours') deps.onAnswered?.(sent.rttMs);
    if (result.ok && result.value.serverTime !== null && result.value.vouched) {
      deps.onServerTime?.(result.value.serverTime, sent.receivedAt, sent.rttMs);
    }
    return result;
  };
}
