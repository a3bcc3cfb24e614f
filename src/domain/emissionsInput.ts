import type { EfficiencyProject, RenewableProject } from './emissions.ts';

/**
 * What the calculator's numbers may be. The document checks nothing before it sends (core document, section 5); figures that
 * cannot be meant would give figures that cannot be true, so they are refused with the reason, field by field.
 */
interface Bound {
  readonly max: number;
  /** Said above `max`. */
  readonly above: string;
  /** Said for 0 where 0 cannot be; absent where it can. */
  readonly zero?: string;
}

/** Why each field that is wrong is so, in a sentence for the person; no field, no fault. */
export type Faults<Project> = Readonly<Partial<Record<NumberField<Project>, string>>>;
/** The fields of a project that hold an amount; data quality is chosen, not entered. */
export type NumberField<Project> = Exclude<
  { readonly [Key in keyof Project]: Project[Key] extends number ? Key : never }[keyof Project],
  'dataQualityScore' | 'dataQualityLevel'
>;

/** Large beyond any project, small enough that no product of two leaves the numbers. */
const most = 1e12;
const amount: Bound = { max: most, above: 'Enter at most 1,000,000,000,000.' };
// The dirtiest grids stand near 1.5: above 10 somebody has entered grams.
const factor: Bound = { max: 10, above: 'Enter kg CO2e per kWh, at most 10. 500 g is 0.5.' };
const lifetime: Bound = { max: 100, above: 'Enter at most 100 years.', zero: 'Enter more than 0 years.' };
const cost: Bound = { ...amount, zero: 'Cannot be 0: the financed share is a share of this cost.' };

const efficiencyBounds: Readonly<Record<NumberField<EfficiencyProject>, Bound>> = {
  baselineEnergyConsumption: amount,
  projectEnergyConsumption: amount,
  electricityEmissionFactor: factor,
  projectLifetime: lifetime,
  financedAmount: amount,
  totalProjectCost: cost,
};
const renewableBounds: Readonly<Record<NumberField<RenewableProject>, Bound>> = {
  // The largest plant on earth has 22,500 MW: above a million somebody has entered watts.
  capacity: { max: 1e6, above: 'Enter MW, at most 1,000,000. 500 kW is 0.5.' },
  capacityFactor: { max: 1, above: 'Must be between 0 and 1. 22 % is 0.22.' },
  displacedEmissionFactor: factor,
  projectLifetime: lifetime,
  financedAmount: amount,
  totalProjectCost: cost,
};

/** The faults of an energy efficiency project; an empty object is none. */
export function efficiencyFaults(project: Pick<EfficiencyProject, NumberField<EfficiencyProject>>): Faults<EfficiencyProject> {
  return withShare(project, faultsOf(project, efficiencyBounds));
}

/** The faults of a renewable project; an empty object is none. */
export function renewableFaults(project: Pick<RenewableProject, NumberField<RenewableProject>>): Faults<RenewableProject> {
  return withShare(project, faultsOf(project, renewableBounds));
}

type Money = Pick<EfficiencyProject, 'financedAmount' | 'totalProjectCost'>;

/** Two amounts that can each be meant and not together: nobody finances more of a project than all of it. */
function withShare<Fields extends Faults<Money>>({ financedAmount, totalProjectCost }: Money, faults: Fields): Fields {
  if (faults.financedAmount !== undefined || faults.totalProjectCost !== undefined || financedAmount <= totalProjectCost) return faults;
  return { ...faults, financedAmount: 'Cannot be more than the total project cost.' };
}

function faultsOf<Field extends string>(
  values: Readonly<Record<Field, number>>,
  bounds: Readonly<Record<Field, Bound>>,
): Readonly<Partial<Record<Field, string>>> {
  const faults: Partial<Record<Field, string>> = {};
  for (const field of Object.keys(bounds) as Field[]) {
    // keys of the literals above
    const fault = faultOf(values[field], bounds[field]);
    if (fault !== null) faults[field] = fault;
  }
  return faults;
}

function faultOf(value: number, { max, above, zero }: Bound): string | null {
  if (!Number.isFinite(value)) return 'Enter a number, with a point for decimals.';
  if (value < 0) return 'Cannot be negative.';
  if (value === 0 && zero !== undefined) return zero;
  return value > max ? above : null;
}
