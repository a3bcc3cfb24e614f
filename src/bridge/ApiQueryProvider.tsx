import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { queryDatabaseName } from '../domain/deviceNames.ts';
import { lockKey } from './lockKey.ts';
import { createPersonQueries } from './queryClient.ts';
import { openQueryStore, type QueryStore } from './queryStore.ts';
import { storeHolder } from './readStore.ts';

interface PersonQueries {
  readonly holder: string | null;
  readonly client: QueryClient;
  readonly store: QueryStore;
  /** Aborted once they have left. */
  readonly left: AbortController;
}

const nowhere: QueryStore = {
  storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  rekey: async () => {},
  close: () => {},
};
let current: PersonQueries | null = null;

/** The queries of the person at the console; those of the one before are cancelled, forgotten and their database let go. */
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

// A lock was set up or taken off: what stands on the disk in the other form goes, before the hub says that it is done.
lockKey.listen(async (key) => current?.store.rekey(key));

// Not by a render: the hub waits for what this page does on leaving before it wipes.
storeHolder.listen((holder) => void queriesOf(holder));

/** Gives reads on demand a query client of the person at the console, and forgets it the moment they leave. */
export function ApiQueryProvider({ children }: { readonly children: ReactNode }) {
  const holder = useSyncExternalStore(storeHolder.listen, storeHolder.get);
  return <QueryClientProvider client={queriesOf(holder).client}>{children}</QueryClientProvider>;
}
