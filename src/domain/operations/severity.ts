import type { Incident } from '../../contracts/incident.ts';

/** Severity of an incident, gravest first. */
export type Severity = Incident['severity'];
export const severities: readonly Severity[] = ['sev1', 'sev2', 'sev3'];

/** True if `severity` is graver than `than`. */
export function isGraver(severity: Severity, than: Severity): boolean {
  return severities.indexOf(severity) < severities.indexOf(than);
}

/** How long every stage must exceed its limit to cause a SEV1, minutes. */
export const allInBreachMinutes = 15;
/** Multiple of its limit that a single stage's lag must exceed for a SEV2. */
export const farBeyondFactor = 2;

/**
 * What the platform opens incidents for by itself, and their severity: the only table. Evaluated in the transaction that causes the
 * incident, independent of consoles and their clocks.
 */
export const severityRules = {
  killSwitch: { severity: 'sev1', when: 'The kill switch is active' },
  chainBroken: { severity: 'sev1', when: 'The verification chain does not hold' },
  recordBroken: { severity: 'sev1', when: 'The audit record does not hold' },
  allInBreach: { severity: 'sev1', when: `Every stage has been beyond its limit for ${allInBreachMinutes} minutes` },
  farBeyond: { severity: 'sev2', when: `A stage is beyond ${farBeyondFactor} times its limit` },
} as const satisfies Readonly<Record<string, { readonly severity: Severity; readonly when: string }>>;
export type SeverityRule = keyof typeof severityRules;

/** The facts about a stage that the table needs. Minutes, and epoch milliseconds. */
export interface StageStanding {
  readonly lagMinutes: number;
  readonly sloMinutes: number;
  /** Since when it has continuously exceeded its limit; null while it is within. */
  readonly breachSince: number | null;
}

/** Since when a stage has exceeded its limit, given the previous value; at the limit it is within (C-61). */
export function breachSinceOf({ lagMinutes, sloMinutes, breachSince }: StageStanding, now: number): number | null {
  return lagMinutes > sloMinutes ? (breachSince ?? now) : null;
}

/** SEV2: more than twice its limit; exactly twice does not count. */
export function isFarBeyond({ lagMinutes, sloMinutes }: StageStanding): boolean {
  return sloMinutes > 0 && lagMinutes > sloMinutes * farBeyondFactor;
}

/** SEV1: every stage, continuously. Without any stages there is no breach. */
export function areAllInBreach(stages: readonly StageStanding[], now: number): boolean {
  return stages.length > 0 && stages.every(({ breachSince }) => breachSince !== null && now - breachSince >= allInBreachMinutes * 60_000);
}
