import { rangeOf } from '../../domain/emissions.ts';
import { formatNumber } from '../../domain/format.ts';

/** Tonnes with decimals that say something, and their unit. */
export function tonnes(value: number): string {
  return `${formatNumber(value, decimalsOf(value))} t CO2e`;
}

/** The range that a figure's uncertainty leaves: '17.00 to 23.00 t CO2e'. */
export function rangeWords(value: number, percent: number): string {
  const [low, high] = rangeOf(value, percent);
  const decimals = decimalsOf(value);
  return `${formatNumber(low, decimals)} to ${formatNumber(high, decimals)} t CO2e`;
}

function decimalsOf(value: number): number {
  const size = Math.abs(value);
  return size >= 1000 || size === 0 ? 0 : size >= 1 ? 2 : 4;
}
