import { useCallback, useEffect, useMemo } from 'react';
import { type AddressOf, queryOf } from '../../domain/screens/address.ts';
import { openedBy, readAddress } from '../../domain/screens/readAddress.ts';
import type { ScreenId } from '../../domain/screens/screens.ts';
import { usePath, useSearch } from './navigation.ts';
import { changeQuery, type QueryChange, readsAddress } from './openings.ts';

/**
 * What a screen shows, as its address says, and the way to change it (D-42). A change starts from the address at the moment of writing, so
 * that what closes late undoes nothing. What opens over the screen adds a history entry (D-61); all else replaces it: filters are no steps
 * to go back through.
 */
export function useAddress<Id extends ScreenId>(id: Id): readonly [AddressOf<Id>, (change: Partial<AddressOf<Id>>) => void] {
  const path = usePath();
  const search = useSearch();
  useEffect(() => readsAddress(path), [path]);
  const address = useMemo(() => readAddress(id, new URLSearchParams(search)), [id, search]);
  const show = useCallback(
    (change: Partial<AddressOf<Id>>) => changeQuery(path, (now) => changed(id, readAddress(id, new URLSearchParams(now)), change)),
    [id, path],
  );
  return [address, show];
}

function changed<Id extends ScreenId>(id: Id, now: AddressOf<Id>, change: Partial<AddressOf<Id>>): QueryChange {
  const next = { ...now, ...change };
  const [before, after] = [openedBy(id, now), openedBy(id, next)];
  const more = after.some((name) => !before.includes(name));
  const less = before.some((name) => !after.includes(name));
  return { query: queryOf(id, next), step: more === less ? 'stays' : more ? 'opens' : 'closes' };
}
