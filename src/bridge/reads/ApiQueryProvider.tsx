import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
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

// A lock was set up or removed: answers stored in the other form are deleted before the hub reports completion.
lockKey.listen(async (key) => current?.store.rekey(key));

// Not in a render: before it wipes, the hub waits for what this page does on leaving.
storeHolder.listen((holder) => void queriesOf(holder));

/** Provides the person's query client for reads on demand, and drops it the moment they leave. */
export function ApiQueryProvider({ children }: { readonly children: ReactNode }) {
  const holder = useSyncExternalStore(storeHolder.listen, storeHolder.get);
  return <QueryClientProvider client={queriesOf(holder).client}>{children}</QueryClientProvider>;
}
