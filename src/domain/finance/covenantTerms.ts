import type { Covenant } from '../../contracts/covenant.ts';
import { formatNumber } from '../format.ts';

/** One limit of a covenant as text. */
export interface TermView {
  readonly name: string;
  readonly value: string;
}

const share = (value: number): string => `${formatNumber(value * 100, 0)}%`;
const percent = (value: number): string => `${formatNumber(value, 0)}%`;

/** The terms that are limits, in display order; percent unless a share from 0 to 1. */
const limits: readonly (readonly [member: string, name: string, write: (value: number) => string])[] = [
  ['advanceRatePercent', 'Advance rate', percent],
  ['minimumVerificationScore', 'Minimum verification score', share],
  ['minimumUptime', 'Minimum uptime', percent],
  ['minimumFuelSavings', 'Minimum fuel savings', percent],
  ['minimumConfidence', 'Minimum confidence', share],
];

/** The limits of a covenant as text; other members (title, tenant, dates) are left to the record itself. */
export function covenantLimits({ terms }: Pick<Covenant, 'terms'>): readonly TermView[] {
  return limits.flatMap(([member, name, write]) => {
    const value = terms[member];
    return typeof value === 'number' && Number.isFinite(value) ? [{ name, value: write(value) }] : [];
  });
}
