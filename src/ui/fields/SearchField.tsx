import { Search, X } from 'lucide-react';
import { type Ref, useRef } from 'react';
import './fields.css';

interface SearchFieldProps {
  /** Accessible name. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** Shortcut shown at the right end while empty. */
  readonly shortcut?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Filters the list below. Escape clears it. */
export function SearchField({ label, value, onChange, placeholder, shortcut, ref }: SearchFieldProps) {
  const own = useRef<HTMLInputElement | null>(null);
  return (
    <div className="uk-input uk-search" role="search">
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <input
        ref={(input) => {
          own.current = input;
          if (typeof ref === 'function') ref(input);
          else if (ref !== null && ref !== undefined) ref.current = input;
        }}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.stopPropagation();
          onChange('');
        }}
      />
      {value === '' && shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onChange('');
            own.current?.focus();
          }}
        >
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
