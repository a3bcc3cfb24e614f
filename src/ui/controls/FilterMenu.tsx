import { ChevronDown, type LucideIcon } from 'lucide-react';
import { MenuButton } from './Menu.tsx';

interface FilterMenuProps<Value extends string> {
  /** What the menu selects; its accessible name. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly onChange: (value: Value) => void;
  readonly icon?: LucideIcon;
}

/** Selects one of several options; the button shows the choice ('All statuses'). */
export function FilterMenu<Value extends string>({ label, value, options, onChange, icon: Icon }: FilterMenuProps<Value>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <MenuButton
      label={label}
      items={options.map((option) => ({
        id: option.value,
        label: option.label,
        checked: option.value === value,
        ...(option.hint === undefined ? {} : { hint: option.hint }),
      }))}
      onSelect={(id) => {
        const next = options.find((option) => option.value === id);
        if (next !== undefined) onChange(next.value);
      }}
      trigger={
        <>
          {Icon !== undefined && <Icon size={14} strokeWidth={1.75} aria-hidden="true" />}
          <span className="uk-sr">{label}: </span>
          <span className="uk-choice">{chosen?.label ?? label}</span>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </>
      }
    />
  );
}

interface FilterProps<Value extends string> extends Omit<FilterMenuProps<Value>, 'value' | 'onChange'> {
  /** Choice of no filter: 'All statuses'. */
  readonly all: string;
  /** Null: no filter. */
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
}

/**
 * Narrows a list by one of these values, or by none. A value from the address that no row has stays listed as it is written: it narrows
 * the list, and must be seen and can be removed.
 */
export function Filter<Value extends string>({ all, value, options, onChange, ...menu }: FilterProps<Value>) {
  const listed = value === null || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
  return (
    <FilterMenu<Value | ''>
      {...menu}
      value={value ?? ''}
      options={[{ value: '', label: all }, ...listed]}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}
