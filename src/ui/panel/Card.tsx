import type { ReactNode } from 'react';
import './panel.css';

/** What a card is: a place for content; one above the page; one that is pressed as a whole; one that says something first. */
export const cardVariants = ['default', 'elevated', 'interactive', 'gradient'] as const;
export type CardVariant = (typeof cardVariants)[number];

interface CardProps {
  readonly children: ReactNode;
  readonly as?: 'section' | 'div' | 'article' | 'form';
  /** `interactive` holds one link or button of class `uk-card-way`, whose target is the whole card. */
  readonly variant?: CardVariant;
  /** A limit is crossed here: the edge turns to 2 px in `bad`. */
  readonly breach?: boolean;
  readonly className?: string;
  readonly labelledBy?: string;
  readonly busy?: boolean;
  /** Up to when what stands in it is known, epoch milliseconds on the platform's clock; absent while it is live (`claimMarks`). */
  readonly at?: number | undefined;
}

/** A surface with a hairline; no shadow unless it is elevated (LOOK, Shadows). */
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
