import type { EfficiencyProject, RenewableProject } from './emissions.ts';

/**
 * Bounds of the calculator's inputs. The document does not validate (core document, section 5); impossible inputs would give impossible
 * results, so they are refused with a reason per field.
 */
interface Bound {
  readonly max: number;
  /** Message for values above `max`. */
  readonly above: string;
  /** Message for 0 if 0 is not allowed; absent if it is. */
  readonly zero?: string;
}

/** The error message of each invalid field; no field, no fault. */
export type Faults<Project> = Readonly<Partial<Record<NumberField<Project>, string>>>;
/** The numeric input fields of a project; data quality is chosen, not entered. */
export type NumberField<Project> = Exclude<
  { readonly [Key in keyof Project]: Project[Key] extends number ? Key : never }[keyof Project],
  'dataQualityScore' | 'dataQualityLevel'
>;

/** Larger than any project, small enough that no product of two overflows. */
const most = 1e12;
const amount: Bound = { max: most, above: 'Enter at most 1,000,000,000,000.' };
// The dirtiest grids are near 1.5: above 10 the value was entered in grams.
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
  // The largest plant on earth has 22,500 MW: above a million the value was entered in watts.
  capacity: { max: 1e6, above: 'Enter MW, at most 1,000,000. 500 kW is 0.5.' },
  capacityFactor: { max: 1, above: 'Must be between 0 and 1. 22 % is 0.22.' },
  displacedEmissionFactor: factor,
  projectLifetime: lifetime,
  financedAmount: amount,
  totalProjectCost: cost,
};

/** The faults of an energy efficiency project; an empty object means none. */
export function efficiencyFaults(project: Pick<EfficiencyProject, NumberField<EfficiencyProject>>): Faults<EfficiencyProject> {
  return withShare(project, faultsOf(project, efficiencyBounds));
}

/** The faults of a renewable project; an empty object means none. */
export function renewableFaults(project: Pick<RenewableProject, NumberField<RenewableProject>>): Faults<RenewableProject> {
  return withShare(project, faultsOf(project, renewableBounds));
}

type Money = Pick<EfficiencyProject, 'financedAmount' | 'totalProjectCost'>;

/** Checks two amounts that are valid alone but not together: nobody finances more than the whole project. */
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
    // the keys of the literals above
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
