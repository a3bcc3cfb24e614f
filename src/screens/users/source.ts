import type { AdminUser, AdminUsersPage } from '../../contracts/adminUser.ts';
import type { UserChange } from '../../contracts/adminUserRequests.ts';
import type { LoginRole } from '../../contracts/access.ts';
import type { UserLetter } from '../../contracts/userLetter.ts';
import type { Result } from '../../contracts/problem.ts';
import type { FreshnessState } from '../../domain/freshness.ts';
import type { ReadPanel } from '../../bridge/useReadPanel.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import type { UsersAddress } from './address.ts';

/** What the list is asked for. */
export type UsersQuery = Pick<UsersAddress, 'search' | 'role' | 'status' | 'sort' | 'page'>;

/** A new user as it is sent; the state is left out where the form has none. */
export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly role: LoginRole;
  readonly status?: 'active';
}

/**
 * Where users come from and where changes go: the platform, or sample data (D-17). The page, its dialogs and its skins know no other way to either.
 */
export interface UsersSource {
  readonly list: ReadPanel<AdminUsersPage>;
  /** Nobody's users: said so wherever something would be sent. */
  readonly sample: boolean;
  /** Whether `list` shows the page before while the one asked for is on its way. */
  readonly turning: boolean;
  /** Why nothing can be changed now; null when it can. */
  readonly barred: string | null;
  /** Why only what shuts an account out goes through, while the kill switch is on (G-26); null when everything does. */
  readonly halted: string | null;
  /** The account of whoever looks; null on sample data. */
  readonly selfId: string | null;
  /** Whether the platform can be reached; what is shown is then the last answer. */
  readonly reached: boolean;
  /** How the rows are taken away; absent where there is nothing real to take. */
  readonly exports?: TableExport<AdminUser>;
  readonly look: (id: string) => Promise<Result<AdminUser>>;
  readonly create: (user: NewUser) => Promise<Result<AdminUser>>;
  /** Over the account as it was seen: a change of somebody else's in between is a conflict. */
  readonly change: (seen: AdminUser, change: UserChange) => Promise<Result<AdminUser>>;
  readonly deactivate: (seen: AdminUser) => Promise<Result<AdminUser>>;
  /** Has a letter about the account sent again, as it was seen: one that was sent since is not sent twice. */
  readonly sendAgain: (user: AdminUser, seen: UserLetter) => Promise<Result<AdminUser>>;
}

/** How old what is shown of an account is; null on sample data, which nobody changes. */
export function seenOf({ sample, list }: UsersSource): FreshnessState | null {
  return sample ? null : list.freshness;
}
