import type { AvoidedEmissionsResult, EfficiencyRequest, RenewableRequest } from '../../contracts/emissions.ts';
import type { Problem } from '../../contracts/problem.ts';
import { type AvoidedEmissions, energySavingsOf } from '../../domain/finance/emissions.ts';
import type { CalculatedProject } from './model.ts';

/** How the platform's own calculation compares with the one on this device (D-26). */
export type PlatformCheck =
  | { readonly state: 'offline' }
  | { readonly state: 'asking' }
  | { readonly state: 'agrees'; readonly calculationId: string }
  | { readonly state: 'differs'; readonly calculationId: string; readonly figures: readonly string[] }
  | { readonly state: 'failed'; readonly problem: Problem };

/** Call and body for a project as in the document (core document, section 3). */
export type CheckRequest =
  | { readonly id: 'avoidedByEfficiency'; readonly body: EfficiencyRequest }
  | { readonly id: 'avoidedByRenewables'; readonly body: RenewableRequest };

/** An efficiency project is sent with the energy savings computed on this device. */
export function requestOf(calculated: CalculatedProject): CheckRequest {
  return calculated.kind === 'efficiency'
    ? { id: 'avoidedByEfficiency', body: { ...calculated.project, energySavings: energySavingsOf(calculated.project) } }
    : { id: 'avoidedByRenewables', body: calculated.project };
}

const figureNames = {
  annualAvoidedEmissions: 'avoided per year',
  lifetimeAvoidedEmissions: 'avoided over the lifetime',
  financedAvoidedEmissions: 'financed per year',
  attributionFactor: 'attribution factor',
} as const satisfies Partial<Record<keyof AvoidedEmissions, string>>;

/** Compares the two results: the same code on two machines may differ in the last binary digit, but no more. */
export function compareResults(here: AvoidedEmissions, there: AvoidedEmissionsResult): PlatformCheck {
  const figures: string[] = [];
  for (const [name, words] of Object.entries(figureNames)) {
    const figure = name as keyof typeof figureNames; // a key of the literal above
    if (!isSame(here[figure], there[figure])) figures.push(words);
  }
  if (here.uncertainty.range !== there.uncertainty.range) figures.push('uncertainty');
  if (here.pcafMetadata.dataQualityScore !== there.pcafMetadata.dataQualityScore) figures.push('PCAF score');
  const { pcafCompliant, issbCompliant, icmaGreenBondEligible } = there.compliance;
  const badges = here.compliance;
  if (
    badges.pcafCompliant !== pcafCompliant ||
    badges.issbCompliant !== issbCompliant ||
    badges.icmaGreenBondEligible !== icmaGreenBondEligible
  )
    figures.push('badges');
  const { calculationId } = there;
  return figures.length === 0 ? { state: 'agrees', calculationId } : { state: 'differs', calculationId, figures };
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * 1e-12;
}
