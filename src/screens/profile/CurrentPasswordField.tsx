import { longestPassword } from '../../domain/password.ts';
import { TextField } from '../../ui/fields/TextField.tsx';

interface CurrentPasswordFieldProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** What is wrong with it, in words; null where nothing is. */
  readonly error: string | null;
  readonly hint?: string;
  /** Whether the dialog opens in it. */
  readonly first?: boolean;
}

/** The password once more, where what is about to change decides who gets in. */
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
