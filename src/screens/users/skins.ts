import type { UserField } from './model.ts';
import type { Deed } from '../../domain/claims/told.ts';

/** Columns that a user list can show. */
export type UserColumn = 'name' | 'email' | 'user' | 'role' | 'roleBadge' | 'status' | 'lastLogin' | 'created' | 'actions';

/** A form for one user: its texts and fields. */
export interface UserFormSkin {
  readonly title: string;
  /** Text before the user's address. */
  readonly lead: string | null;
  readonly fields: readonly UserField[];
  readonly save: string;
}

/** One presentation of user management (D-18): its content and texts. It has no query, route or handler of its own. */
export interface UsersSkin {
  readonly id: 'standard' | 'older' | 'morphic';
  readonly lead: string;
  readonly columns: readonly UserColumn[];
  /** `button`: searches on submit; `typing`: searches while typing. */
  readonly search: 'button' | 'typing';
  /** Announced while the first page loads. */
  readonly loading: string;
  readonly empty: { readonly text: string; readonly action: string | null };
  readonly create: {
    readonly title: string;
    readonly lead: string | null;
    readonly nameLabel: string;
    /** In the order of the form. */
    readonly fields: readonly UserField[];
    /** Whether the status is sent. */
    readonly sendsStatus: boolean;
  };
  readonly edit: UserFormSkin;
  /**
   * Fields that the document's *Edit User* of this presentation lacks, as a separate row action with its own dialog (issue 17, point 27):
   * every presentation can do all that the platform can. `label`: text of the row button.
   */
  readonly change: UserFormSkin & { readonly label: string };
  readonly remove: {
    /** Text of the row button. */
    readonly label: string;
    readonly title: string;
    readonly question: (name: string) => string;
    /** Below the question. */
    readonly after: string | null;
    readonly confirm: string;
    readonly busy: string;
    readonly failed: string;
    /** Message after success. */
    readonly done: Deed;
    /** Shown for active users only, or for all with a reason if it is not possible. */
    readonly offered: 'active' | 'always';
  };
  /** Whether toasts report every load and action (design system). */
  readonly toasts: boolean;
}

/** `/admin/users`: the design system's presentation (I-12). */
const standard: UsersSkin = {
  id: 'standard',
  lead: 'Manage users, roles, and permissions',
  columns: ['name', 'email', 'role', 'status', 'actions'],
  search: 'button',
  loading: 'Loading…',
  empty: { text: 'Get started by adding your first user', action: 'Add User' },
  create: {
    title: 'Add New User',
    lead: 'Create a new user account',
    nameLabel: 'Name',
    fields: ['name', 'email', 'role'],
    sendsStatus: false,
  },
  edit: { title: 'Edit User', lead: 'Update user information', fields: ['name', 'email'], save: 'Save Changes' },
  change: { label: 'Role', title: 'Change Role or Status', lead: null, fields: ['role', 'status'], save: 'Save Changes' },
  remove: {
    label: 'Delete',
    title: 'Delete User',
    question: (name) => `Are you sure you want to delete ${name}? This action cannot be undone.`,
    after: 'An administrator can reactivate the account.',
    confirm: 'Delete User',
    busy: 'Deleting...',
    failed: 'Failed to delete user',
    done: 'userDeleted',
    offered: 'always',
  },
  toasts: true,
};

/** `/admin/users-complete`: the older presentation (I-11). */
const older: UsersSkin = {
  id: 'older',
  lead: 'Manage user accounts and permissions',
  columns: ['user', 'roleBadge', 'status', 'lastLogin', 'created', 'actions'],
  search: 'typing',
  loading: 'Loading users...',
  empty: { text: 'Try adjusting your filters or add a new user.', action: null },
  create: { title: 'Add New User', lead: null, nameLabel: 'Full Name', fields: ['email', 'name', 'role'], sendsStatus: true },
  edit: { title: 'Edit User', lead: null, fields: ['name', 'role', 'status'], save: 'Save' },
  change: { label: 'Email', title: 'Change Email', lead: null, fields: ['email'], save: 'Save' },
  remove: {
    label: 'Deactivate',
    title: 'Deactivate User',
    question: () => 'Are you sure you want to deactivate this user?',
    after: null,
    confirm: 'Deactivate',
    busy: 'Deactivating...',
    failed: 'Failed to deactivate user',
    done: 'userDeactivated',
    offered: 'active',
  },
  toasts: false,
};

/** `/admin/users-morphic`: the redesign (I-10), over the older one's six columns. */
const morphic: UsersSkin = { ...older, id: 'morphic', lead: 'Manage user accounts and permissions with style' };

export const usersSkins = { standard, older, morphic } as const satisfies { readonly [Id in UsersSkin['id']]: UsersSkin };
