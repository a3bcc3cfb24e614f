import { useCallback } from 'react';
import { useSearchParams } from '../../bridge/useAddress.ts';
import { addressFrom, paramsOf, type UsersAddress } from './address.ts';

/** What the screen is asked to show, and changing it. The change starts from the address as it is then: a dialog that closes late takes back nothing. */
export function useUsersAddress(): { readonly address: UsersAddress; readonly show: (change: Partial<UsersAddress>) => void } {
  const [params, setParams] = useSearchParams();
  const show = useCallback(
    (change: Partial<UsersAddress>) =>
      setParams((before) => new URLSearchParams(paramsOf({ ...addressFrom(before), ...change })), { replace: true }),
    [setParams],
  );
  return { address: addressFrom(params), show };
}
