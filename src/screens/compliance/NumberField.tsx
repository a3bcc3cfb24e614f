import { TextField } from '../../ui/fields/TextField.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Text field for a number: a browser's number input hides text that it cannot parse. */
export function NumberField({ label, value, error, onChange }: NumberFieldProps) {
  return <TextField label={label} value={value} error={error} onChange={onChange} required inputMode="decimal" autoComplete="off" />;
}
