import { useCallback } from 'react';
import { type AnswerOf, type Callable, endpointOf } from '../../contracts/endpoints.ts';
import { askNow } from '../../domain/clock/askedAgain.ts';
import { usePersonQueries } from './personQueries.ts';
import { optionsOf, type ReadInput } from './useApiQuery.ts';
import { serverNow } from '../hub/useServerNow.ts';

/** Makes sure that an answer is on the device; null if it cannot be had. */
export type ReadAhead = <C extends Callable>(call: C, input?: ReadInput) => Promise<AnswerOf<C> | null>;

/**
 * Reads on demand ahead of time (D-37): a screen's data are on the device when it is first opened, with or without a network. Answers
 * that are not stale by the call's own rule are left alone, so that ten tabs starting together cost hardly more than one.
 */
export function useReadAhead(): ReadAhead {
  const client = usePersonQueries();
  return useCallback(
    async <C extends Callable>(call: C, input: ReadInput = {}): Promise<AnswerOf<C> | null> => {
      const { fresh } = endpointOf(call);
      const options = optionsOf(call, input);
      // The stored answer if there is one; else the platform's.
      await client.prefetchQuery(options);
      const held = client.getQueryState(options.queryKey);
      if (held?.data === undefined) return null;
      const at = held.data.cachedAt ?? held.data.serverTime ?? held.dataUpdatedAt;
      if (serverNow() - at > (fresh?.staleAfterMs ?? 60_000)) await client.prefetchQuery({ ...options, staleTime: askNow });
      return client.getQueryData(options.queryKey)?.value ?? null;
    },
    [client],
  );
}
