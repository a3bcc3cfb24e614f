import type { AdminUser, AdminUsersPage } from '../../contracts/adminUser.ts';
import type { UserChange } from '../../contracts/adminUserRequests.ts';
import type { LoginRole } from '../../contracts/access.ts';
import type { UserLetter } from '../../contracts/userLetter.ts';
import type { Result } from '../../contracts/problem.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import type { ReadPanel } from '../../bridge/reads/useReadPanel.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import type { UsersAddress } from './address.ts';

/** The query for the list. */
export type UsersQuery = Pick<UsersAddress, 'search' | 'role' | 'status' | 'sort' | 'page'>;

/** The body for a new user; the status is left out if the form has none. */
export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly role: LoginRole;
  readonly status?: 'active';
}

/** Source of users and target of changes: the platform, or sample data (D-17). The page, its dialogs and skins use nothing else. */
export interface UsersSource {
  readonly list: ReadPanel<AdminUsersPage>;
  /** True for invented users; shown wherever something would be sent. */
  readonly sample: boolean;
  /** True if `list` still shows the previous page while the requested one loads. */
  readonly turning: boolean;
  /** Why nothing can be changed now; null if it can. */
  readonly disabledReason: string | null;
  /** Why only changes that restrict access are allowed under the kill switch (G-26); null if all are. */
  readonly halted: string | null;
  /** The viewer's own account; null on sample data. */
  readonly selfId: string | null;
  /** Whether the platform can be reached; otherwise the last answer is shown. */
  readonly reached: boolean;
  /** Export of the rows; absent for sample data. */
  readonly exports?: TableExport<AdminUser>;
  readonly look: (id: string) => Promise<Result<AdminUser>>;
  readonly create: (user: NewUser) => Promise<Result<AdminUser>>;
  /** Based on the account as seen: a change by another person in between is a conflict. */
  readonly change: (seen: AdminUser, change: UserChange) => Promise<Result<AdminUser>>;
  readonly deactivate: (seen: AdminUser) => Promise<Result<AdminUser>>;
  /** Sends a letter again, based on its state as seen: one sent since is not sent twice. */
  readonly sendAgain: (user: AdminUser, seen: UserLetter) => Promise<Result<AdminUser>>;
}

/** Freshness of the account data; null on sample data. */
export function seenOf({ sample, list }: UsersSource): FreshnessState | null {
  return sample ? null : list.freshness;
}
