import { useCallback, useMemo } from 'react';
import { useAddress } from '../../bridge/address/useAddress.ts';
import { addressChange, usersAddress, type UsersAddress } from './address.ts';

/** The address of user management, in each of its presentations, and its setter. */
export function useUsersAddress(): { readonly address: UsersAddress; readonly show: (change: Partial<UsersAddress>) => void } {
  const [found, change] = useAddress('users');
  const address = useMemo(() => usersAddress(found), [found]);
  return { address, show: useCallback((next: Partial<UsersAddress>) => change(addressChange(next)), [change]) };
}
