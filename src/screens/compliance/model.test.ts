import { describe, expect, it } from 'vitest';
import {
  calculateEfficiency,
  calculateRenewable,
  emptyEfficiency,
  emptyRenewable,
  levelOptions,
  numberFrom,
  savingsLabels,
  technologyOptions,
} from './model.ts';
import { rangeLabels, tonnes } from './tonnes.ts';

const efficiency = {
  ...emptyEfficiency,
  projectId: ' PRJ-1 ',
  baselineEnergyConsumption: '120,000',
  projectEnergyConsumption: '80000',
  financedAmount: '1 000 000',
  totalProjectCost: '1,000,000',
  buildingType: 'School',
};

describe('the forms', { tags: ['C-70'] }, () => {
  it('open with the document’s defaults and otherwise empty', () => {
    const filled = (form: Readonly<Record<string, string>>) => Object.entries(form).filter(([, text]) => text !== '');
    expect(Object.fromEntries(filled(emptyEfficiency))).toEqual({
      electricityEmissionFactor: '0.5',
      projectLifetime: '20',
      dataQualityScore: '4',
    });
    expect(Object.fromEntries(filled(emptyRenewable))).toEqual({
      displacedEmissionFactor: '0.8',
      projectLifetime: '25',
      technologyType: 'Solar PV',
      dataQualityLevel: '4',
    });
    expect(levelOptions.map(({ label }) => label)).toEqual([
      '5 Direct Measurement',
      '4 Verified Estimates',
      '3 Industry Averages',
      '2 Proxy Data',
      '1 Rough Estimates',
    ]);
    expect(technologyOptions.map(({ label }) => label)).toEqual(['Solar PV', 'Wind', 'Hydro', 'Biomass']);
  });
});

describe('reading numbers', () => {
  it.each([
    ['120,000', 120_000],
    ['1 400 000.5', 1_400_000.5],
    ['.5', 0.5],
    ['-3', -3],
    ['2e3', 2000],
  ])('takes %s', (text, value) => expect(numberFrom(text)).toBe(value));

  it.each(['', '0,5', '12,34', '1,20,000', '0x10', 'Infinity', 'twelve', '1.2.3'])('does not guess what "%s" means', (text) =>
    expect(numberFrom(text)).toBeNaN(),
  );
});

describe('calculating', () => {
  it('shows the sum with its figures', () => {
    const outcome = calculateEfficiency(efficiency);
    expect(outcome).toMatchObject({ ok: true, calculation: { name: 'PRJ-1 · School' } });
    expect(outcome.ok && outcome.calculation.workings).toEqual([
      'Energy savings: 120,000 − 80,000 = 40,000 kWh per year',
      'A year: 40,000 kWh × 0.5 kg CO2e per kWh ÷ 1,000 = 20.00 t CO2e',
      'Lifetime: 20.00 t CO2e × 20 years = 400.00 t CO2e',
      'Attribution: 1,000,000 ÷ 1,000,000 = 1',
      'Financed per year: 20.00 t CO2e × 1 = 20.00 t CO2e',
    ]);
  });

  it('says at its field that more is financed than the project costs, and computes nothing', { tags: ['T-7', 'C-34'] }, () => {
    expect(calculateEfficiency({ ...efficiency, financedAmount: '1,000,000', totalProjectCost: '800,000' })).toEqual({
      ok: false,
      faults: { financedAmount: 'Cannot be more than the total project cost.' },
    });
  });

  it('reads the renewable form', () => {
    const outcome = calculateRenewable({
      ...emptyRenewable,
      capacity: '2.5',
      capacityFactor: '0.2',
      financedAmount: '1',
      totalProjectCost: '4',
    });
    expect(outcome.ok && outcome.calculation.workings.slice(0, 2)).toEqual([
      'Generation: 2.5 MW × 8,760 h × 0.2 = 4,380 MWh per year',
      'A year: 4,380 MWh × 0.8 kg CO2e per kWh = 3,504 t CO2e',
    ]);
    expect(outcome.ok && [outcome.calculation.name, outcome.calculation.result.attributionFactor]).toEqual(['Solar PV', 0.25]);
  });

  it('says what is missing and what is wrong, beside each field', () => {
    expect(calculateRenewable({ ...emptyRenewable, capacity: '-1', capacityFactor: '22', totalProjectCost: '0' })).toEqual({
      ok: false,
      faults: {
        capacity: 'Cannot be negative.',
        capacityFactor: 'Must be between 0 and 1. 22 % is 0.22.',
        financedAmount: 'Enter a number.',
        totalProjectCost: 'Cannot be 0: the financed share is a share of this cost.',
      },
    });
  });

  it('shows a saving below nothing as negative', () => {
    const worse = { ...efficiency, projectEnergyConsumption: '200,000' };
    const outcome = calculateEfficiency(worse);
    expect(outcome.ok && tonnes(outcome.calculation.result.annualAvoidedEmissions)).toBe('-40.00 t CO2e');
    expect(savingsLabels(worse)).toBe('-80,000 kWh per year');
    expect(savingsLabels(emptyEfficiency)).toBeNull();
    expect(savingsLabels({ ...worse, projectEnergyConsumption: '-3' })).toBeNull();
  });
});

it('writes tonnes with decimals that say something', () => {
  expect([0, 0.01234, 20, 3504].map(tonnes)).toEqual(['0 t CO2e', '0.0123 t CO2e', '20.00 t CO2e', '3,504 t CO2e']);
  expect(rangeLabels(20, 15)).toBe('17.00 to 23.00 t CO2e');
});
