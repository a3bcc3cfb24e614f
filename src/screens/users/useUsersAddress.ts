import { useCallback, useMemo } from 'react';
import { usePath } from '../../bridge/address/navigation.ts';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { queryOf } from '../../domain/screens/address.ts';
import { at, type Href } from '../../domain/screens/link.ts';
import { addressChange, usersAddress, type UsersAddress } from './address.ts';

/** Where user management is and what it shows. */
export interface UsersPlace {
  readonly address: UsersAddress;
  readonly show: (change: Partial<UsersAddress>) => void;
  /** The link to an account, in the presentation that is open. */
  readonly hrefOf: (id: string) => Href;
}

/** The address of user management, in each of its presentations, and its setter. */
export function useUsersAddress(): UsersPlace {
  const path = usePath();
  const [found, change] = useAddress('users');
  const address = useMemo(() => usersAddress(found), [found]);
  return {
    address,
    show: useCallback((next: Partial<UsersAddress>) => change(addressChange(next)), [change]),
    hrefOf: useCallback(
      (id: string) => at(path, queryOf('users', addressChange({ ...address, open: { kind: 'edit', id } }))),
      [path, address],
    ),
  };
}
