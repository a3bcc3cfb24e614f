import { TextField } from '../../ui/fields/TextField.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A field for a number, as text: a number input of the browser's own hides what it cannot read. */
export function NumberField({ label, value, error, onChange }: NumberFieldProps) {
  return <TextField label={label} value={value} error={error} onChange={onChange} required inputMode="decimal" autoComplete="off" />;
}
