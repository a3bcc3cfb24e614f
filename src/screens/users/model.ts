import { loginRoles, loginRoleSchema, type LoginRole } from '../../contracts/access.ts';
import { type AdminUser, userStatuses, userStatusSchema, type UserStatus } from '../../contracts/adminUser.ts';
import { createUserSchema, type UserChange } from '../../contracts/adminUserRequests.ts';
import { z } from '../../contracts/zod.ts';
import type { FormTexts } from '../../domain/screens/forms.ts';
import type { FormSchema } from '../../domain/screens/readForm.ts';

/** Labels of roles and states on this screen (identity document, section 2.10). */
export const roleNames: Readonly<Record<LoginRole, string>> = {
  admin: 'Admin',
  bank_ops: 'Bank Officer',
  auditor: 'Auditor',
  operator: 'Operator',
};
export const statusNames: Readonly<Record<UserStatus, string>> = { active: 'Active', inactive: 'Inactive', suspended: 'Suspended' };
export const roleOptions = loginRoles.map((value) => ({ value, label: roleNames[value] }));
export const statusOptions = userStatuses.map((value) => ({ value, label: statusNames[value] }));

/** Purpose and permission preview of each role (I-22, the document's words). */
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

/** Content of the form. The role is empty until chosen. */
export interface UserForm {
  readonly email: string;
  readonly name: string;
  readonly role: LoginRole | '';
  readonly status: UserStatus;
}
/** A field of the form. */
export type UserField = keyof UserForm;

/** Initial form for a new user (I-18). */
export const emptyForm: UserForm = { email: '', name: '', role: 'operator', status: 'active' };

/** Initial form for an existing account. */
export function formOf({ email, name, role, status }: AdminUser): UserForm {
  return { email, name, role, status };
}

/** What the form's texts say; a role or status that there is no more counts as none chosen, and as active. */
export function userFormOf({ email, name, role, status }: FormTexts<'users.edit'>): UserForm {
  return {
    email,
    name,
    role: loginRoles.find((each) => each === role) ?? '',
    status: userStatuses.find((each) => each === status) ?? 'active',
  };
}

/** The texts as the call has them; a name is trimmed by its own schema. */
export function userInput(texts: FormTexts<'users.edit'>): FormTexts<'users.edit'> {
  return { ...texts, email: texts.email.trim() };
}

const { email, name, role } = createUserSchema.shape;
/** Reads the form of a new user as what is sent. */
export const newUserSchema = z.object({ email, name, role });

/** Reads the fields of an edit that are shown; the others stay as they are, whatever they say. */
export function editedUserSchema(fields: readonly UserField[]): FormSchema<Partial<Record<UserField, string>>> {
  const every = { ...newUserSchema.shape, status: userStatusSchema };
  return z.object(Object.fromEntries(fields.map((field) => [field, every[field]])));
}

/** One field that an edit changes, in words. */
export interface FieldChange {
  readonly field: UserField;
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

const fieldNames: Readonly<Record<UserField, string>> = { name: 'Name', email: 'Email', role: 'Role', status: 'Status' };
const order: readonly UserField[] = ['name', 'email', 'role', 'status'];

/** The value of a field as text. */
export function valueLabels(form: UserForm, field: UserField): string {
  if (field === 'role') return form.role === '' ? '' : roleNames[form.role];
  if (field === 'status') return statusNames[form.status];
  return form[field].trim();
}

function differing(from: UserForm, to: UserForm): readonly UserField[] {
  return order.filter((field) => valueLabels(from, field) !== valueLabels(to, field));
}

/** The changes that saving would make, by field: 'Changes to be made' (I-15). */
export function changesOf(user: AdminUser, form: UserForm): readonly FieldChange[] {
  const from = formOf(user);
  return differing(from, form).map((field) => ({
    field,
    label: fieldNames[field],
    from: valueLabels(from, field),
    to: valueLabels(form, field),
  }));
}

/** The request body: only the changed fields (I-15). */
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

/** Warnings about the consequences of a change (I-15). */
export function warningsOf(user: AdminUser, form: UserForm): readonly string[] {
  return [
    ...(form.role !== user.role ? ['Changing role will update user permissions'] : []),
    ...(form.status !== 'active' && user.status === 'active' ? ['User will not be able to log in'] : []),
    ...(valueLabels(form, 'email') !== user.email && user.last_login_at != null
      ? ['The new address is used once its link has been opened; the owner is told at the old address']
      : []),
  ];
}

/** A field that another person changed during the edit. `mine` is null if this edit does not change it. */
export interface Drifted {
  readonly field: UserField;
  readonly label: string;
  readonly was: string;
  readonly now: string;
  readonly mine: string | null;
}

/** Fields that have changed since the form was opened. */
export function driftOf(opened: AdminUser, now: AdminUser, form: UserForm): readonly Drifted[] {
  const was = formOf(opened);
  const is = formOf(now);
  return differing(was, is).map((field) => ({
    field,
    label: fieldNames[field],
    was: valueLabels(was, field),
    now: valueLabels(is, field),
    mine: valueLabels(form, field) === valueLabels(was, field) ? null : valueLabels(form, field),
  }));
}

/** Rebases the form on the current account: untouched fields take the new values, edited ones stay. */
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

/** Initial shown in place of a picture (I-12). */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '?';
}
