import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataQualityLevels, technologyTypes } from '../../contracts/emissions.ts';
import {
  dataQualityTitles,
  efficiencyDefaults,
  efficiencyEmissions,
  type EfficiencyProject,
  pcafScoreOf,
  rangeOf,
  renewableDefaults,
  renewableEmissions,
  type RenewableProject,
  uncertaintyPercent,
} from './emissions.ts';
import { efficiencyFaults, renewableFaults } from './emissionsInput.ts';

const efficiency: EfficiencyProject = {
  ...efficiencyDefaults,
  projectId: 'PRJ-1',
  baselineEnergyConsumption: 120_000,
  projectEnergyConsumption: 80_000,
  financedAmount: 400_000,
  totalProjectCost: 1_000_000,
  efficiencyMeasure: 'LED lighting',
  buildingType: 'School',
};
const renewable: RenewableProject = {
  ...renewableDefaults,
  projectId: 'PRJ-2',
  capacity: 2.5,
  capacityFactor: 0.2,
  financedAmount: 2_000_000,
  totalProjectCost: 2_000_000,
};

const amount = fc.double({ min: 0, max: 1e12, noNaN: true });
const money = { financedAmount: amount, totalProjectCost: fc.double({ min: 0.01, max: 1e12, noNaN: true }) };
const years = fc.double({ min: 0.1, max: 100, noNaN: true });
const factor = fc.double({ min: 0, max: 10, noNaN: true });
const level = fc.constantFrom(...dataQualityLevels);
const efficiencies = fc
  .record({
    ...money,
    projectId: fc.constant(''),
    baselineEnergySource: fc.constant('electricity' as const),
    baselineEnergyConsumption: amount,
    projectEnergyConsumption: amount,
    electricityEmissionFactor: factor,
    projectLifetime: years,
    efficiencyMeasure: fc.constant(''),
    buildingType: fc.constant(''),
    dataQualityScore: level,
  })
  // The financed amount never exceeds the total cost.
  .map((project) => ({ ...project, financedAmount: Math.min(project.financedAmount, project.totalProjectCost) }));
const renewables = fc
  .record({
    ...money,
    projectId: fc.constant(''),
    capacity: fc.double({ min: 0, max: 1e6, noNaN: true }),
    capacityFactor: fc.double({ min: 0, max: 1, noNaN: true }),
    displacedEmissionFactor: factor,
    projectLifetime: years,
    technologyType: fc.constantFrom(...technologyTypes),
    dataQualityLevel: level,
  })
  .map((project) => ({ ...project, financedAmount: Math.min(project.financedAmount, project.totalProjectCost) }));

describe('the forms', { tags: ['C-70'] }, () => {
  it('open with the document’s defaults', () => {
    expect([efficiencyDefaults.electricityEmissionFactor, efficiencyDefaults.projectLifetime, efficiencyDefaults.dataQualityScore]).toEqual(
      [0.5, 20, 4],
    );
    expect(renewableDefaults).toEqual({
      displacedEmissionFactor: 0.8,
      projectLifetime: 25,
      technologyType: 'Solar PV',
      dataQualityLevel: 4,
    });
  });

  it('offer the document’s technologies and levels of data quality', () => {
    expect(technologyTypes).toEqual(['Solar PV', 'Wind', 'Hydro', 'Biomass']);
    expect(dataQualityLevels.map((each) => `${each} ${dataQualityTitles[each]}`)).toEqual([
      '5 Direct Measurement',
      '4 Verified Estimates',
      '3 Industry Averages',
      '2 Proxy Data',
      '1 Rough Estimates',
    ]);
  });
});

