import type { ReactNode } from 'react';
import './panel.css';

/** Variants: plain content; above the page; clickable as a whole; emphasised. */
export const cardVariants = ['default', 'elevated', 'interactive', 'gradient'] as const;
export type CardVariant = (typeof cardVariants)[number];

interface CardProps {
  readonly children: ReactNode;
  readonly as?: 'section' | 'div' | 'article' | 'form';
  /** `interactive` contains one link or button of class `uk-card-way`, whose target is the whole card. */
  readonly variant?: CardVariant;
  /** A limit is exceeded: the border becomes 2 px in `bad`. */
  readonly breach?: boolean;
  readonly className?: string;
  readonly labelledBy?: string;
  readonly busy?: boolean;
  /** Time of the last confirmation of its content, epoch milliseconds on the platform's clock; absent while live (`claimMarks`). */
  readonly at?: number | undefined;
}

/** A surface with a hairline border; no shadow unless elevated (LOOK, Shadows). */
export function Card({
  children,
  as: Element = 'section',
  variant = 'default',
  breach = false,
  className,
  labelledBy,
  busy,
  at,
}: CardProps) {
  return (
    <Element
      className={`uk-card${className === undefined ? '' : ` ${className}`}`}
      data-variant={variant === 'default' ? undefined : variant}
      data-breach={breach ? '' : undefined}
      data-at={at}
      aria-labelledby={labelledBy}
      aria-busy={busy === true ? true : undefined}
    >
      {children}
    </Element>
  );
}
