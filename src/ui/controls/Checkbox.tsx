import './choices.css';

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  /** Some, but not all, of its items are checked. */
  readonly mixed?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly showLabel?: boolean;
  readonly disabled?: boolean;
}

/** A native checkbox in the console's style. */
export function Checkbox({ label, checked, mixed = false, onChange, showLabel = false, disabled = false }: CheckboxProps) {
  return (
    <label className="uk-check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-label={showLabel ? undefined : label}
        ref={(input) => {
          if (input !== null) input.indeterminate = mixed && !checked;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      {showLabel && <span>{label}</span>}
    </label>
  );
}
