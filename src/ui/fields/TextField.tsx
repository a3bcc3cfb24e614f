import { Eye, EyeOff, type LucideIcon } from 'lucide-react';
import { type InputHTMLAttributes, type Ref, useId, useState } from 'react';
import { ruleMet } from '../../domain/claims/told.ts';
import { Glyph } from '../glyphs/Glyph.tsx';
import './fields.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** Replaces the hint, with its glyph; the field is then invalid. */
  readonly error?: string;
  readonly success?: string;
  readonly icon?: LucideIcon;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled single-line field. A password can be shown and hidden. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  error,
  success,
  icon: Icon,
  type = 'text',
  required = false,
  // Off by default: browsers store form entries unencrypted, outside our rows (G-4).
  autoComplete = 'off',
  ref,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const state = error !== undefined ? 'error' : success !== undefined ? 'success' : undefined;
  const words = error ?? success ?? hint;
  return (
    <div className="uk-field">
      <label htmlFor={id}>
        {label}
        {required && <i aria-hidden="true">*</i>}
      </label>
      <div className="uk-input" data-state={state}>
        {Icon !== undefined && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
        <input
          {...rest}
          ref={ref}
          id={id}
          type={type === 'password' && shown ? 'text' : type}
          autoComplete={autoComplete}
          value={value}
          required={required}
          aria-invalid={error !== undefined ? true : undefined}
          aria-describedby={words === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
        />
        {type === 'password' && (
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={16} strokeWidth={1.75} aria-hidden="true" /> : <Eye size={16} strokeWidth={1.75} aria-hidden="true" />}
          </button>
        )}
      </div>
      {words !== undefined && (
        <p
          className="uk-hint"
          id={`${id}-hint`}
          data-tone={state === 'error' ? 'bad' : state === 'success' ? 'ok' : undefined}
          role={state === 'error' ? 'alert' : undefined}
        >
          {state !== undefined && <Glyph shape={state === 'error' ? 'bad' : ruleMet(id, true)} size={12} />}
          {words}
        </p>
      )}
    </div>
  );
}
