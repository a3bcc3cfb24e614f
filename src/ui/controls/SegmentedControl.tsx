import { useId } from 'react';
import './choices.css';

interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the group. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** Selects one of a few visible options. Native radios: arrow keys move, Tab enters once. */
export function SegmentedControl<Value extends string>({ label, value, options, onChange }: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div className="uk-segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  );
}
