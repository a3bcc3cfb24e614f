import { pinLength } from '../../domain/lock/pin.ts';
import { TextField } from '../../ui/fields/TextField.tsx';

interface PinFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (pin: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly first?: boolean;
}

/** Digits only, hidden until somebody looks; a phone shows its number pad. */
export function PinField({ label, value, onChange, error, hint, first = false }: PinFieldProps) {
  return (
    <TextField
      label={label}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={pinLength.most}
      value={value}
      onChange={(typed) => onChange(typed.replaceAll(/\D/g, ''))}
      {...(first && { 'data-autofocus': '' })}
      {...(hint !== undefined && { hint })}
      {...(error !== undefined && { error })}
    />
  );
}
