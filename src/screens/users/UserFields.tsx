import { Check } from 'lucide-react';
import type { FieldProps } from '../../bridge/acts/formFields.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { roleAbout, roleOptions, statusOptions, type UserField } from './model.ts';

interface UserFieldsProps {
  /** Fields to show, in this order; the first gets the focus when the dialog opens. */
  readonly fields: readonly UserField[];
  readonly nameLabel: string;
  readonly field: (name: UserField) => FieldProps;
}

/** The fields of a user form. A role shows its purpose and permissions (I-22). */
export function UserFields({ fields, nameLabel, field }: UserFieldsProps) {
  return fields.map((name, at) => {
    const first = at === 0 ? { 'data-autofocus': '' } : {};
    switch (name) {
      case 'name':
        return <TextField key={name} label={nameLabel} {...field(name)} required maxLength={200} autoComplete="off" {...first} />;
      case 'email':
        return (
          <TextField
            key={name}
            label="Email"
            type="email"
            {...field(name)}
            required
            maxLength={320}
            autoComplete="off"
            spellCheck={false}
            {...first}
          />
        );
      case 'role':
        return <RoleField key={name} {...field(name)} />;
      case 'status':
        return <SelectField key={name} label="Status" {...chosen(field(name))} options={statusOptions} />;
      default:
        return name satisfies never;
    }
  });
}

/** A choice is never wrong: its control offers only what is right. */
const chosen = ({ value, onChange }: FieldProps) => ({ value, onChange });

function RoleField(field: FieldProps) {
  const role = roleOptions.find(({ value }) => value === field.value)?.value;
  if (role === undefined) return null;
  const { description, permissions } = roleAbout[role];
  return (
    <div className="users-role-field">
      <SelectField label="Role" {...chosen(field)} options={roleOptions} hint={description} />
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
