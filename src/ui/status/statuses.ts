import type { GlyphShape } from '../glyphs/Glyph.tsx';
import type { Tone } from '../theme/names.ts';

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

/** The glyph of a status. */
export const shapeOf = (status: Status): GlyphShape => status;
