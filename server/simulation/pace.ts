/**
 * How fast the simulated day goes (SIMULATION_PACE): `calm` moves a figure every few seconds, `brisk` about every second;
 * `eventful` is several steps a second with what is rare happening all the time, and a number is a load in events per second:
 * both for tests and measurements.
 */
export type Pace =
  | { readonly kind: 'day'; readonly meanMs: number; readonly eventful?: true }
  | { readonly kind: 'load'; readonly perSecond: number };

export const MAX_PER_SECOND = 5000;

/** Reads the setting; null where it is none. */
export function readPace(setting: string | undefined): Pace | null {
  const text = setting?.trim() ?? '';
  if (text === '' || text === 'calm') return { kind: 'day', meanMs: 2500 };
  if (text === 'brisk') return { kind: 'day', meanMs: 900 };
  if (text === 'eventful') return { kind: 'day', meanMs: 150, eventful: true };
  const perSecond = Number(text);
  return Number.isFinite(perSecond) && perSecond > 0 && perSecond <= MAX_PER_SECOND ? { kind: 'load', perSecond } : null;
}
