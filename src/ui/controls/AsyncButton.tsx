import { Check, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { announce } from '../feedback/LiveRegion.tsx';
import { Button, type ButtonProps } from './Button.tsx';
import { type Outcome, useAsyncAct } from './useAsyncAct.ts';
import './asyncButton.css';

export interface AsyncButtonProps extends Omit<ButtonProps, 'onClick' | 'busy' | 'busyText' | 'done' | 'children'> {
  /** What it does; `ok` of the answer decides what is said. */
  readonly act: () => Promise<Outcome>;
  /** In the order of its life: 'Save', 'Saving...', 'Saved', 'Not saved'. The widest sets its width, so nothing beside it moves. */
  readonly words: { readonly idle: string; readonly loading: string; readonly success: string; readonly error: string };
  /** Read out instead of the words on the button when it ends, where these say too little by themselves. */
  readonly told?: { readonly success?: string; readonly error?: string };
}

/** A button that shows how its act went (I-19): at work, a tick or a warning for two seconds, then itself again. Clicks are ignored meanwhile; the focus stays. */
export function AsyncButton({ act, words, told, disabled = false, icon, ...rest }: AsyncButtonProps) {
  const { phase, press } = useAsyncAct(act);
  const said = phase === 'success' || phase === 'error' ? (told?.[phase] ?? words[phase]) : null;
  useEffect(() => {
    if (said !== null) announce(said);
  }, [said]);
  const barred = disabled || rest.disabledReason !== undefined;
  const icons = { idle: icon, loading: LoaderCircle, success: Check, error: TriangleAlert };
  return (
    <Button
      {...rest}
      disabled={disabled}
      busy={phase === 'loading'}
      done={phase === 'success'}
      data-failed={phase === 'error' ? '' : undefined}
      onClick={() => press(barred)}
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