describe('the badges', () => {
  const flags = (change: Partial<EfficiencyProject>) => Object.values(efficiencyEmissions({ ...efficiency, ...change }).compliance);

  it('go by data quality, uncertainty and saving, each limit included', { tags: ['D-36', 'C-35'] }, () => {
    // 120,000 to 80,000 kWh saves a third; level 4 is PCAF score 2, ± 15 %.
    expect(flags({})).toEqual([true, true, true]);
    expect(flags({ dataQualityScore: 3 })).toEqual([true, false, true]);
    expect(flags({ dataQualityScore: 2 })).toEqual([false, false, true]);
    expect(flags({ projectEnergyConsumption: 96_000 })).toEqual([true, true, true]);
    expect(flags({ projectEnergyConsumption: 96_001 })).toEqual([true, true, false]);
    expect(flags({ projectEnergyConsumption: 130_000 })).toEqual([false, false, false]);
  });

  it('are none where nothing is financed or nothing is avoided', { tags: ['D-36'] }, () => {
    expect(flags({ financedAmount: 0 })).toEqual([false, false, false]);
    expect(flags({ electricityEmissionFactor: 0 })).toEqual([false, false, false]);
    expect(flags({ baselineEnergyConsumption: 0, projectEnergyConsumption: 0 })).toEqual([false, false, false]);
  });
});

describe('avoided emissions', { tags: ['D-26'] }, () => {
  it('of energy efficiency are (baseline − project) × factor / 1000', () => {
    expect(efficiencyEmissions(efficiency)).toEqual({
      compliance: { pcafCompliant: true, issbCompliant: true, icmaGreenBondEligible: true },
      annualAvoidedEmissions: 20,
      lifetimeAvoidedEmissions: 400,
      financedAvoidedEmissions: 8,
      attributionFactor: 0.4,
      uncertainty: { range: 15, confidenceLevel: 95 },
      dataQualityLevel: 4,
      pcafMetadata: { dataQualityScore: 2 },
    });
  });

  it('of a renewable plant are MW × 8760 × capacity factor × factor', () => {
    const result = renewableEmissions(renewable);
    expect(result.annualAvoidedEmissions).toBeCloseTo(3504, 6);
    expect(result.lifetimeAvoidedEmissions).toBeCloseTo(87_600, 5);
  });

  it('are attributed to the financier up to the whole, never beyond', () => {
    // Rows of an older platform may exceed the whole.
    const result = renewableEmissions({ ...renewable, financedAmount: 3_000_000 });
    expect(result.attributionFactor).toBe(1);
    expect(result.financedAvoidedEmissions).toBe(result.annualAvoidedEmissions);
  });

  it('are negative where the project uses more than before, and 0 has no sign', () => {
    const more = { ...efficiency, projectEnergyConsumption: 200_000 };
    expect(efficiencyEmissions(more).annualAvoidedEmissions).toBe(-40);
    expect(rangeOf(-40, 15)).toEqual([-46, -34]);
    expect(efficiencyEmissions({ ...more, electricityEmissionFactor: 0 }).annualAvoidedEmissions).toBe(0);
  });

  it('below nothing, or nothing at all, are compliant with nothing, however good the data', { tags: ['T-7', 'C-35'] }, () => {
    for (const projectEnergyConsumption of [200_000, 120_000]) {
      const { compliance, annualAvoidedEmissions } = efficiencyEmissions({ ...efficiency, projectEnergyConsumption, dataQualityScore: 5 });
      expect(annualAvoidedEmissions).toBeLessThanOrEqual(0);
      expect(compliance).toEqual({ pcafCompliant: false, issbCompliant: false, icmaGreenBondEligible: false });
    }
  });

  it('are not computed where more is financed than the project costs', { tags: ['T-7', 'C-34'] }, () => {
    const fault = { financedAmount: 'Cannot be more than the total project cost.' };
    const over = { financedAmount: 1_000_000, totalProjectCost: 800_000 };
    expect(efficiencyFaults({ ...efficiency, ...over })).toEqual(fault);
    expect(renewableFaults({ ...renewable, ...over })).toEqual(fault);
    expect(renewableFaults({ ...renewable, financedAmount: 800_000, totalProjectCost: 800_000 })).toEqual({});
    // A field's own fault takes precedence, and a share of 0 is the cost's fault.
    expect(Object.keys(efficiencyFaults({ ...efficiency, financedAmount: -1, totalProjectCost: 10 }))).toEqual(['financedAmount']);
    expect(efficiencyFaults({ ...efficiency, financedAmount: 5, totalProjectCost: 0 })).toEqual({
      totalProjectCost: 'Cannot be 0: the financed share is a share of this cost.',
    });
  });

  it('have their uncertainty and their PCAF score by level of data quality', () => {
    expect(dataQualityLevels.map((each) => [uncertaintyPercent[each], pcafScoreOf(each)])).toEqual([
      [5, 1],
      [15, 2],
      [30, 3],
      [50, 4],
      [65, 5],
    ]);
  });

  it('keep their laws for every project without faults', () => {
    fc.assert(
      fc.property(efficiencies, (project) => {
        expect(efficiencyFaults(project)).toEqual({});
        const { annualAvoidedEmissions: annual, ...rest } = efficiencyEmissions(project);
        expect(Math.sign(annual)).toBe(
          project.electricityEmissionFactor === 0 || Math.abs(annual) === 0
            ? 0
            : Math.sign(project.baselineEnergyConsumption - project.projectEnergyConsumption),
        );
        expect(rest.attributionFactor).toBeGreaterThanOrEqual(0);
        expect(rest.attributionFactor).toBeLessThanOrEqual(1);
        expect(Math.abs(rest.financedAvoidedEmissions)).toBeLessThanOrEqual(Math.abs(annual));
        expect(rest.lifetimeAvoidedEmissions).toBe(annual * project.projectLifetime || 0); // a product that underflows to 0 has no sign
        expect(Object.values(rest).every((value) => typeof value !== 'number' || Number.isFinite(value))).toBe(true);
        const swapped = {
          ...project,
          baselineEnergyConsumption: project.projectEnergyConsumption,
          projectEnergyConsumption: project.baselineEnergyConsumption,
        };
        expect(efficiencyEmissions(swapped).annualAvoidedEmissions + annual).toBe(0);
      }),
    );
  });

  it('are the same whether a kWh is saved or generated', () => {
    fc.assert(
      fc.property(renewables, (project) => {
        expect(renewableFaults(project)).toEqual({});
        const saved = efficiencyEmissions({
          ...efficiency,
          baselineEnergyConsumption: project.capacity * 1000 * 8760 * project.capacityFactor,
          projectEnergyConsumption: 0,
          electricityEmissionFactor: project.displacedEmissionFactor,
        }).annualAvoidedEmissions;
        const generated = renewableEmissions(project).annualAvoidedEmissions;
        expect(Math.abs(saved - generated)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(saved), 1e-300));
      }),
    );
  });
});

