import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AnswerOf, type Callable, endpointOf } from '../../contracts/endpoints.ts';
import type { CameDamaged } from '../../domain/freshness/cameDamaged.ts';
import type { CallInput } from '../../domain/api/request.ts';
import { freshFor } from '../../domain/clock/askedAgain.ts';
import { fetchApi } from './fetchApi.ts';
import { usePersonQueries } from './personQueries.ts';
import { ReadFailed, usuallyFreshMs } from './queryClient.ts';

/** A stored answer: its value and header information. */
export interface Kept<T> {
  readonly value: T;
  /** Platform's clock when it answered, epoch milliseconds; null if not stated. */
  readonly serverTime: number | null;
  /** Set if the service worker served it from its cache: when it was stored there. Never counts as fresh. */
  readonly cachedAt: number | null;
  /** Rows that the platform holds and did not send (`Answered.damaged`). */
  readonly cameDamaged: readonly CameDamaged[];
}

/** Input of a read on demand: a GET has no body. */
export type ReadInput = Pick<CallInput, 'params' | 'query'>;

/** The first part of a read's query key: all that is read with this call. */
export function queryKeyOf(call: Callable): string {
  return typeof call === 'string' ? call : call.path;
}

/** Query options of a read on demand. */
export function optionsOf<C extends Callable>(call: C, input: ReadInput) {
  const { fresh } = endpointOf(call);
  return queryOptions<Kept<AnswerOf<C>>, ReadFailed>({
    queryKey: [queryKeyOf(call), input.params ?? {}, input.query ?? {}],
    queryFn: async ({ signal }) => {
      const answer = await fetchApi(call, { ...input, signal });
      if (!answer.ok) throw new ReadFailed(answer.problem);
      const { value, serverTime, cachedAt, damaged: cameDamaged = [] } = answer.value;
      return { value, serverTime, cachedAt, cameDamaged };
    },
    // Interval from the endpoint table, only while mounted. A stored answer is refetched as soon as it is due, not one interval after
    // mounting.
    refetchInterval: fresh?.refetchMs ?? false,
    staleTime: freshFor(Math.min(usuallyFreshMs, fresh?.refetchMs ?? usuallyFreshMs), Date.now),
  });
}

/** A read on demand: cached, retried and stored per tenant and user; offline, the last answer with its age. */
export function useApiQuery<C extends Callable>(
  call: C,
  input: ReadInput = {},
  options: { readonly enabled?: boolean } = {},
): UseQueryResult<Kept<AnswerOf<C>>, ReadFailed> {
  return useQuery({ ...optionsOf(call, input), enabled: options.enabled ?? true }, usePersonQueries());
}

/**
 * Fetches ahead what the user is likely to open next, so that it is on the device when the network is gone. Failures are silent: the user
 * has not asked yet.
 */
export function usePrefetch(call: Callable, inputs: readonly ReadInput[]): void {
  const client = usePersonQueries();
  const wanted = JSON.stringify(inputs);
  useEffect(() => {
    const list: readonly ReadInput[] = JSON.parse(wanted);
    for (const input of list) void client.prefetchQuery(optionsOf(call, input));
  }, [client, call, wanted]);
}

/** Returns a function that refetches everything read with a call. */
export function useInvalidate(): (call: Callable) => void {
  const client = usePersonQueries();
  return (call) => void client.invalidateQueries({ queryKey: [queryKeyOf(call)] });
}
