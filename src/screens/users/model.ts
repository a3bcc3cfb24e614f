import { loginRoles, loginRoleSchema, type LoginRole } from '../../contracts/access.ts';
import { type AdminUser, userStatuses, type UserStatus } from '../../contracts/adminUser.ts';
import { newEmailSchema, type UserChange } from '../../contracts/adminUserRequests.ts';
import { z } from '../../contracts/zod.ts';
import { nameProblem } from '../../domain/accountWords.ts';

/** Roles and states as this screen calls them (identity document, section 2.10). */
export const roleNames: Readonly<Record<LoginRole, string>> = {
  admin: 'Admin',
  bank_ops: 'Bank Officer',
  auditor: 'Auditor',
  operator: 'Operator',
};
export const statusNames: Readonly<Record<UserStatus, string>> = { active: 'Active', inactive: 'Inactive', suspended: 'Suspended' };
export const roleOptions = loginRoles.map((value) => ({ value, label: roleNames[value] }));
export const statusOptions = userStatuses.map((value) => ({ value, label: statusNames[value] }));

/** What a role is for, and the preview of what it opens (I-22, the document's words). */
export const roleAbout: Readonly<Record<LoginRole, { readonly description: string; readonly permissions: readonly string[] }>> = {
  admin: {
    description: 'Full access including user management',
    permissions: ['User management', 'System settings', 'Audit logs', 'All dashboards'],
  },
  bank_ops: {
    description: 'Portfolio, compliance and verification',
    permissions: ['Portfolio dashboard', 'Compliance reports', 'Verification status', 'Evidence downloads'],
  },
  auditor: {
    description: 'Read-only access to compliance and audit logs',
    permissions: ['Audit logs', 'Compliance reports', 'Verification history', 'All read-only'],
  },
  operator: {
    description: 'Site monitoring and data verification',
    permissions: ['Site monitoring', 'Data verification', 'Alert management'],
  },
};

/** What a form holds while somebody fills it in. A role is nobody's until it is chosen. */
export interface UserForm {
  readonly email: string;
  readonly name: string;
  readonly role: LoginRole | '';
  readonly status: UserStatus;
}
export type UserField = keyof UserForm;

/** A new user's form as it opens (I-18). */
export const emptyForm: UserForm = { email: '', name: '', role: 'operator', status: 'active' };

export function formOf({ email, name, role, status }: AdminUser): UserForm {
  return { email, name, role, status };
}

/** What is wrong in the fields that a form shows, in the document's words (I-21); empty when it may be sent. */
export function formProblems(form: UserForm, fields: readonly UserField[]): Partial<Record<UserField, string>> {
  const name = form.name.trim();
  const email = form.email.trim();
  const found: Partial<Record<UserField, string | null>> = {
    email: email === '' ? 'Email is required' : z.safeParse(newEmailSchema, email).success ? null : 'Invalid email format',
    name: nameProblem(name),
    role: form.role === '' ? 'Role is required' : null,
  };
  return Object.fromEntries(fields.flatMap((field) => (found[field] == null ? [] : [[field, found[field]]])));
}

/** One field that an edit changes, in words. */
export interface FieldChange {
  readonly field: UserField;
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

const labels: Readonly<Record<UserField, string>> = { name: 'Name', email: 'Email', role: 'Role', status: 'Status' };
const order: readonly UserField[] = ['name', 'email', 'role', 'status'];

/** The value of a field as people read it. */
export function valueWords(form: UserForm, field: UserField): string {
  if (field === 'role') return form.role === '' ? '' : roleNames[form.role];
  if (field === 'status') return statusNames[form.status];
  return form[field].trim();
}

function differing(from: UserForm, to: UserForm): readonly UserField[] {
  return order.filter((field) => valueWords(from, field) !== valueWords(to, field));
}

/** What saving would change, field by field: 'Changes to be made' (I-15). */
export function changesOf(user: AdminUser, form: UserForm): readonly FieldChange[] {
  const from = formOf(user);
  return differing(from, form).map((field) => ({
    field,
    label: labels[field],
    from: valueWords(from, field),
    to: valueWords(form, field),
  }));
}

/** What is sent: the changed fields and nothing else (I-15). */
export function changeToSend(user: AdminUser, form: UserForm): UserChange {
  const changed = new Set(changesOf(user, form).map(({ field }) => field));
  const role = z.safeParse(loginRoleSchema, form.role);
  return {
    ...(changed.has('name') && { name: form.name.trim() }),
    ...(changed.has('email') && { email: form.email.trim() }),
    ...(changed.has('role') && role.success && { role: role.data }),
    ...(changed.has('status') && { status: form.status }),
  };
}

/** What a change brings with it (I-15). */
export function warningsOf(user: AdminUser, form: UserForm): readonly string[] {
  return [
    ...(form.role !== user.role ? ['Changing role will update user permissions'] : []),
    ...(form.status !== 'active' && user.status === 'active' ? ['User will not be able to log in'] : []),
    ...(valueWords(form, 'email') !== user.email && user.last_login_at != null
      ? ['The new address counts once the link that is sent there was opened; the owner is told at the one before']
      : []),
  ];
}

/** One field that somebody else changed while it was being edited. `mine` is null where this edit leaves the field alone. */
export interface Drifted {
  readonly field: UserField;
  readonly label: string;
  readonly was: string;
  readonly now: string;
  readonly mine: string | null;
}

/** What is no longer as it was when the form was opened. */
export function driftOf(opened: AdminUser, now: AdminUser, form: UserForm): readonly Drifted[] {
  const was = formOf(opened);
  const is = formOf(now);
  return differing(was, is).map((field) => ({
    field,
    label: labels[field],
    was: valueWords(was, field),
    now: valueWords(is, field),
    mine: valueWords(form, field) === valueWords(was, field) ? null : valueWords(form, field),
  }));
}

/** The form over the account as it is now: what this edit did not touch follows it, what it did stays. */
export function rebased(opened: AdminUser, now: AdminUser, form: UserForm): UserForm {
  const touched = new Set(differing(formOf(opened), form));
  const is = formOf(now);
  return {
    name: touched.has('name') ? form.name : is.name,
    email: touched.has('email') ? form.email : is.email,
    role: touched.has('role') ? form.role : is.role,
    status: touched.has('status') ? form.status : is.status,
  };
}

/** The letter in a name's place (I-12). */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '?';
}
