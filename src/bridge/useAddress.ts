import { useSearchParams } from 'wouter';

/**
 * What a screen is asked to show, kept in the address so that a view can be linked, reloaded and gone back to. A change replaces the
 * entry: filters are no places to go back through.
 * @param read what it does not know is as if it were not there
 * @param write what is as it opens is left out
 */
export function useAddress<Address extends object>(
  read: (params: URLSearchParams) => Address,
  write: (address: Address) => string,
): readonly [Address, (change: Partial<Address>) => void] {
  const [params, setParams] = useSearchParams();
  const address = read(params);
  return [address, (change) => setParams(new URLSearchParams(write({ ...address, ...change })), { replace: true })];
}
