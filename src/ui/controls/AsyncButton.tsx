import { Check, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { announce } from '../feedback/LiveRegion.tsx';
import { Button, type ButtonProps } from './Button.tsx';
import { type Outcome, useAsyncAct } from './useAsyncAct.ts';
import './asyncButton.css';

export interface AsyncButtonProps extends Omit<ButtonProps, 'onClick' | 'busy' | 'busyText' | 'done' | 'children'> {
  /** The action; `ok` of its result selects the text. */
  readonly act: () => Promise<Outcome>;
  /** Texts by phase: 'Save', 'Saving...', 'Saved', 'Not saved'. The widest sets the button's width, so that nothing beside it moves. */
  readonly words: { readonly idle: string; readonly loading: string; readonly success: string; readonly error: string };
  /** Announced at the end instead of the button's text, where that says too little alone. */
  readonly told?: { readonly success?: string; readonly error?: string };
}

/**
 * A button that shows the progress and result of its action (I-19): busy, then a tick or warning for two seconds, then idle. Ignores
 * clicks meanwhile and keeps the focus.
 */
export function AsyncButton({ act, words, told, disabled = false, icon, ...rest }: AsyncButtonProps) {
  const { phase, press } = useAsyncAct(act);
  const said = phase === 'success' || phase === 'error' ? (told?.[phase] ?? words[phase]) : null;
  useEffect(() => {
    if (said !== null) announce(said);
  }, [said]);
  const isDisabled = disabled || rest.disabledReason !== undefined;
  const icons = { idle: icon, loading: LoaderCircle, success: Check, error: TriangleAlert };
  return (
    <Button
      {...rest}
      disabled={disabled}
      busy={phase === 'loading'}
      done={phase === 'success'}
      data-failed={phase === 'error' ? '' : undefined}
      onClick={() => press(isDisabled)}
    >
      <span className="uk-turns">
        {(['idle', 'loading', 'success', 'error'] as const).map((each) => {
          const Icon = icons[each];
          return (
            <span key={each} aria-hidden={each === phase ? undefined : true}>
              {Icon !== undefined && <Icon size={14} strokeWidth={1.75} aria-hidden="true" />}
              {words[each]}
            </span>
          );
        })}
      </span>
    </Button>
  );
}
