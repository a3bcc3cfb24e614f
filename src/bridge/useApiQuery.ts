import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Endpoint } from '../contracts/endpoint.ts';
import { type Answer, type EndpointId, endpoints } from '../contracts/endpoints.ts';
import type { CallInput } from '../domain/api/request.ts';
import { fetchApi } from './fetchApi.ts';
import { ReadFailed } from './queryClient.ts';

/** A kept answer: the value and what its headers said. */
export interface Kept<T> {
  readonly value: T;
  /** Platform's clock when it answered, epoch milliseconds; null when it did not say. */
  readonly serverTime: number | null;
  /** Set when the service worker gave it from its cache: when it was stored there. Never counts as fresh. */
  readonly cachedAt: number | null;
}

/** What fills a read on demand: a GET has no body. */
export type ReadInput = Pick<CallInput, 'params' | 'query'>;

/** How a read on demand is asked for and kept. */
export function optionsOf<Id extends EndpointId>(id: Id, input: ReadInput) {
  const { fresh }: Endpoint = endpoints[id];
  return queryOptions<Kept<Answer<Id>>, ReadFailed>({
    queryKey: [id, input.params ?? {}, input.query ?? {}],
    queryFn: async ({ signal }) => {
      const answer = await fetchApi(id, { ...input, signal });
      if (!answer.ok) throw new ReadFailed(answer.problem);
      const { value, serverTime, cachedAt } = answer.value;
      return { value, serverTime, cachedAt };
    },
    // As the endpoint table says; only while somebody looks.
    refetchInterval: fresh?.refetchMs ?? false,
  });
}

/** A read on demand: cached, retried and kept per tenant and user; with the platform gone, the last answer with its age. */
export function useApiQuery<Id extends EndpointId>(
  id: Id,
  input: ReadInput = {},
  options: { readonly enabled?: boolean } = {},
): UseQueryResult<Kept<Answer<Id>>, ReadFailed> {
  return useQuery({ ...optionsOf(id, input), enabled: options.enabled ?? true });
}

/** Fetches ahead what somebody is likely to open next, so that it is on the device when the network is not. Failures are silent: nobody has asked yet. */
export function usePrefetch<Id extends EndpointId>(id: Id, inputs: readonly ReadInput[]): void {
  const client = useQueryClient();
  const wanted = JSON.stringify(inputs);
  useEffect(() => {
    const list: readonly ReadInput[] = JSON.parse(wanted);
    for (const input of list) void client.prefetchQuery(optionsOf(id, input));
  }, [client, id, wanted]);
}

/** Makes the platform be asked again for everything that was read with this call. */
export function useInvalidate(): (id: EndpointId) => void {
  const client = useQueryClient();
  return (id) => void client.invalidateQueries({ queryKey: [id] });
}
