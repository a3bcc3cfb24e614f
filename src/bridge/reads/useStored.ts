import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import { damagedProblem } from '../../domain/unreadLabels.ts';
import { liveRead } from '../../store/liveRead.ts';
import { DamagedRow } from '../../store/unpack.ts';
import { storeHolder } from './readStore.ts';
import { showTogether } from './showTogether.ts';

/** A live read of the device's store. `loading`: nothing read yet. `failed` keeps the last readable value. */
export type LiveRead<T> =
  | { readonly state: 'loading'; readonly value: undefined; readonly problem: null }
  | { readonly state: 'ready'; readonly value: T; readonly problem: null }
  | { readonly state: 'failed'; readonly value: T | undefined; readonly problem: Problem };

interface Outcome<T> {
  readonly of: string;
  readonly holder: string | null;
  readonly value: T | undefined;
  readonly problem: Problem | null;
}

const loading = { state: 'loading', value: undefined, problem: null } as const;

/**
 * Reads rows, and again whenever one of them changes in any tab or worker. `deps` are the primitive values that `read` depends on; when
 * they change the state is `loading` again, unless `keepPrevious` keeps the old rows until the new ones are read (a filter or page of the
 * same list). Rows of another person are never kept.
 */
export function useStored<T>(
  read: () => Promise<T>,
  deps: readonly (string | number | boolean | null | undefined)[],
  options: { readonly keepPrevious?: boolean } = {},
): LiveRead<T> {
  const holder = useSyncExternalStore(storeHolder.listen, storeHolder.get);
  const depsKey = JSON.stringify([holder, ...deps]);
  // The last outcome stays until the first one of the new deps arrives: `of` tells which deps it belongs to. Only the first reader of each
  // deps is used, so that its memory belongs to them.
  const [outcome, setOutcome] = useState<Outcome<T>>();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `depsKey` names what `read` depends on
  useEffect(() => liveRead(reader(read, depsKey, holder), (value) => showTogether(() => setOutcome(value))), [depsKey, holder]);
  if (holder === null || outcome === undefined || outcome.holder !== holder) return loading;
  const asked = outcome.of === depsKey;
  if (asked && outcome.problem !== null) return { state: 'failed', value: outcome.value, problem: outcome.problem };
  if (!asked && (options.keepPrevious !== true || outcome.problem !== null)) return loading;
  // `value` is what read() returned: undefined only if T itself allows it.
  return { state: 'ready', value: outcome.value as T, problem: null };
}

function reader<T>(read: () => Promise<T>, depsKey: string, holder: string | null): () => Promise<Outcome<T>> {
  let last: T | undefined;
  return async () => {
    if (holder === null) return { of: depsKey, holder, value: undefined, problem: null };
    try {
      last = await read();
      return { of: depsKey, holder, value: last, problem: null };
    } catch (error) {
      return { of: depsKey, holder, value: last, problem: storageProblem(error) };
    }
  };
}

function storageProblem(error: unknown): Problem {
  if (error instanceof DamagedRow) return damagedProblem;
  const detail = error instanceof Error ? error.message : 'unknown';
  return { code: 'storage', message: `The data on this device could not be read (${detail}).`, retry: true };
}
