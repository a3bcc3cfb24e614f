import { loginRoleSchema, type LoginRole } from '../../contracts/access.ts';
import { type UserStatus, userStatusSchema } from '../../contracts/adminUser.ts';
import { type UserSort, userSorts } from '../../contracts/adminUserRequests.ts';
import { z } from '../../contracts/zod.ts';
import type { Sort } from '../../ui/table/columns.ts';

/** Which users are listed, and what is open over the list; kept in the address so that it can be linked. */
export interface UsersAddress {
  readonly search: string;
  readonly role: LoginRole | null;
  readonly status: UserStatus | null;
  readonly sort: { readonly id: UserSort; readonly desc: boolean };
  /** From 1. */
  readonly page: number;
  /** The dialog over the list; an id belongs to the account that it is about. */
  readonly open: { readonly kind: 'add' } | { readonly kind: 'edit' | 'change' | 'access' | 'remove'; readonly id: string } | null;
}

const firstSort = { id: 'name', desc: false } as const;

/** The column of that name, if the list can be ordered by it. */
export function userSort({ id, desc }: Sort): UsersAddress['sort'] {
  return { id: userSorts.find((each) => each === id) ?? firstSort.id, desc };
}

function openFrom(params: URLSearchParams): UsersAddress['open'] {
  for (const kind of ['edit', 'change', 'access', 'remove'] as const) {
    const id = params.get(kind);
    if (id !== null) return { kind, id };
  }
  return params.has('add') ? { kind: 'add' } : null;
}

/** Reads the address; what it does not know it leaves out. */
export function addressFrom(params: URLSearchParams): UsersAddress {
  const role = z.safeParse(loginRoleSchema, params.get('role'));
  const status = z.safeParse(userStatusSchema, params.get('status'));
  const page = Number(params.get('page'));
  const sort = params.get('sort') ?? '';
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    role: role.success ? role.data : null,
    status: status.success ? status.data : null,
    sort: sort === '' ? firstSort : userSort({ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    open: openFrom(params),
  };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf({ search, role, status, sort, page, open }: UsersAddress): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (role !== null) params.set('role', role);
  if (status !== null) params.set('status', status);
  if (sort.id !== firstSort.id || sort.desc) params.set('sort', `${sort.desc ? '-' : ''}${sort.id}`);
  if (page !== 1) params.set('page', String(page));
  if (open !== null) params.set(open.kind, open.kind === 'add' ? 'new' : open.id);
  return params.toString();
}