describe('input checks', { tags: ['C-34'] }, () => {
  it('say what is wrong, field by field', () => {
    expect(efficiencyFaults({ ...efficiency, baselineEnergyConsumption: -1, totalProjectCost: 0, financedAmount: Number.NaN })).toEqual({
      baselineEnergyConsumption: 'Cannot be negative.',
      totalProjectCost: 'Cannot be 0: the financed share is a share of this cost.',
      financedAmount: 'Enter a number, with a point for decimals.',
    });
    expect(renewableFaults({ ...renewable, capacityFactor: 22, projectLifetime: 0 })).toEqual({
      capacityFactor: 'Must be between 0 and 1. 22 % is 0.22.',
      projectLifetime: 'Enter more than 0 years.',
    });
  });

  it('catch grams entered for kilograms, and kilowatts or watts for megawatts', () => {
    expect(efficiencyFaults({ ...efficiency, electricityEmissionFactor: 500 })).toHaveProperty('electricityEmissionFactor');
    expect(renewableFaults({ ...renewable, capacity: 2_500_000 })).toHaveProperty('capacity');
  });

  it('let both ends of a share pass', () => {
    expect(renewableFaults({ ...renewable, capacityFactor: 0 })).toEqual({});
    expect(renewableFaults({ ...renewable, capacityFactor: 1 })).toEqual({});
  });

  it('find what is no finite number in any field', () => {
    const fields = [
      'capacity',
      'capacityFactor',
      'displacedEmissionFactor',
      'projectLifetime',
      'financedAmount',
      'totalProjectCost',
    ] as const;
    fc.assert(
      fc.property(
        renewables,
        fc.constantFrom(...fields),
        fc.constantFrom(Number.NaN, Infinity, -Infinity),
        (project, field, value) => Object.keys(renewableFaults({ ...project, [field]: value })).join() === field,
      ),
    );
  });
});
