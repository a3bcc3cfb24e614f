import { Check, LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ButtonHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import './button.css';

/** Weight and tone of a button. */
export type ButtonKind = 'secondary' | 'primary' | 'ghost' | 'danger' | 'success' | 'dangerText';
/** 28, 32, 40 and 44 px high; on touch screens 36, 44, 48 and 52. `touch` is always 44: the size of the sign-in pages' buttons. */
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl' | 'touch';

/** How a button, or a link that looks like one, is drawn. Default: `secondary`, `md`, as wide as its content. */
export interface ButtonLook {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: LucideIcon;
  readonly iconEnd?: LucideIcon;
  readonly full?: boolean;
}

/** Attributes of the button element, and the states of its action. */
export interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Action in progress: clicks are ignored (I-19) and the focus stays. */
  readonly busy?: boolean;
  /** Shown instead of the label while busy: 'Saving...'. */
  readonly busyText?: string;
  /** Succeeded: a tick in `ok` until the caller resets it (I-19: 2 s). */
  readonly done?: boolean;
  readonly disabled?: boolean;
  /** Why it cannot be used: shown on hover and focus and announced; the button stays focusable (D-6). */
  readonly disabledReason?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Attributes for a button's look, shared with links that look like one. */
export function buttonLook({ kind = 'secondary', size = 'md', full = false }: ButtonLook, className?: string) {
  return {
    className: `uk-btn${className === undefined ? '' : ` ${className}`}`,
    'data-kind': kind,
    'data-size': size,
    'data-full': full ? '' : undefined,
  };
}

/** Icon, text, icon. */
export function buttonContent(children: ReactNode, Icon?: LucideIcon, IconEnd?: LucideIcon) {
  return (
    <>
      {Icon !== undefined && <Icon size={14} strokeWidth={1.75} aria-hidden="true" />}
      {children}
      {IconEnd !== undefined && <IconEnd size={14} strokeWidth={1.75} aria-hidden="true" />}
    </>
  );
}

/** A button. Its label names the action ('Promote 2 items'). */
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
  const isDisabled = disabledReason !== undefined;
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
      aria-disabled={isDisabled || busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      aria-describedby={isDisabled ? reasonId : rest['aria-describedby']}
      data-done={done ? '' : undefined}
      onClick={(event) => {
        // aria-disabled keeps the focus but does not block clicks or submits.
        if (busy || isDisabled) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {buttonContent(busy && busyText !== undefined ? busyText : children, shownIcon, busy ? undefined : iconEnd)}
    </button>
  );
  if (!isDisabled) return button;
  return (
    <span className="uk-reason">
      {button}
      <span className="uk-tip" role="tooltip" id={reasonId}>
        {disabledReason}
      </span>
    </span>
  );
}
