import { useMemo } from 'react';
import { type AddressOf, href } from '../../domain/screens/address.ts';
import type { Href } from '../../domain/screens/link.ts';
import type { ScreenId } from '../../domain/screens/screens.ts';

/** Screens whose address names the open record. */
type Opening = { [Id in ScreenId]: AddressOf<Id> extends { readonly open: string | null } ? Id : never }[ScreenId];

/** The record that a screen's rows open, which its address holds. A row's link keeps what the list is filtered by. */
export function useOpening<Id extends Opening>(
  screen: Id,
  address: AddressOf<Id>,
  show: (change: { readonly open: string }) => void,
): { readonly id: string | null; readonly onOpen: (id: string) => void; readonly href: (id: string) => Href } {
  return useMemo(
    () => ({
      id: (address as { readonly open: string | null }).open, // as `Opening` says
      onOpen: (id) => show({ open: id }),
      href: (id) => href<Id>(screen, { ...address, open: id }),
    }),
    [screen, address, show],
  );
}
