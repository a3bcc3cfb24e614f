import { alternativesTo } from '../../domain/overrides.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';

interface ValueFieldProps {
  readonly agentName: string;
  readonly prediction: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string;
}

/** What stands in place of the prediction: one of the agent's own words, or a person's where nobody knows them. */
export function ValueField({ agentName, prediction, value, onChange, error }: ValueFieldProps) {
  const options = alternativesTo(agentName, prediction);
  if (options.length === 0)
    return (
      <TextField
        label="Instead of the prediction"
        value={value}
        onChange={onChange}
        maxLength={80}
        {...(error !== undefined && { error })}
      />
    );
  const known = options.includes(value) || value === '' ? options : [...options, value];
  return (
    <SelectField
      label="Instead of the prediction"
      value={value === '' ? (known[0] ?? '') : value}
      options={known.map((option) => ({ value: option, label: option }))}
      onChange={onChange}
    />
  );
}
