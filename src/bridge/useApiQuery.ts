import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AnswerOf, type Callable, endpointOf } from '../contracts/endpoints.ts';
import type { CameDamaged } from '../domain/cameDamaged.ts';
import type { CallInput } from '../domain/api/request.ts';
import { freshFor } from '../domain/clock/askedAgain.ts';
import { fetchApi } from './fetchApi.ts';
import { ReadFailed, usuallyFreshMs } from './queryClient.ts';

/** A kept answer: the value and what its headers said. */
export interface Kept<T> {
  readonly value: T;
  /** Platform's clock when it answered, epoch milliseconds; null when it did not say. */
  readonly serverTime: number | null;
  /** Set when the service worker gave it from its cache: when it was stored there. Never counts as fresh. */
  readonly cachedAt: number | null;
  /** Rows of it that the platform held and did not send (`Answered.damaged`). */
  readonly cameDamaged: readonly CameDamaged[];
}

/** What fills a read on demand: a GET has no body. */
export type ReadInput = Pick<CallInput, 'params' | 'query'>;

/** What a call's answers are kept under. */
function keyOf(call: Callable): string {
  return typeof call === 'string' ? call : call.path;
}

/** How a read on demand is asked for and kept. */
export function optionsOf<C extends Callable>(call: C, input: ReadInput) {
  const { fresh } = endpointOf(call);
  return queryOptions<Kept<AnswerOf<C>>, ReadFailed>({
    queryKey: [keyOf(call), input.params ?? {}, input.query ?? {}],
    queryFn: async ({ signal }) => {
      const answer = await fetchApi(call, { ...input, signal });
      if (!answer.ok) throw new ReadFailed(answer.problem);
      const { value, serverTime, cachedAt, damaged: cameDamaged = [] } = answer.value;
      return { value, serverTime, cachedAt, cameDamaged };
    },
    // As the endpoint table says; only while somebody looks. What is kept from before is asked for anew as soon as that is due, and not an interval after somebody came to look.
    refetchInterval: fresh?.refetchMs ?? false,
    staleTime: freshFor(Math.min(usuallyFreshMs, fresh?.refetchMs ?? usuallyFreshMs), Date.now),
  });
}

/** A read on demand: cached, retried and kept per tenant and user; with the platform gone, the last answer with its age. */
export function useApiQuery<C extends Callable>(
  call: C,
  input: ReadInput = {},
  options: { readonly enabled?: boolean } = {},
): UseQueryResult<Kept<AnswerOf<C>>, ReadFailed> {
  return useQuery({ ...optionsOf(call, input), enabled: options.enabled ?? true });
}

/** Fetches ahead what somebody is likely to open next, so that it is on the device when the network is not. Failures are silent: nobody has asked yet. */
export function usePrefetch(call: Callable, inputs: readonly ReadInput[]): void {
  const client = useQueryClient();
  const wanted = JSON.stringify(inputs);
  useEffect(() => {
    const list: readonly ReadInput[] = JSON.parse(wanted);
    for (const input of list) void client.prefetchQuery(optionsOf(call, input));
  }, [client, call, wanted]);
}

/** Makes the platform be asked again for everything that was read with this call. */
export function useInvalidate(): (call: Callable) => void {
  const client = useQueryClient();
  return (call) => void client.invalidateQueries({ queryKey: [keyOf(call)] });
}
