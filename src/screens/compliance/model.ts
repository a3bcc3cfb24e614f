import { type DataQualityLevel, dataQualityLevels, technologyTypes } from '../../contracts/emissions.ts';
import {
  type AvoidedEmissions,
  dataQualityTitles,
  efficiencyDefaults,
  efficiencyEmissions,
  type EfficiencyProject,
  energySavingsOf,
  generationOf,
  renewableDefaults,
  renewableEmissions,
  type RenewableProject,
} from '../../domain/emissions.ts';
import { efficiencyFaults, type NumberField, renewableFaults } from '../../domain/emissionsInput.ts';
import { formatNumber } from '../../domain/format.ts';
import { tonnes } from './tonnes.ts';

export const calculatorKinds = ['efficiency', 'renewable'] as const;
export type CalculatorKind = (typeof calculatorKinds)[number];
export const kindTitles: Readonly<Record<CalculatorKind, string>> = { efficiency: 'Energy efficiency', renewable: 'Renewable energy' };

/** What stands in the fields: text, until it is asked to be numbers. */
export type EfficiencyText = Readonly<Record<Exclude<keyof EfficiencyProject, 'baselineEnergySource'>, string>>;
export type RenewableText = Readonly<Record<keyof RenewableProject, string>>;
/** Faults by the name of the field. */
export type FieldFaults = Readonly<Partial<Record<string, string>>>;

/** The forms as they open (C-70). */
export const emptyEfficiency: EfficiencyText = {
  projectId: '',
  baselineEnergyConsumption: '',
  projectEnergyConsumption: '',
  electricityEmissionFactor: String(efficiencyDefaults.electricityEmissionFactor),
  projectLifetime: String(efficiencyDefaults.projectLifetime),
  financedAmount: '',
  totalProjectCost: '',
  efficiencyMeasure: '',
  buildingType: '',
  dataQualityScore: String(efficiencyDefaults.dataQualityScore),
};
export const emptyRenewable: RenewableText = {
  projectId: '',
  capacity: '',
  capacityFactor: '',
  displacedEmissionFactor: String(renewableDefaults.displacedEmissionFactor),
  projectLifetime: String(renewableDefaults.projectLifetime),
  financedAmount: '',
  totalProjectCost: '',
  technologyType: renewableDefaults.technologyType,
  dataQualityLevel: String(renewableDefaults.dataQualityLevel),
};

export const levelOptions = dataQualityLevels.map((level) => ({ value: String(level), label: `${level} ${dataQualityTitles[level]}` }));
export const technologyOptions = technologyTypes.map((value) => ({ value, label: value }));

/** What was calculated, by kind. */
export type CalculatedProject =
  | { readonly kind: 'efficiency'; readonly project: EfficiencyProject }
  | { readonly kind: 'renewable'; readonly project: RenewableProject };

/** A result with what it was made from, ready to show. */
export interface Calculation {
  readonly of: CalculatedProject;
  /** Project, then what it is: 'PRJ-1 · LED lighting · School'; empty where nothing was entered. */
  readonly name: string;
  readonly result: AvoidedEmissions;
  /** The sum with its figures, a line a step. */
  readonly workings: readonly string[];
}

export type Outcome = { readonly ok: true; readonly calculation: Calculation } | { readonly ok: false; readonly faults: FieldFaults };

/** A number as people write it: digits grouped by commas or spaces, a point for decimals. NaN for anything else. */
export function numberFrom(text: string): number {
  const plain = text
    .trim()
    .replace(/^([+-]?\d{1,3})((?:[,\u00a0 ]\d{3})+)(?=\.|$)/, (_, first: string, rest: string) => first + rest.replace(/\D/g, ''));
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}

/** kWh a year saved, in words; null until both consumptions can be meant. */
export function savingsWords(text: EfficiencyText): string | null {
  const [baseline, project] = [numberFrom(text.baselineEnergyConsumption), numberFrom(text.projectEnergyConsumption)];
  return baseline >= 0 && project >= 0 ? `${written(baseline - project)} kWh a year` : null;
}

