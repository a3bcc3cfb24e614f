import type { Claim } from '../../domain/claims/claim.ts';
import type { Tone } from '../theme/names.ts';

/** Statuses of a badge. The caller supplies the word; shape and colour follow from the status. */
export const statuses = ['ok', 'warn', 'bad', 'info', 'processing', 'idle', 'pending', 'disputed', 'unknown', 'halted'] as const;
export type Status = (typeof statuses)[number];
/** A status that does not assert success, and may be drawn without a claim. */
export type PlainStatus = Exclude<Status, 'ok'>;
/** Mark of a line, badge or box; success only as a claim (D-69). */
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

/** The tone of a mark. */
export const toneOf = (mark: Mark): Tone => tones[typeof mark === 'string' ? mark : mark.look];
