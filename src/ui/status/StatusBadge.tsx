import type { ReactNode } from 'react';
import type { Claim } from '../../domain/claims/claim.ts';
import { Glyph } from '../glyphs/Glyph.tsx';
import { claimMarks } from './claimMarks.ts';
import { type Mark, type Status, toneOf } from './statuses.ts';
import './status.css';

/** Only states that need attention are filled; good states stay muted (LOOK, Idea). */
const filledByNature: ReadonlySet<Status | Claim['look']> = new Set(['warn', 'bad', 'disputed']);
const natureFills = (mark: Mark): boolean => filledByNature.has(typeof mark === 'string' ? mark : mark.look);

interface StatusBadgeProps {
  /** Success only as a claim (D-69). */
  readonly status: Mark;
  /** The word, always shown: colour is never the only sign. */
  readonly children: ReactNode;
  /** The state is no longer known: the last one is named ('Was healthy'), without colour or fill. */
  readonly was?: boolean;
  readonly filled?: boolean;
  readonly size?: 'md' | 'lg';
}

/** Status as shape, word and colour. */
export function StatusBadge({ status, children, was = false, filled, size = 'md' }: StatusBadgeProps) {
  const claim = typeof status === 'string' ? null : status;
  const shown = was ? 'unknown' : status;
  const fill = !was && (filled ?? natureFills(status));
  return (
    <span
      className="uk-badge"
      title={claim?.why ?? undefined}
      {...(claim !== null && !was && claimMarks(claim))}
      data-tone={toneOf(shown)}
      data-size={size}
      data-filled={fill ? '' : undefined}
    >
      <Glyph shape={shown} size={size === 'lg' ? 18 : 14} />
      <span>{children}</span>
    </span>
  );
}