/** Reads the energy efficiency form and computes, or says what is wrong with which field. */
export function calculateEfficiency(text: EfficiencyText): Outcome {
  const numbers = numbersOf<NumberField<EfficiencyProject>>(text, [
    'baselineEnergyConsumption',
    'projectEnergyConsumption',
    'electricityEmissionFactor',
    'projectLifetime',
    'financedAmount',
    'totalProjectCost',
  ]);
  const faults = withMissing(efficiencyFaults(numbers), text);
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const project: EfficiencyProject = {
    ...numbers,
    baselineEnergySource: efficiencyDefaults.baselineEnergySource,
    projectId: text.projectId.trim(),
    efficiencyMeasure: text.efficiencyMeasure.trim(),
    buildingType: text.buildingType.trim(),
    dataQualityScore: levelOf(text.dataQualityScore),
  };
  const result = efficiencyEmissions(project);
  return {
    ok: true,
    calculation: {
      of: { kind: 'efficiency', project },
      name: nameOf(project.projectId, project.efficiencyMeasure, project.buildingType),
      result,
      workings: [
        `Energy savings: ${written(project.baselineEnergyConsumption)} − ${written(project.projectEnergyConsumption)} = ${written(energySavingsOf(project))} kWh a year`,
        `A year: ${written(energySavingsOf(project))} kWh × ${written(project.electricityEmissionFactor)} kg CO2e per kWh ÷ 1,000 = ${tonnes(result.annualAvoidedEmissions)}`,
        ...sharedWorkings(result, project),
      ],
    },
  };
}

/** Reads the renewable form and computes, or says what is wrong with which field. */
export function calculateRenewable(text: RenewableText): Outcome {
  const numbers = numbersOf<NumberField<RenewableProject>>(text, [
    'capacity',
    'capacityFactor',
    'displacedEmissionFactor',
    'projectLifetime',
    'financedAmount',
    'totalProjectCost',
  ]);
  const faults = withMissing(renewableFaults(numbers), text);
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const project: RenewableProject = {
    ...numbers,
    projectId: text.projectId.trim(),
    technologyType: technologyTypes.find((each) => each === text.technologyType) ?? renewableDefaults.technologyType,
    dataQualityLevel: levelOf(text.dataQualityLevel),
  };
  const result = renewableEmissions(project);
  return {
    ok: true,
    calculation: {
      of: { kind: 'renewable', project },
      name: nameOf(project.projectId, project.technologyType),
      result,
      workings: [
        `Generation: ${written(project.capacity)} MW × 8,760 h × ${written(project.capacityFactor)} = ${written(generationOf(project))} MWh a year`,
        `A year: ${written(generationOf(project))} MWh × ${written(project.displacedEmissionFactor)} kg CO2e per kWh = ${tonnes(result.annualAvoidedEmissions)}`,
        ...sharedWorkings(result, project),
      ],
    },
  };
}

/** The sums of a kind in words (D-26), before there are numbers to put in. */
export function methodLines(kind: CalculatorKind): readonly { readonly name: string; readonly sum: string }[] {
  const year =
    kind === 'efficiency'
      ? { name: 'Avoided a year', sum: '(baseline − project consumption) × emission factor ÷ 1,000' }
      : { name: 'Avoided a year', sum: 'capacity × 8,760 h × capacity factor × displaced emission factor' };
  return [
    year,
    { name: 'Avoided over the lifetime', sum: 'avoided a year × lifetime in years' },
    { name: 'Attribution factor', sum: 'financed amount ÷ total project cost, at most 1' },
    { name: 'Financed, a year', sum: 'avoided a year × attribution factor' },
  ];
}

function sharedWorkings(result: AvoidedEmissions, project: EfficiencyProject | RenewableProject): readonly string[] {
  const { attributionFactor, annualAvoidedEmissions, lifetimeAvoidedEmissions, financedAvoidedEmissions } = result;
  return [
    `Lifetime: ${tonnes(annualAvoidedEmissions)} × ${written(project.projectLifetime)} years = ${tonnes(lifetimeAvoidedEmissions)}`,
    `Attribution: ${written(project.financedAmount)} ÷ ${written(project.totalProjectCost)} = ${written(attributionFactor)}`,
    `Financed, a year: ${tonnes(annualAvoidedEmissions)} × ${written(attributionFactor)} = ${tonnes(financedAvoidedEmissions)}`,
  ];
}

/** A figure of a sum: up to six decimals, no trailing zeros. */
function written(value: number): string {
  const [whole = '0', fraction = ''] = formatNumber(value, 6).split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

function numbersOf<Field extends string>(text: Readonly<Record<Field, string>>, fields: readonly Field[]): Record<Field, number> {
  // One entry a field, just made.
  return Object.fromEntries(fields.map((field) => [field, numberFrom(text[field])])) as Record<Field, number>;
}

/** A field left empty asks for its number rather than calling nothing a wrong one. */
function withMissing(faults: FieldFaults, text: Readonly<Record<string, string>>): FieldFaults {
  return Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field, text[field]?.trim() === '' ? 'Enter a number.' : fault]),
  );
}

function levelOf(text: string): DataQualityLevel {
  return dataQualityLevels.find((level) => String(level) === text) ?? efficiencyDefaults.dataQualityScore;
}

function nameOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
