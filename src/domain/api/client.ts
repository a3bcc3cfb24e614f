import type { AnswerOf, Callable } from '../../contracts/endpoints.ts';
import type { Result } from '../../contracts/problem.ts';
import { type Answered, type RawAnswer, readAnswer, unanswered } from './answer.ts';
import { type ApiRequest, buildRequest, type Caller, type CallInput } from './request.ts';

/** How sending ended. `null` signal means that nobody may cancel. */
export type Sent =
  | {
      readonly kind: 'answer';
      readonly raw: RawAnswer /** Round trip, milliseconds. */;
      readonly rttMs: number /** Device clock at the answer, epoch milliseconds. */;
      readonly receivedAt: number;
    }
  | { readonly kind: 'failed'; readonly code: 'network' | 'timeout' | 'cancelled' };

/** What an environment must offer for calls; page and hub each have a thin one over their fetch. */
export interface ApiPorts<Signal> {
  readonly send: (request: ApiRequest, signal: Signal | null) => Promise<Sent>;
  readonly newCorrelationId: () => string;
  readonly caller: () => Caller;
  /** Told how long each answer of the platform took to begin, milliseconds (F-32); not of a cache's, nor of a stranger's. */
  readonly onAnswered?: (tookMs: number) => void;
  /** Told of every answer that carries the platform's clock and is the platform's beyond doubt: not a cache's, not a stranger's (D-29, D-50). */
  readonly onServerTime?: (serverTime: number, receivedAt: number, rttMs: number) => void;
}

/** A checked call of the endpoint table. Never throws: failures are results. */
export type Call<Signal> = <C extends Callable>(
  of: C,
  input?: CallInput & {
    readonly signal?: Signal /** In place of the session's tenant; null names none: the platform then says which it is. */;
    readonly tenantId?: string | null;
    /** In place of whoever is in: `me` has just named somebody else. */
    readonly accountId?: string;
    /** Whether the caller tells of damaged rows (`Answered.damaged`): only then are the others used without them. */
    readonly partly?: boolean;
  },
) => Promise<Result<Answered<AnswerOf<C>>>>;

/** The one client of the platform's API; knows no transport. */
export function createApiClient<Signal>(ports: ApiPorts<Signal>): Call<Signal> {
  return async (of, input = {}) => {
    const correlationId = ports.newCorrelationId();
    const caller = ports.caller();
    const { tenantId = caller.tenantId, accountId = caller.accountId } = input;
    const request = buildRequest(of, input, { ...caller, tenantId, accountId }, correlationId);
    const sent = await ports.send(request, input.signal ?? null);
    if (sent.kind === 'failed') return { ok: false, problem: unanswered(sent.code, correlationId) };
    const result = readAnswer(of, sent.raw, correlationId, input.partly === true);
    if (result.ok ? result.value.cachedAt === null : result.problem.code !== 'not_ours') ports.onAnswered?.(sent.rttMs);
    if (result.ok && result.value.serverTime !== null && result.value.vouched) {
      ports.onServerTime?.(result.value.serverTime, sent.receivedAt, sent.rttMs);
    }
    return result;
  };
}
