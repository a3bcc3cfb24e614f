import { type FreshnessState, isLost } from '../../domain/freshness.ts';
import type { GlyphShape } from '../glyphs/Glyph.tsx';
import type { Tone } from '../theme/names.ts';

/** What a badge can say. The word is the caller's; shape and colour follow from this. */
export const statuses = ['ok', 'warn', 'bad', 'info', 'processing', 'idle', 'pending', 'disputed', 'unknown', 'halted'] as const;
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
  halted: 'idle',
};

/** The tone in which a status is drawn. */
export const toneOf = (status: Status): Tone => tones[status];

/** The glyph of a status. */
export const shapeOf = (status: Status): GlyphShape => status;

/** A state as its badge shows it. */
export interface ShownState {
  readonly status: Status;
  readonly word: string;
  /** No longer known. */
  readonly was: boolean;
}

/**
 * What may be said of a state at its age: the state, what it was once nobody knows any more, and that its work is halted, whatever it was (D-23): a verdict over work
 * that stands still would say that it goes on. `was`: the words for the past, 'Was healthy' where they follow from the word.
 */
export function stateAt(freshness: FreshnessState, status: Status, word: string, was = `Was ${word.toLowerCase()}`): ShownState {
  if (freshness.kind === 'halted') return { status: 'halted', word: 'Halted', was: false };
  return isLost(freshness) ? { status, word: was, was: true } : { status, word, was: false };
}
