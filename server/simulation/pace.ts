/**
 * How fast the simulated day goes (SIMULATION_PACE): `calm` moves a figure every few seconds, `brisk` about every second;
 * a number is a load in events per second, for tests and measurements.
 */
export type Pace = { readonly kind: 'day'; readonly meanMs: number } | { readonly kind: 'load'; readonly perSecond: number };

export const MAX_PER_SECOND = 5000;

/** Reads the setting; null where it is none. */
export function readPace(setting: string | undefined): Pace | null {
  const text = setting?.trim() ?? '';
  if (text === '' || text === 'calm') return { kind: 'day', meanMs: 2500 };
  if (text === 'brisk') return { kind: 'day', meanMs: 900 };
  const perSecond = Number(text);
  return Number.isFinite(perSecond) && perSecond > 0 && perSecond <= MAX_PER_SECOND ? { kind: 'load', perSecond } : null;
}
