import type { Incident } from '../contracts/incident.ts';

/** How grave an incident is, the gravest first. */
export type Severity = Incident['severity'];
export const severities: readonly Severity[] = ['sev1', 'sev2', 'sev3'];

/** Whether `severity` is graver than `than`. */
export function isGraver(severity: Severity, than: Severity): boolean {
  return severities.indexOf(severity) < severities.indexOf(than);
}

/** How long every stage has to be beyond its limit before that is a SEV1, minutes. */
export const allInBreachMinutes = 15;
/** How many times its limit a single stage's lag has to be beyond. */
export const farBeyondFactor = 2;

/**
 * What the platform opens an incident for by itself, and how grave each is: the one table. It is evaluated in the transaction that causes it, so that no console
 * and no clock of another decides.
 */
export const severityRules = {
  killSwitch: { severity: 'sev1', when: 'The kill switch is pulled' },
  chainBroken: { severity: 'sev1', when: 'The verification chain does not hold' },
  recordBroken: { severity: 'sev1', when: 'The record of what was done does not hold' },
  allInBreach: { severity: 'sev1', when: `Every stage has been beyond its limit for ${allInBreachMinutes} minutes` },
  farBeyond: { severity: 'sev2', when: `A stage is beyond ${farBeyondFactor} times its limit` },
} as const satisfies Readonly<Record<string, { readonly severity: Severity; readonly when: string }>>;
export type SeverityRule = keyof typeof severityRules;

/** What of a stage the table asks. Minutes, and epoch milliseconds. */
export interface StageStanding {
  readonly lagMinutes: number;
  readonly sloMinutes: number;
  /** Since when it has been beyond its limit without a break; null while it is within. */
  readonly breachSince: number | null;
}

/** Since when a stage has been beyond its limit, from what was known before: at the limit it is held (C-61). */
export function breachSinceOf({ lagMinutes, sloMinutes, breachSince }: StageStanding, now: number): number | null {
  return lagMinutes > sloMinutes ? (breachSince ?? now) : null;
}

/** SEV2: beyond twice its limit; at twice it is not beyond. */
export function isFarBeyond({ lagMinutes, sloMinutes }: StageStanding): boolean {
  return sloMinutes > 0 && lagMinutes > sloMinutes * farBeyondFactor;
}

/** SEV1: every stage there is, without a break. No stages at all are in no breach. */
export function areAllInBreach(stages: readonly StageStanding[], now: number): boolean {
  return stages.length > 0 && stages.every(({ breachSince }) => breachSince !== null && now - breachSince >= allInBreachMinutes * 60_000);
}
