import { rangeOf } from '../../domain/finance/emissions.ts';
import { formatNumber } from '../../domain/format.ts';

/** Tonnes with their unit; the number of decimals depends on the size. */
export function tonnes(value: number): string {
  return `${formatNumber(value, decimalsOf(value))} t CO2e`;
}

/** The range that the uncertainty of a figure spans: '17.00 to 23.00 t CO2e'. */
export function rangeLabels(value: number, percent: number): string {
  const [low, high] = rangeOf(value, percent);
  const decimals = decimalsOf(value);
  return `${formatNumber(low, decimals)} to ${formatNumber(high, decimals)} t CO2e`;
}

function decimalsOf(value: number): number {
  const size = Math.abs(value);
  return size >= 1000 || size === 0 ? 0 : size >= 1 ? 2 : 4;
}
