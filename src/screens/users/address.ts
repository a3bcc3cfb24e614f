import type { LoginRole } from '../../contracts/access.ts';
import type { UserStatus } from '../../contracts/adminUser.ts';
import { type UserSort, userSorts } from '../../contracts/adminUserRequests.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import { type Sort, sortWord } from '../../ui/table/columns.ts';

/** Filter, order, page and open dialog, as the address says. */
export interface UsersAddress {
  readonly search: string;
  readonly role: LoginRole | null;
  readonly status: UserStatus | null;
  readonly sort: { readonly id: UserSort; readonly desc: boolean };
  /** Counts from 1. */
  readonly page: number;
  /** The open dialog; the id is that of its account. */
  readonly open: { readonly kind: 'add' } | { readonly kind: 'edit' | 'change' | 'access' | 'remove'; readonly id: string } | null;
}

const firstSort = { id: 'name', desc: false } as const;

/** The requested sort order, or the default column if the list cannot be sorted by it. */
export function userSort({ id, desc }: Sort): UsersAddress['sort'] {
  return { id: userSorts.find((each) => each === id) ?? firstSort.id, desc };
}

/** Which parameter names the account of a dialog: the record that is open is the one being edited. */
const named = { edit: 'open', change: 'change', access: 'access', remove: 'remove' } as const;
const kinds = Object.keys(named) as readonly (keyof typeof named)[]; // the keys of the literal

/** The address in the terms of the page. */
export function usersAddress({ sort, add, open, change, access, remove, ...filters }: AddressOf<'users'>): UsersAddress {
  const ids = { open, change, access, remove };
  const dialogs = kinds.flatMap((kind): { kind: typeof kind; id: string } | readonly [] => {
    const id = ids[named[kind]];
    return id === null ? [] : { kind, id };
  });
  return {
    ...filters,
    sort: sort === null ? firstSort : userSort({ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }),
    open: dialogs[0] ?? (add === null ? null : { kind: 'add' }),
  };
}

/** A change of the page as a change of the address. */
export function addressChange({ sort, open, ...filters }: Partial<UsersAddress>): Partial<AddressOf<'users'>> {
  const closed = { add: null, open: null, change: null, access: null, remove: null };
  return {
    ...filters,
    ...(sort !== undefined && { sort: sort.id === firstSort.id && !sort.desc ? null : sortWord(sort) }),
    ...(open !== undefined && closed),
    ...(open != null && (open.kind === 'add' ? { add: 'new' } : { [named[open.kind]]: open.id })),
  };
}
