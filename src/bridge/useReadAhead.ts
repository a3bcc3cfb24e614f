import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type AnswerOf, type Callable, endpointOf } from '../contracts/endpoints.ts';
import { askNow } from '../domain/clock/askedAgain.ts';
import { optionsOf, type ReadInput } from './useApiQuery.ts';
import { serverNow } from './useServerNow.ts';

/** Sees to it that an answer is on the device; null when there is none to be had. */
export type ReadAhead = <C extends Callable>(call: C, input?: ReadInput) => Promise<AnswerOf<C> | null>;

/**
 * Reads on demand before anybody has demanded them (D-37): what a screen would ask for is on the device when it is first opened, the network gone or not.
 * What is held and not stale by the call's own rule is left alone, so that ten tabs that start together cost hardly more than one.
 */
export function useReadAhead(): ReadAhead {
  const client = useQueryClient();
  return useCallback(
    async <C extends Callable>(call: C, input: ReadInput = {}): Promise<AnswerOf<C> | null> => {
      const { fresh } = endpointOf(call);
      const options = optionsOf(call, input);
      // What is kept, if anything is; else the platform's answer.
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
