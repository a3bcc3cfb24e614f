import type { AvoidedEmissionsResult, EfficiencyRequest, RenewableRequest } from '../../contracts/emissions.ts';
import type { Problem } from '../../contracts/problem.ts';
import { type AvoidedEmissions, energySavingsOf } from '../../domain/emissions.ts';
import type { CalculatedProject } from './model.ts';

/** How the platform's own calculation stands to the one made here (D-26). */
export type PlatformCheck =
  | { readonly state: 'offline' }
  | { readonly state: 'asking' }
  | { readonly state: 'agrees'; readonly calculationId: string }
  | { readonly state: 'differs'; readonly calculationId: string; readonly figures: readonly string[] }
  | { readonly state: 'failed'; readonly problem: Problem };

/** The call and body of a project, as the document has them (core document, section 3). */
export type CheckRequest =
  | { readonly id: 'avoidedByEfficiency'; readonly body: EfficiencyRequest }
  | { readonly id: 'avoidedByRenewables'; readonly body: RenewableRequest };

export function requestOf(of: CalculatedProject): CheckRequest {
  return of.kind === 'efficiency'
    ? { id: 'avoidedByEfficiency', body: { ...of.project, energySavings: energySavingsOf(of.project) } }
    : { id: 'avoidedByRenewables', body: of.project };
}

const figureNames = {
  annualAvoidedEmissions: 'avoided a year',
  lifetimeAvoidedEmissions: 'avoided over the lifetime',
  financedAvoidedEmissions: 'financed, a year',
  attributionFactor: 'attribution factor',
} as const satisfies Partial<Record<keyof AvoidedEmissions, string>>;

/** Holds the two results against each other: the same code on two machines may differ by its last binary digit, and by nothing more. */
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
