import { Check, LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ButtonHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import './controls.css';

export type ButtonKind = 'secondary' | 'primary' | 'ghost' | 'danger' | 'success' | 'dangerText';
/** 28, 32, 40 and 44 px high, for fingers 36, 44, 48 and 52. `touch` stays 44: the one size that a way in has everywhere. */
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl' | 'touch';

export interface ButtonLook {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: LucideIcon;
  readonly iconEnd?: LucideIcon;
  readonly full?: boolean;
}

export interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Works on it: clicks are ignored meanwhile (I-19); focus stays. */
  readonly busy?: boolean;
  /** Said instead of the label while busy: 'Saving...'. */
  readonly busyText?: string;
  /** It has worked: a tick, in `ok`, until the caller takes it back (I-19: 2 s). */
  readonly done?: boolean;
  readonly disabled?: boolean;
  /** Why it cannot be used: shown on hover and focus, read out; the button stays reachable (D-6). */
  readonly disabledReason?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** The drawn attributes of a button, shared with links that look like one. */
export function buttonLook({ kind = 'secondary', size = 'md', full = false }: ButtonLook, className?: string) {
  return {
    className: `uk-btn${className === undefined ? '' : ` ${className}`}`,
    'data-kind': kind,
    'data-size': size,
    'data-full': full ? '' : undefined,
  };
}

/** Icon, words, icon. */
export function buttonContent(children: ReactNode, Icon?: LucideIcon, IconEnd?: LucideIcon) {
  return (
    <>
      {Icon !== undefined && <Icon size={14} strokeWidth={1.75} aria-hidden="true" />}
      {children}
      {IconEnd !== undefined && <IconEnd size={14} strokeWidth={1.75} aria-hidden="true" />}
    </>
  );
}

/** A button. It names the act ('Promote 2 items'). */
export function Button({
  kind,
  size,
  icon,
  iconEnd,
  full,
  busy = false,
  busyText,
  done = false,
  disabled = false,
  disabledReason,
  className,
  children,
  onClick,
  type = 'button',
  ref,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const barred = disabledReason !== undefined;
  const shownIcon = busy ? LoaderCircle : done ? Check : icon;
  const button = (
    <button
      {...rest}
      {...buttonLook(
        { ...(kind === undefined ? {} : { kind }), ...(size === undefined ? {} : { size }), ...(full === undefined ? {} : { full }) },
        className,
      )}
      ref={ref}
      type={type}
      disabled={disabled}
      aria-disabled={barred || busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      aria-describedby={barred ? reasonId : rest['aria-describedby']}
      data-done={done ? '' : undefined}
      onClick={(event) => {
        // aria-disabled keeps the focus where it is, so the click must be stopped by hand; a submit too.
        if (busy || barred) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {buttonContent(busy && busyText !== undefined ? busyText : children, shownIcon, busy ? undefined : iconEnd)}
    </button>
  );
  if (!barred) return button;
  return (
    <span className="uk-reason">
      {button}
      <span className="uk-tip" role="tooltip" id={reasonId}>
        {disabledReason}
      </span>
    </span>
  );
}
