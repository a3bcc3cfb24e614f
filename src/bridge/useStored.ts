import { useLiveQuery } from 'dexie-react-hooks';
import { useRef, useSyncExternalStore } from 'react';
import type { Problem } from '../contracts/problem.ts';
import { storeHolder } from './readStore.ts';

/** A live read of the device's store. `loading`: nothing read yet. `failed` keeps the last value that could be read. */
export type LiveRead<T> =
  | { readonly state: 'loading'; readonly value: undefined; readonly problem: null }
  | { readonly state: 'ready'; readonly value: T; readonly problem: null }
  | { readonly state: 'failed'; readonly value: T | undefined; readonly problem: Problem };

interface Outcome<T> { readonly of: string; readonly value: T | undefined; readonly problem: Problem | null }

const loading = { state: 'loading', value: undefined, problem: null } as const;

/**
 * Reads rows and reads them again whenever one of them changes, in any tab or worker. `deps` name what `read` depends on,
 * as primitive values; when they change the state is `loading` again, unless `keepPrevious` asks to show the old rows until
 * the new ones are there (a filter or page of the same list). Rows of another person are never kept.
 */
export function useStored<T>(read: () => Promise<T>, deps: readonly (string | number | boolean | null | undefined)[], options: { readonly keepPrevious?: boolean } = {}): LiveRead<T> {
  const holder = useSyncExternalStore(storeHolder.listen, storeHolder.get);
  const of = JSON.stringify([holder, ...deps]);
  const outcome = useLiveQuery(
    async (): Promise<Outcome<T> | null> => {
      if (holder === null) return null;
      try {
        return { of, value: await read(), problem: null };
      } catch (error) {
        return { of, value: undefined, problem: storageProblem(error) };
      }
    },
    [of],
  );
  const last = useRef<{ readonly of: string; readonly holder: string; readonly value: T } | null>(null);
  if (holder === null || last.current?.holder !== holder) last.current = null;
  if (holder === null) return loading;
  const current = outcome?.of === of ? outcome : null;
  if (current !== null && current.problem === null) {
    // `value` is what read() gave: undefined only if T itself allows it.
    const value = current.value as T;
    last.current = { of, holder, value };
    return { state: 'ready', value, problem: null };
  }
  const kept = last.current !== null && (last.current.of === of || options.keepPrevious === true) ? last.current.value : undefined;
  if (current?.problem != null) return { state: 'failed', value: kept, problem: current.problem };
  return kept === undefined ? loading : { state: 'ready', value: kept, problem: null };
}

function storageProblem(error: unknown): Problem {
  const detail = error instanceof Error ? error.message : 'unknown';
  return { code: 'storage', message: `The data on this device could not be read (${detail}).`, retry: true };
}
