import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Answer, EndpointId } from '../contracts/endpoints.ts';
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

/** A read on demand: cached, retried and kept per tenant and user; with the platform gone, the last answer with its age. */
export function useApiQuery<Id extends EndpointId>(
  id: Id,
  input: Omit<CallInput, 'body'> = {},
  options: { readonly enabled?: boolean } = {},
): UseQueryResult<Kept<Answer<Id>>, ReadFailed> {
  return useQuery<Kept<Answer<Id>>, ReadFailed>({
    queryKey: [id, input.params ?? {}, input.query ?? {}],
    queryFn: async ({ signal }) => {
      const answer = await fetchApi(id, { ...input, signal });
      if (!answer.ok) throw new ReadFailed(answer.problem);
      const { value, serverTime, cachedAt } = answer.value;
      return { value, serverTime, cachedAt };
    },
    enabled: options.enabled ?? true,
  });
}
