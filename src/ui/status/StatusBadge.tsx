import type { ReactNode } from 'react';
import { Glyph } from '../glyphs/Glyph.tsx';
import { type Status, toneOf } from './statuses.ts';
import './status.css';

/** Only what needs a hand is filled; good states stay quiet (LOOK, Idea). */
const filledByNature: ReadonlySet<Status> = new Set(['warn', 'bad', 'disputed']);

interface StatusBadgeProps {
  readonly status: Status;
  /** The word, always shown: colour never stands alone. */
  readonly children: ReactNode;
  /** No longer known: the state before is named ('Was healthy'), its colour and fill are gone. */
  readonly was?: boolean;
  readonly filled?: boolean;
  readonly size?: 'md' | 'lg';
}

/** Status as shape, word and colour. */
export function StatusBadge({ status, children, was = false, filled, size = 'md' }: StatusBadgeProps) {
  const shown = was ? 'unknown' : status;
  const fill = !was && (filled ?? filledByNature.has(status));
  return (
    <span className="uk-badge" data-tone={toneOf(shown)} data-size={size} data-filled={fill ? '' : undefined}>
      <Glyph shape={shown} size={size === 'lg' ? 18 : 14} />
      <span>{children}</span>
    </span>
  );
}
