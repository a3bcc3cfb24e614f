import { alternativesTo } from '../../domain/operations/overrides.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';

interface ValueFieldProps {
  readonly agentName: string;
  readonly prediction: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: (element: HTMLElement | null) => void;
}

/** The value that replaces the prediction: one of the agent's known values, or free text if none are known. */
export function ValueField({ agentName, prediction, value, onChange, ref }: ValueFieldProps) {
  const options = alternativesTo(agentName, prediction);
  if (options.length === 0)
    return <TextField label="Override value" value={value} onChange={onChange} maxLength={80} {...(ref !== undefined && { ref })} />;
  const known = options.includes(value) || value === '' ? options : [...options, value];
  return (
    <SelectField
      label="Override value"
      value={value === '' ? (known[0] ?? '') : value}
      options={known.map((option) => ({ value: option, label: option }))}
      onChange={onChange}
    />
  );
}
