import { type Ref, type TextareaHTMLAttributes, useId, useState } from 'react';
import { plural } from '../../domain/format.ts';
import { ruleMet } from '../../domain/claims/told.ts';
import { Glyph } from '../glyphs/Glyph.tsx';
import { KeptLine, type KeptText } from './KeptLine.tsx';
import './fields.css';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'id'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** Replaces the hint, with its glyph; the field is then invalid. */
  readonly error?: string;
  readonly success?: string;
  /** Maximum number of characters; the count is shown below, and announced only when few are left. */
  readonly limit: number;
  /** Shown at the label: the text was typed before and kept on this device. */
  readonly kept?: KeptText | null;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** The count is announced from this number of remaining characters on. */
const fewLeft = 40;

/** False for paste and drop: the browser silently cuts their text to the limit, so the user would take it for complete. */
const comesWhole = (event: Event): boolean => !(event instanceof InputEvent) || !/^insertFrom(Paste|Drop)/.test(event.inputType);

/** A multi-line text field with a character count. */
export function TextArea({
  label,
  value,
  onChange,
  hint,
  error,
  success,
  limit,
  required = false,
  rows = 3,
  kept = null,
  ref,
  ...rest
}: TextAreaProps) {
  const id = useId();
  /** Number of characters cut off the last paste. */
  const [cut, setCut] = useState(0);
  const left = limit - value.length;
  const take = (area: HTMLTextAreaElement, text: string): void =>
    setCut(Math.max(0, text.replaceAll('\r\n', '\n').length - left - (area.selectionEnd - area.selectionStart)));
  const told = error ?? (cut > 0 ? `Only the beginning fits: ${plural(cut, 'character')} left out.` : undefined);
  const words = told ?? success ?? hint;
  const state = told !== undefined ? 'error' : success !== undefined ? 'success' : undefined;
  return (
    <div className="uk-field">
      <label htmlFor={id}>
        {label}
        {required && <i aria-hidden="true">*</i>}
      </label>
      {kept !== null && <KeptLine kept={kept} id={`${id}-kept`} />}
      <div className="uk-input" data-lines="" data-state={state}>
        <textarea
          autoComplete="off"
          {...rest}
          ref={ref}
          id={id}
          rows={rows}
          value={value}
          maxLength={limit}
          required={required}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={kept === null ? `${id}-hint` : `${id}-hint ${id}-kept`}
          onPaste={(event) => take(event.currentTarget, event.clipboardData.getData('text/plain'))}
          onDrop={(event) => take(event.currentTarget, event.dataTransfer.getData('text/plain'))}
          onChange={(event) => {
            if (comesWhole(event.nativeEvent)) setCut(0);
            onChange(event.target.value);
          }}
        />
      </div>
      <div className="uk-hint uk-hint-count" id={`${id}-hint`}>
        <span data-tone={state === 'error' ? 'bad' : state === 'success' ? 'ok' : undefined} role={state === 'error' ? 'alert' : undefined}>
          {state !== undefined && <Glyph shape={state === 'error' ? 'bad' : ruleMet(id, true)} size={12} />}
          {words}
        </span>
        <span className="uk-num" aria-live={left <= fewLeft ? 'polite' : 'off'}>
          {value.length} / {limit}
        </span>
      </div>
    </div>
  );
}
