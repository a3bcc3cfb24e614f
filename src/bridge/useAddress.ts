import { useCallback, useMemo } from 'react';
import { useLocation, useSearch as useAddressSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { withWords } from './addressWords.ts';

/** What the page is asked to show: the address's own parameters, and the words that a lock keeps out of it (addressWords.ts). */
export function useSearch(): string {
  const search = useAddressSearch();
  const state: unknown = useHistoryState();
  return useMemo(() => withWords(search, state), [search, state]);
}

type Change = URLSearchParams | Readonly<Record<string, string>> | ((before: URLSearchParams) => URLSearchParams);

/** The same as parameters, and how to change them: wouter's hook of this name, but for where words stand. */
export function useSearchParams(): readonly [URLSearchParams, (change: Change, options?: { readonly replace?: boolean }) => void] {
  const [, navigate] = useLocation();
  const search = useSearch();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback(
    (to: Change, options?: { readonly replace?: boolean }) => {
      // As they are at this moment: two changes in one turn are both made.
      const now = new URLSearchParams(withWords(location.search, history.state));
      const next = new URLSearchParams(typeof to === 'function' ? to(now) : to).toString();
      navigate(next === '' ? location.pathname : `${location.pathname}?${next}`, options);
    },
    [navigate],
  );
  return [params, change];
}

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
