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
} from '../../domain/finance/emissions.ts';
import { efficiencyFaults, type NumberField, renewableFaults } from '../../domain/finance/emissionsInput.ts';
import { formatNumber } from '../../domain/format.ts';
import { tonnes } from './tonnes.ts';

/** Projects that the calculator knows. */
export const calculatorKinds = ['efficiency', 'renewable'] as const;
export type CalculatorKind = (typeof calculatorKinds)[number];
export const kindTitles: Readonly<Record<CalculatorKind, string>> = { efficiency: 'Energy efficiency', renewable: 'Renewable energy' };

/** Content of the fields, as text until it is parsed. */
export type EfficiencyText = Readonly<Record<Exclude<keyof EfficiencyProject, 'baselineEnergySource'>, string>>;
/** The same for a renewable project. */
export type RenewableText = Readonly<Record<keyof RenewableProject, string>>;
/** Error texts by field name. */
export type FieldFaults = Readonly<Partial<Record<string, string>>>;

/** Initial content of the forms (C-70). */
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

/** The input of a calculation, by kind. */
export type CalculatedProject =
  | { readonly kind: 'efficiency'; readonly project: EfficiencyProject }
  | { readonly kind: 'renewable'; readonly project: RenewableProject };

/** A result with its input, ready to show. */
export interface Calculation {
  readonly of: CalculatedProject;
  /** Project id, then its type: 'PRJ-1 · LED lighting · School'; empty if nothing was entered. */
  readonly name: string;
  readonly result: AvoidedEmissions;
  /** The calculation with its figures, one line per step. */
  readonly workings: readonly string[];
}

/** The calculation, or the mistakes in its input. */
export type Outcome = { readonly ok: true; readonly calculation: Calculation } | { readonly ok: false; readonly faults: FieldFaults };

/** Parses a number as people write it: digits grouped by commas or spaces, a point for decimals. NaN for anything else. */
export function numberFrom(text: string): number {
  const plain = text
    .trim()
    .replace(/^([+-]?\d{1,3})((?:[,\u00a0 ]\d{3})+)(?=\.|$)/, (_, first: string, rest: string) => first + rest.replace(/\D/g, ''));
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}

/** Saved kWh per year, in words; null until both consumptions are valid. */
export function savingsLabels(text: EfficiencyText): string | null {
  const [baseline, project] = [numberFrom(text.baselineEnergyConsumption), numberFrom(text.projectEnergyConsumption)];
  return baseline >= 0 && project >= 0 ? `${written(baseline - project)} kWh per year` : null;
}

/** Parses the energy efficiency form and computes the result, or returns the error of each wrong field. */
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
        `Energy savings: ${written(project.baselineEnergyConsumption)} − ${written(project.projectEnergyConsumption)} = ${written(energySavingsOf(project))} kWh per year`,
        `A year: ${written(energySavingsOf(project))} kWh × ${written(project.electricityEmissionFactor)} kg CO2e per kWh ÷ 1,000 = ${tonnes(result.annualAvoidedEmissions)}`,
        ...sharedWorkings(result, project),
      ],
    },
  };
}

/** Parses the renewable form and computes the result, or returns the error of each wrong field. */
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
        `Generation: ${written(project.capacity)} MW × 8,760 h × ${written(project.capacityFactor)} = ${written(generationOf(project))} MWh per year`,
        `A year: ${written(generationOf(project))} MWh × ${written(project.displacedEmissionFactor)} kg CO2e per kWh = ${tonnes(result.annualAvoidedEmissions)}`,
        ...sharedWorkings(result, project),
      ],
    },
  };
}

/** The formulas of a kind in words (D-26), before there are numbers to insert. */
export function methodLines(kind: CalculatorKind): readonly { readonly name: string; readonly sum: string }[] {
  const year =
    kind === 'efficiency'
      ? { name: 'Avoided per year', sum: '(baseline − project consumption) × emission factor ÷ 1,000' }
      : { name: 'Avoided per year', sum: 'capacity × 8,760 h × capacity factor × displaced emission factor' };
  return [
    year,
    { name: 'Avoided over the lifetime', sum: 'avoided per year × lifetime in years' },
    { name: 'Attribution factor', sum: 'financed amount ÷ total project cost, at most 1' },
    { name: 'Financed per year', sum: 'avoided per year × attribution factor' },
  ];
}

function sharedWorkings(result: AvoidedEmissions, project: EfficiencyProject | RenewableProject): readonly string[] {
  const { attributionFactor, annualAvoidedEmissions, lifetimeAvoidedEmissions, financedAvoidedEmissions } = result;
  return [
    `Lifetime: ${tonnes(annualAvoidedEmissions)} × ${written(project.projectLifetime)} years = ${tonnes(lifetimeAvoidedEmissions)}`,
    `Attribution: ${written(project.financedAmount)} ÷ ${written(project.totalProjectCost)} = ${written(attributionFactor)}`,
    `Financed per year: ${tonnes(annualAvoidedEmissions)} × ${written(attributionFactor)} = ${tonnes(financedAvoidedEmissions)}`,
  ];
}

/** A figure in a formula: up to six decimals, no trailing zeros. */
function written(value: number): string {
  const [whole = '0', fraction = ''] = formatNumber(value, 6).split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

function numbersOf<Field extends string>(text: Readonly<Record<Field, string>>, fields: readonly Field[]): Record<Field, number> {
  // The entries cover exactly the given fields.
  return Object.fromEntries(fields.map((field) => [field, numberFrom(text[field])])) as Record<Field, number>;
}

/** An empty field asks for a number instead of reporting a wrong one. */
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
