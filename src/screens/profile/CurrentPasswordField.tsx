import { longestPassword } from '../../domain/accounts/password.ts';
import { TextField } from '../../ui/fields/TextField.tsx';

interface CurrentPasswordFieldProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly ref?: (element: HTMLElement | null) => void;
  readonly error?: string;
  readonly hint?: string;
  /** True if it gets the focus when the dialog opens. */
  readonly first?: boolean;
}

/** Asks for the current password before a change to the sign-in credentials. */
export function CurrentPasswordField({ hint, first = false, ...field }: CurrentPasswordFieldProps) {
  return (
    <TextField
      label="Current password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={longestPassword}
      {...field}
      {...(first && { 'data-autofocus': '' })}
      {...(hint !== undefined && { hint })}
    />
  );
}
