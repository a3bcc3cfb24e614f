import { experimental_createQueryPersister, type AsyncStorage } from '@tanstack/react-query-persist-client';
import { QueryClient } from '@tanstack/react-query';
import type { Problem } from '../contracts/problem.ts';

/** A failed read on demand, thrown inside the query client only: views see `problem`. */
export class ReadFailed extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'ReadFailed';
    this.problem = problem;
  }
}

/** How long a kept answer may be shown without the platform: as long as a person is remembered (D-31). */
const keptForMs = 72 * 3_600_000;

/**
 * The query client of one person's reads on demand (K-8). Each query is kept by itself, so that tabs add to what is kept
 * instead of overwriting each other's whole cache; another build's answers are dropped, since their shapes may differ.
 */
export function createPersonQueries(storage: AsyncStorage<string>, build: string): QueryClient {
  const persister = experimental_createQueryPersister({ storage, buster: build, maxAge: keptForMs, prefix: 'query' });
  return new QueryClient({
    defaultOptions: {
      queries: {
        persister: persister.persisterFn,
        staleTime: 60_000,
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
