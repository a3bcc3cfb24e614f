import { type QueryClient, QueryClientContext } from '@tanstack/react-query';
import { useContext, useSyncExternalStore } from 'react';
import { queryDatabaseName } from '../../domain/accounts/deviceNames.ts';
import { lockKey } from '../keys/lockKey.ts';
import { createPersonQueries } from './queryClient.ts';
import { openQueryStore, type QueryStore } from './queryStore.ts';
import { storeHolder } from './readStore.ts';

interface PersonQueries {
  readonly holder: string | null;
  readonly client: QueryClient;
  readonly store: QueryStore;
  /** Aborted once the person has left. */
  readonly left: AbortController;
}

const nowhere: QueryStore = {
  storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  rekey: async () => {},
  close: () => {},
};
let current: PersonQueries | null = null;

/** The query client of the person at the console. The previous person's queries are cancelled and dropped, and their database is closed. */
function queriesOf(holder: string | null): PersonQueries {
  if (current !== null && current.holder === holder) return current;
  if (current !== null) {
    current.left.abort();
    current.store.close();
    void current.client.cancelQueries();
    current.client.clear();
  }
  const person = storeHolder.person();
  const store =
    person === null ? nowhere : openQueryStore(queryDatabaseName(person.tenantId, person.userId, person.generation), lockKey.get());
  const left = new AbortController();
  current = { holder, client: createPersonQueries(store.storage, __BUILD__, left.signal), store, left };
  return current;
}

/** A lock was set up or removed: answers stored in the other form are deleted before the hub reports completion. */
export async function rekeyQueries(key: CryptoKey | null): Promise<void> {
  await queriesOf(storeHolder.get()).store.rekey(key);
}

// Not in a render: before it wipes, the hub waits for what this page does on leaving.
storeHolder.listen((holder) => void queriesOf(holder));

/**
 * The query client for reads on demand: the one given by a provider above, or else that of the person at the console, which changes the
 * moment they leave. A hook and no provider at the root, so that the first page does without the query library.
 */
export function usePersonQueries(): QueryClient {
  const given = useContext(QueryClientContext);
  const holder = useSyncExternalStore(storeHolder.listen, storeHolder.get);
  return given ?? queriesOf(holder).client;
}
