import { Check } from 'lucide-react';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { roleAbout, roleOptions, statusOptions, type UserField, type UserForm } from './model.ts';

interface UserFieldsProps {
  readonly form: UserForm;
  /** Fields to show, in this order; the first gets the focus when the dialog opens. */
  readonly fields: readonly UserField[];
  readonly nameLabel: string;
  readonly wrong: Partial<Record<UserField, string>>;
  readonly onChange: (change: Partial<UserForm>) => void;
}

/** The fields of a user form. A role shows its purpose and permissions (I-22). */
export function UserFields({ form, fields, nameLabel, wrong, onChange }: UserFieldsProps) {
  return fields.map((field, at) => {
    const first = at === 0 ? { 'data-autofocus': '' } : {};
    const error = wrong[field];
    switch (field) {
      case 'name':
        return (
          <TextField
            key={field}
            label={nameLabel}
            value={form.name}
            onChange={(name) => onChange({ name })}
            required
            maxLength={200}
            autoComplete="off"
            {...first}
            {...(error !== undefined && { error })}
          />
        );
      case 'email':
        return (
          <TextField
            key={field}
            label="Email"
            type="email"
            value={form.email}
            onChange={(email) => onChange({ email })}
            required
            maxLength={320}
            autoComplete="off"
            spellCheck={false}
            {...first}
            {...(error !== undefined && { error })}
          />
        );
      case 'role':
        return <RoleField key={field} form={form} onChange={onChange} />;
      case 'status':
        return (
          <SelectField key={field} label="Status" value={form.status} options={statusOptions} onChange={(status) => onChange({ status })} />
        );
      default:
        return field satisfies never;
    }
  });
}

function RoleField({ form, onChange }: Pick<UserFieldsProps, 'form' | 'onChange'>) {
  const { role } = form;
  if (role === '') return null;
  const { description, permissions } = roleAbout[role];
  return (
    <div className="users-role-field">
      <SelectField label="Role" value={role} options={roleOptions} hint={description} onChange={(chosen) => onChange({ role: chosen })} />
      <div className="users-preview" role="group" aria-label="Permissions preview">
        <b>Permissions preview</b>
        <ul>
          {permissions.map((permission) => (
            <li key={permission}>
              <Check size={14} strokeWidth={1.75} aria-hidden="true" />
              {permission}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
