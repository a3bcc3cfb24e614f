import { experimental_createQueryPersister, type AsyncStorage } from '@tanstack/react-query-persist-client';
import { QueryClient } from '@tanstack/react-query';
import type { Problem } from '../contracts/problem.ts';
import { freshFor } from '../domain/clock/askedAgain.ts';

/** A failed read on demand, thrown inside the query client only: views see `problem`. */
export class ReadFailed extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'ReadFailed';
    this.problem = problem;
  }
}

/** An answer is taken as it is for so long, milliseconds, where nothing says otherwise. */
export const usuallyFreshMs = 60_000;

const goneProblem: Problem = { code: 'cancelled', message: 'Whoever asked has left.', retry: false };

/**
 * The query client of one person's reads on demand (K-8). Each query is kept by itself, so that tabs add to what is kept
 * instead of overwriting each other's whole cache; another build's answers are dropped, since their shapes may differ. `left` is aborted when the
 * person leaves: nothing is asked from then on, whoever still holds the client. The session would be over, or somebody else's.
 */
export function createPersonQueries(storage: AsyncStorage<string>, build: string, left?: AbortSignal): QueryClient {
  const { persisterFn } = experimental_createQueryPersister({
    storage,
    buster: build,
    // As long as the person's rows, and gone with them (D-31). The device's clock judges nothing: set 80 h forward it would leave a wall without its playlist.
    maxAge: Number.POSITIVE_INFINITY,
    prefix: 'query',
    refetchOnRestore: false,
  });
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What was kept is asked for anew. The persister's own way lets a refusal fall: with the platform gone, an uncaught error a read.
        persister: async (queryFn, context, query) => {
          if (left?.aborted === true) throw new ReadFailed(goneProblem);
          let asked = false;
          const ask = (of: typeof context) => {
            asked = true;
            return queryFn(of);
          };
          const value = await persisterFn(ask, context, query);
          // After the persister's own turn, in which the kept answer gets its true age.
          if (!asked) setTimeout(() => query.isStale() && query.fetch().catch(() => undefined), 0);
          return value;
        },
        staleTime: freshFor(usuallyFreshMs, Date.now),
        gcTime: 10 * 60_000,
        retry: (failures, error) => error instanceof ReadFailed && error.problem.retry && failures < 2,
        refetchOnWindowFocus: false,
        // navigator.onLine lies both ways (F-10).
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
