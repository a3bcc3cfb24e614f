import type { ReactNode } from 'react';
import { Glyph, type GlyphShape } from '../glyphs/Glyph.tsx';
import type { Tone } from '../theme/names.ts';
import './status.css';

/** What a badge can say. The word is the caller's; shape and colour follow from this. */
export const statuses = ['ok', 'warn', 'bad', 'info', 'processing', 'idle', 'pending', 'disputed', 'unknown'] as const;
export type Status = (typeof statuses)[number];

const tones: Readonly<Record<Status, Tone>> = {
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
  info: 'info',
  processing: 'info',
  idle: 'idle',
  pending: 'idle',
  disputed: 'warn',
  unknown: 'idle',
};

/** The tone in which a status is drawn. */
export const toneOf = (status: Status): Tone => tones[status];

/** Only what needs a hand is filled; good states stay quiet (LOOK, Idea). */
const filledByNature: ReadonlySet<Status> = new Set(['warn', 'bad', 'disputed']);

/** The glyph of a status. */
export const shapeOf = (status: Status): GlyphShape => status;

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
    <span className="uk-badge" data-tone={tones[shown]} data-size={size} data-filled={fill ? '' : undefined}>
      <Glyph shape={shown} size={size === 'lg' ? 18 : 14} />
      <span>{children}</span>
    </span>
  );
}
