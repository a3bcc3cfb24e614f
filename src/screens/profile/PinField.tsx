import { TextField } from '../../ui/fields/TextField.tsx';

interface PinFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (pin: string) => void;
  /** The secret is known to consist of digits: a phone shows its number pad. */
  readonly digits?: boolean | undefined;
  readonly error?: string | undefined;
  readonly ref?: (element: HTMLElement | null) => void;
  readonly first?: boolean;
}

/** A PIN or password of the lock, hidden until revealed. */
export function PinField({ label, value, onChange, digits = false, error, ref, first = false }: PinFieldProps) {
  return (
    <TextField
      label={label}
      type="password"
      inputMode={digits ? 'numeric' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={onChange}
      {...(first && { 'data-autofocus': '' })}
      {...(ref !== undefined && { ref })}
      {...(error !== undefined && { error })}
    />
  );
}
