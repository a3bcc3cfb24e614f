import type { Claim } from '../../domain/claims/claim.ts';
import type { PlainShape } from '../glyphs/Glyph.tsx';
import type { Tone } from '../theme/names.ts';

/** What a badge can say. The word is the caller's; shape and colour follow from this. */
export const statuses = ['ok', 'warn', 'bad', 'info', 'processing', 'idle', 'pending', 'disputed', 'unknown', 'halted'] as const;
export type Status = (typeof statuses)[number];
/** A status that claims no success: it may be drawn by its name. */
export type PlainStatus = Exclude<Status, 'ok'>;
/** What a line, a badge or a box is marked with: success only by a claim (D-69). */
export type Mark = PlainStatus | Claim;

const tones: Readonly<Record<Claim['look'], Tone>> = {
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
  info: 'info',
  processing: 'info',
  idle: 'idle',
  pending: 'idle',
  disputed: 'warn',
  unknown: 'idle',
  halted: 'idle',
  live: 'ok',
  hourglass: 'warn',
  offline: 'warn',
};

/** The tone in which a mark is drawn. */
export const toneOf = (mark: Mark): Tone => tones[typeof mark === 'string' ? mark : mark.look];

/** The glyph of a mark. */
export const shapeOf = (mark: Mark): PlainShape | Claim => mark;

/** Whether a mark says that it is well. */
export const isGood = (mark: Mark): boolean => typeof mark !== 'string' && mark.answer === 'yes';
