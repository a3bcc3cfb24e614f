import type { ReactNode } from 'react';
import type { Claim } from '../../domain/claims/claim.ts';

/** The status glyphs of LOOK: distinguishable by shape alone, at 14 px, without colour. `was` states use `unknown`. */
export const glyphShapes = [
  'ok',
  'warn',
  'bad',
  'info',
  'processing',
  'idle',
  'pending',
  'disputed',
  'unknown',
  'halted',
  'live',
  'hourglass',
  'offline',
] as const;
export type GlyphShape = (typeof glyphShapes)[number];

/** Shapes that may be drawn without a claim: all but those of success (D-69). */
export type PlainShape = Exclude<GlyphShape, 'ok' | 'live'>;

const ring = <circle cx="7" cy="7" r="5.7" fill="none" stroke="currentColor" strokeWidth="1.6" />;
const knock = { stroke: 'var(--ko)', strokeLinecap: 'round', strokeLinejoin: 'round', fill: 'none' } as const;
const line = { stroke: 'currentColor', strokeWidth: '1.5', strokeLinecap: 'round', strokeLinejoin: 'round', fill: 'none' } as const;

const drawings: Readonly<Record<GlyphShape, ReactNode>> = {
  ok: (
    <>
      <circle cx="7" cy="7" r="6.5" fill="currentColor" />
      <path d="M4 7.2l2.1 2.1L10.1 5" {...knock} strokeWidth="1.6" />
    </>
  ),
  warn: (
    <>
      <path d="M7 .9c.4 0 .8.2 1 .6l5.5 9.7c.4.8-.1 1.8-1 1.8h-11c-.9 0-1.4-1-1-1.8L6 1.5c.2-.4.6-.6 1-.6z" fill="currentColor" />
      <path d="M7 4.8v3.4" {...knock} strokeWidth="1.5" />
      <circle cx="7" cy="10.5" r=".95" fill="var(--ko)" />
    </>
  ),
  bad: (
    <>
      <path d="M4.3.5h5.4l3.8 3.8v5.4l-3.8 3.8H4.3L.5 9.7V4.3z" fill="currentColor" />
      <path d="M4.9 4.9l4.2 4.2M9.1 4.9L4.9 9.1" {...knock} strokeWidth="1.6" />
    </>
  ),
  info: (
    <>
      <rect x=".7" y=".7" width="12.6" height="12.6" rx="3" fill="currentColor" />
      <path d="M7 6.4v3.9" {...knock} strokeWidth="1.6" />
      <circle cx="7" cy="3.9" r="1" fill="var(--ko)" />
    </>
  ),
  processing: (
    <>
      {ring}
      <path d="M7 3.2a3.8 3.8 0 0 1 0 7.6z" fill="currentColor" />
    </>
  ),
  idle: ring,
  pending: (
    <>
      {ring}
      <path d="M7 3.9v3.3l2.1 1.3" {...line} />
    </>
  ),
  disputed: (
    <>
      <rect x="2.3" y="2.3" width="9.4" height="9.4" rx="1" transform="rotate(45 7 7)" fill="currentColor" />
      <path d="M7 4.3v3.3" {...knock} strokeWidth="1.5" />
      <circle cx="7" cy="9.6" r=".9" fill="var(--ko)" />
    </>
  ),
  unknown: (
    <>
      <circle cx="7" cy="7" r="5.7" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.4 2.08" />
      <circle cx="7" cy="7" r="1.2" fill="currentColor" />
    </>
  ),
  halted: <path d="M4.3.8h5.4l3.5 3.5v5.4l-3.5 3.5H4.3L.8 9.7V4.3zM5.5 4.9v4.2M8.5 4.9v4.2" {...line} />,
  live: (
    <>
      <circle cx="7" cy="7" r="3" fill="currentColor" />
      <circle cx="7" cy="7" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.2" opacity=".45" />
    </>
  ),
  hourglass: (
    <path
      d="M3 1h8M3 13h8M4 1v2.2c0 1 .5 1.7 1.3 2.3L7 7l1.7-1.5C9.5 4.9 10 4.2 10 3.2V1M4 13v-2.2c0-1 .5-1.7 1.3-2.3L7 7l1.7 1.5c.8.6 1.3 1.3 1.3 2.3V13"
      {...line}
    />
  ),
  offline: (
    <>
      <path d="M7 .9l6.1 6.1L7 13.1.9 7z" {...line} />
      <path d="M4.9 7h4.2" {...line} strokeWidth="1.6" />
    </>
  ),
};

/** A status glyph in the current text colour. Decorative: the word beside it carries the meaning for screen readers. */
export function Glyph({
  shape,
  size = 14,
  className,
}: {
  readonly shape: PlainShape | Claim;
  readonly size?: number;
  readonly className?: string;
}) {
  const drawn: GlyphShape = typeof shape === 'string' ? shape : shape.look;
  return (
    <svg width={size} height={size} viewBox="0 0 14 14" aria-hidden="true" focusable="false" data-glyph={drawn} className={className}>
      {drawings[drawn]}
    </svg>
  );
}
