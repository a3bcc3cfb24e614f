import { longestPassword } from '../../domain/accounts/password.ts';
import { TextField } from '../../ui/fields/TextField.tsx';

interface CurrentPasswordFieldProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** Error text; null if there is none. */
  readonly error: string | null;
  readonly hint?: string;
  /** True if it gets the focus when the dialog opens. */
  readonly first?: boolean;
}

/** Asks for the current password before a change to the sign-in credentials. */
export function CurrentPasswordField({ value, onChange, error, hint, first = false }: CurrentPasswordFieldProps) {
  return (
    <TextField
      label="Current password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={longestPassword}
      value={value}
      onChange={onChange}
      {...(first && { 'data-autofocus': '' })}
      {...(hint !== undefined && { hint })}
      {...(error !== null && { error })}
    />
  );
}
