import type { ReactNode } from 'react';
import './panel.css';

interface CardProps {
  readonly children: ReactNode;
  readonly as?: 'section' | 'div' | 'article' | 'form';
  /** A limit is crossed here: the edge turns to 2 px in `bad`. */
  readonly breach?: boolean;
  readonly className?: string;
  readonly labelledBy?: string;
  readonly busy?: boolean;
}

/** A surface with a hairline; no shadow (LOOK, Shadows). */
export function Card({ children, as: Element = 'section', breach = false, className, labelledBy, busy }: CardProps) {
  return (
    <Element
      className={`uk-card${className === undefined ? '' : ` ${className}`}`}
      data-breach={breach ? '' : undefined}
      aria-labelledby={labelledBy}
      aria-busy={busy === true ? true : undefined}
    >
      {children}
    </Element>
  );
}
