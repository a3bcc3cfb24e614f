import { useId } from 'react';
import './fields.css';

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly hint?: string;
}

/** A select in a form. Native, because phones and screen readers support it, and invalid values are impossible. */
export function SelectField<Value extends string>({ label, value, options, onChange, hint }: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className="uk-field">
      <label htmlFor={id}>{label}</label>
      <div className="uk-input">
        <select
          id={id}
          value={value}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {hint !== undefined && (
        <p className="uk-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
