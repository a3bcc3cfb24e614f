import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import './button.css';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** Small red count at the corner; the label must contain it too. */
  readonly count?: number;
  /** There may be more than the count. */
  readonly orMore?: boolean;
  readonly size?: 'sm' | 'md';
  readonly framed?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with only an icon: 32 px, 44 px on touch screens. */
export function IconButton({
  label,
  icon: Icon,
  count,
  orMore = false,
  size = 'md',
  framed = false,
  className,
  ref,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      aria-label={label}
      title={label}
      className={`uk-icon-btn${className === undefined ? '' : ` ${className}`}`}
      data-size={size}
      data-framed={framed ? '' : undefined}
    >
      <Icon size={size === 'sm' ? 16 : 18} strokeWidth={1.75} aria-hidden="true" />
      {count !== undefined && count > 0 && <b aria-hidden="true">{count > 99 ? '99+' : `${count}${orMore ? '+' : ''}`}</b>}
    </button>
  );
}
