/**
 * Speed of the simulated day (SIMULATION_PACE): `calm` changes a figure every few seconds, `brisk` about every second. For tests and
 * measurements: `eventful` makes several steps a second with frequent rare events, and a number is a load in events per second.
 */
export type Pace =
  | { readonly kind: 'day'; readonly meanMs: number; readonly eventful?: true }
  | { readonly kind: 'load'; readonly perSecond: number };

/** Largest number of events per second that SIMULATION_PACE accepts. */
export const MAX_PER_SECOND = 5000;

/** Parses the setting; null if it is not valid. */
export function readPace(setting: string | undefined): Pace | null {
  const text = setting?.trim() ?? '';
  if (text === '' || text === 'calm') return { kind: 'day', meanMs: 2500 };
  if (text === 'brisk') return { kind: 'day', meanMs: 900 };
  if (text === 'eventful') return { kind: 'day', meanMs: 150, eventful: true };
  const perSecond = Number(text);
  return Number.isFinite(perSecond) && perSecond > 0 && perSecond <= MAX_PER_SECOND ? { kind: 'load', perSecond } : null;
}
