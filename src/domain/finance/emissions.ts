import type { ComplianceFlags, DataQualityLevel, TechnologyType } from '../../contracts/emissions.ts';
import { complianceThresholds } from './complianceThresholds.ts';
import { withinLimit } from '../operations/thresholds.ts';

/**
 * Avoided emissions (C-34, D-26): the calculator's formulas, shared by platform and console. Energy in kWh, capacity in MW, factors in kg
 * CO2e per kWh, times in years, results in tonnes CO2e. Field names are the document's.
 */

/** Basis of each data quality level (C-70). */
export const dataQualityTitles: Readonly<Record<DataQualityLevel, string>> = {
  5: 'Direct Measurement',
  4: 'Verified Estimates',
  3: 'Industry Averages',
  2: 'Proxy Data',
  1: 'Rough Estimates',
};

/** Fields of both kinds of project. */
interface FinancedProject {
  readonly projectId: string;
  /** Years. */
  readonly projectLifetime: number;
  /** Both amounts in one currency; only their ratio matters. */
  readonly financedAmount: number;
  readonly totalProjectCost: number;
}

/** A project that reduces electricity use. The document's `energySavings` is computed: `energySavingsOf`. */
export interface EfficiencyProject extends FinancedProject {
  readonly baselineEnergySource: 'electricity';
  /** kWh per year. */
  readonly baselineEnergyConsumption: number;
  /** kWh per year. */
  readonly projectEnergyConsumption: number;
  /** kg CO2e per kWh. */
  readonly electricityEmissionFactor: number;
  readonly efficiencyMeasure: string;
  readonly buildingType: string;
  readonly dataQualityScore: DataQualityLevel;
}

/** A project that generates electricity in place of another source. */
export interface RenewableProject extends FinancedProject {
  /** MW. */
  readonly capacity: number;
  /** Share of the year at full capacity, 0 to 1. */
  readonly capacityFactor: number;
  /** kg CO2e per kWh of the displaced electricity. */
  readonly displacedEmissionFactor: number;
  readonly technologyType: TechnologyType;
  readonly dataQualityLevel: DataQualityLevel;
}

/** Initial values of the forms (C-70); all other fields start empty. */
export const efficiencyDefaults = {
  baselineEnergySource: 'electricity',
  electricityEmissionFactor: 0.5,
  projectLifetime: 20,
  dataQualityScore: 4,
} as const satisfies Partial<EfficiencyProject>;
/** The same for a renewable project; units as in its fields. */
export const renewableDefaults = {
  displacedEmissionFactor: 0.8,
  projectLifetime: 25,
  technologyType: 'Solar PV',
  dataQualityLevel: 4,
} as const satisfies Partial<RenewableProject>;

/**
 * Uncertainty in ± percent at 95 % confidence, by data quality. The document asks for a range but gives none: a console convention
 * (D-26).
 */
export const uncertaintyPercent: Readonly<Record<DataQualityLevel, number>> = { 5: 5, 4: 15, 3: 30, 2: 50, 1: 65 };

/** The result, in tonnes CO2e. Negative if the project emits more than what it replaces. */
export interface AvoidedEmissions {
  readonly annualAvoidedEmissions: number;
  readonly lifetimeAvoidedEmissions: number;
  /** The financier's share of the annual figure. */
  readonly financedAvoidedEmissions: number;
  /** Financed share of the cost, 0 to 1. */
  readonly attributionFactor: number;
  /** `range` and `confidenceLevel` are percent. */
  readonly uncertainty: { readonly range: number; readonly confidenceLevel: 95 };
  readonly dataQualityLevel: DataQualityLevel;
  /** PCAF's scale is reversed: 1 is the best. */
  readonly pcafMetadata: { readonly dataQualityScore: number };
  readonly compliance: ComplianceFlags;
}

const hoursAYear = 8760;
const kgPerTonne = 1000;

/** kWh per year saved; negative if the project uses more. */
export function energySavingsOf(project: EfficiencyProject): number {
  return project.baselineEnergyConsumption - project.projectEnergyConsumption;
}

/** Percent of the baseline energy saved; 0 if the baseline is 0. */
function savedShareOf(project: EfficiencyProject): number {
  const { baselineEnergyConsumption: baseline } = project;
  return baseline === 0 ? 0 : (energySavingsOf(project) / baseline) * 100;
}

/** MWh per year that the plant generates. */
export function generationOf(project: RenewableProject): number {
  return project.capacity * hoursAYear * project.capacityFactor;
}

/** Avoided emissions of an efficiency project; expects valid input (emissionsInput.ts). */
export function efficiencyEmissions(project: EfficiencyProject): AvoidedEmissions {
  const annual = (energySavingsOf(project) * project.electricityEmissionFactor) / kgPerTonne;
  return attributed(annual, project, project.dataQualityScore, savedShareOf(project));
}

/** Avoided emissions of a renewable project; expects valid input (emissionsInput.ts). MWh × kg/kWh is tonnes. */
export function renewableEmissions(project: RenewableProject): AvoidedEmissions {
  // All displaced energy counts as saved.
  return attributed(generationOf(project) * project.displacedEmissionFactor, project, project.dataQualityLevel, 100);
}

/** PCAF's data quality score for one of our levels: 1 is the best. */
export function pcafScoreOf(level: DataQualityLevel): number {
  return 6 - level;
}

/** Lower and upper end of a figure with its uncertainty. */
export function rangeOf(figure: number, percent: number): readonly [number, number] {
  const spread = (Math.abs(figure) * percent) / 100;
  return [figure - spread, figure + spread];
}

/**
 * The financier's share of a project, 0 to 1. A loan may exceed the cost (fees, working capital), but nobody can claim more than the
 * whole.
 */
export function attributionOf(project: Pick<FinancedProject, 'financedAmount' | 'totalProjectCost'>): number {
  return Math.min(1, Math.max(0, project.financedAmount / project.totalProjectCost));
}

/** Which frameworks' rules a financed project meets (D-36). If nothing is financed or avoided, there is nothing to claim and no badge. */
function complianceOf(annual: number, attributionFactor: number, level: DataQualityLevel, savedPercent: number): ComplianceFlags {
  const { pcafScore, issbUncertainty, icmaSaving } = complianceThresholds;
  const claims = attributionFactor > 0 && annual > 0;
  return {
    pcafCompliant: claims && withinLimit(pcafScoreOf(level), pcafScore),
    issbCompliant: claims && withinLimit(uncertaintyPercent[level], issbUncertainty),
    icmaGreenBondEligible: claims && withinLimit(savedPercent, icmaSaving),
  };
}

function attributed(annual: number, project: FinancedProject, level: DataQualityLevel, savedPercent: number): AvoidedEmissions {
  const attributionFactor = attributionOf(project);
  return {
    annualAvoidedEmissions: unsignedZero(annual),
    lifetimeAvoidedEmissions: unsignedZero(annual * project.projectLifetime),
    financedAvoidedEmissions: unsignedZero(annual * attributionFactor),
    attributionFactor,
    uncertainty: { range: uncertaintyPercent[level], confidenceLevel: 95 },
    dataQualityLevel: level,
    pcafMetadata: { dataQualityScore: pcafScoreOf(level) },
    compliance: complianceOf(annual, attributionFactor, level, savedPercent),
  };
}

/** A negative saving times a factor of 0 yields 0, not −0. */
function unsignedZero(value: number): number {
  return value === 0 ? 0 : value;
}
