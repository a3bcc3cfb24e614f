import { experimental_createQueryPersister, type AsyncStorage } from '@tanstack/react-query-persist-client';
import { QueryClient } from '@tanstack/react-query';
import type { Problem } from '../../contracts/problem.ts';
import { freshFor } from '../../domain/clock/askedAgain.ts';

/** A failed read on demand, thrown inside the query client only: views see `problem`. */
export class ReadFailed extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'ReadFailed';
    this.problem = problem;
  }
}

/** Default time for which an answer counts as fresh, milliseconds. */
export const usuallyFreshMs = 60_000;

const goneProblem: Problem = { code: 'cancelled', message: 'Whoever asked has left.', retry: false };

/**
 * The query client of one person's reads on demand (K-8). Each query is stored separately, so that tabs do not overwrite each other's
 * whole cache; answers of another build are dropped, since their shapes may differ. `left` is aborted when the person leaves: no request
 * is made afterwards, because the session would be over or another person's.
 */
export function createPersonQueries(storage: AsyncStorage<string>, build: string, left?: AbortSignal): QueryClient {
  const { persisterFn } = experimental_createQueryPersister({
    storage,
    buster: build,
    // Kept as long as the person's rows, and deleted with them (D-31). The device's clock must not expire them: set 80 h forward it would
    // leave a wall display without its playlist.
    maxAge: Number.POSITIVE_INFINITY,
    prefix: 'query',
    refetchOnRestore: false,
  });
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Restored answers are refetched here. The persister's own refetch does not catch failures: with the platform unreachable, one
        // uncaught error per read.
        persister: async (queryFn, context, query) => {
          if (left?.aborted === true) throw new ReadFailed(goneProblem);
          let asked = false;
          const ask = (given: typeof context) => {
            asked = true;
            return queryFn(given);
          };
          const value = await persisterFn(ask, context, query);
          // After the persister's own turn, in which the restored answer gets its true age.
          if (!asked) setTimeout(() => query.isStale() && query.fetch().catch(() => undefined), 0);
          return value;
        },
        staleTime: freshFor(usuallyFreshMs, Date.now),
        gcTime: 10 * 60_000,
        retry: (failures, error) => error instanceof ReadFailed && error.problem.retry && failures < 2,
        refetchOnWindowFocus: false,
        // navigator.onLine is unreliable in both directions (F-10).
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
