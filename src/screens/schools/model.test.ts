import { describe, expect, it } from 'vitest';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { verificationRow } from '../../../tests/builders/operations.ts';
import type { SchoolFacts } from '../../domain/figures/programmeSums.ts';
import { measuredOf, schoolViews, shownSchools, totalsOf } from './model.ts';

const row = (name: string, fuelSavingsPercent: number, uptime: number, currency = 'KES'): SchoolFacts => ({
  currency,
  school: {
    schoolId: name,
    schoolName: name,
    location: 'Kilifi',
    cookingTime: 4.2,
    steamFlow: 38,
    fuelConsumption: 61,
    fuelSavingsPercent,
    uptime,
    sensorHealth: 'healthy',
    lastUpdated: '2025-11-18T11:00:00Z',
    version: 1,
  },
  financing: {
    schoolId: name,
    verifiedEnergyCharges: 12_000,
    costSavings: 4_000,
    paymentStatus: 'overdue',
    carbonCreditsGenerated: 3,
    emissionReductions: 2.5,
    dgnEligible: true,
  },
});

describe('Schools to Zero', () => {
  it("marks each school in the document's words and says which limit it misses", { tags: ['C-32', 'C-86'] }, () => {
    const [first, second] = schoolViews([row('Baobab', 22.8, 97), row('Lodwar', 14.9, 80)]);
    expect(first).toMatchObject({ name: 'Lodwar', performing: false, missed: 'Fuel savings below 15% and uptime below 95%' });
    expect(second).toMatchObject({ name: 'Baobab', performing: true, missed: null });
  });

  it('sums the programme from its schools and never adds two currencies', { tags: ['C-32'] }, () => {
    expect(totalsOf([row('A', 20, 96), row('B', 1, 96), row('C', 20, 96, 'UGX')])).toEqual({
      schoolsServed: 3,
      performing: 2,
      savings: 'KES 8,000, UGX 4,000',
      savingsNote: '',
      emissionReductions: '7.5 t',
      carbonCredits: '9',
    });
    expect(totalsOf([])).toBeNull();
  });

  it('shows a school whose financing the platform did not send without inventing any', () => {
    const [view] = schoolViews([{ ...row('A', 20, 96), financing: null }]);
    expect(view).toMatchObject({ payment: null, dgnEligible: null });
    expect(view?.groups.flatMap(({ facts }) => facts.map(({ key }) => key))).toEqual(['Cooking time', 'Steam flow', 'Fuel consumption']);
  });
});

describe('where the figures of a school come from', () => {
  const at = '2025-11-18T11:24:00Z';
  const meter = { at, by: 'meter', simulated: true } as const;
  const base = row('A', 20, 96);
  const financing = base.financing ?? undefined;

  it('says when and by what a kitchen was measured, and what was made up by the demo', { tags: ['T-1', 'C-48'] }, () => {
    const [view] = schoolViews([
      {
        ...base,
        school: { ...base.school, readings: { cookingTime: meter, steamFlow: meter, sensorHealth: { at, by: 'sensor', simulated: true } } },
      },
    ]);
    expect(view?.groups[0]).toEqual({
      facts: [
        { key: 'Cooking time', value: '4.2 h a day' },
        { key: 'Steam flow', value: '38.0 kg an hour' },
        { key: 'Fuel consumption', value: 'Not measured' },
      ],
      reading: { verb: 'Measured', at, by: 'by the meter, simulated' },
      source: null,
    });
    expect(view?.sensors).toEqual({ state: 'healthy', simulated: true });
    if (financing === undefined) throw new Error('a row without financing');
    const bill = { at, by: 'bill', simulated: true } as const;
    expect(totalsOf([{ ...base, financing: { ...financing, readings: { costSavings: bill } } }])?.savingsNote).toBe('simulated');
  });

  it('shows nothing as a figure that no record, reading or payment stands behind', { tags: ['T-1', 'D-59'] }, () => {
    if (financing === undefined) throw new Error('a row without financing');
    const none = { total: 0, paid: 0, pending: 0, failed: 0, overdue: 0 };
    const empty: SchoolFacts = {
      ...base,
      school: { ...base.school, fuelSavingsPercent: 0, uptime: 0, readings: {}, records: 0 },
      financing: { ...financing, readings: {}, verifiedRecords: 0, payments: none },
    };
    const [view] = schoolViews([empty]);
    expect(view).toMatchObject({
      performing: null,
      fuelSavings: { text: '–', known: false },
      sensors: { state: null, simulated: false },
      payment: 'none',
      measuredAt: null,
    });
    const values = view?.groups.flatMap(({ facts }) => facts.map(({ value }) => value));
    expect(values).toEqual(['Not measured', 'Not measured', 'Not measured', 'Not reported', 'Not reported', '–', '–']);
    expect(totalsOf([empty])).toEqual({
      schoolsServed: 1,
      performing: 0,
      savings: 'not reported',
      savingsNote: '',
      emissionReductions: '–',
      carbonCredits: '–',
    });
    // Without records it neither performs nor misses its targets.
    expect(shownSchools(schoolViews([empty]), { standing: 'below' })).toEqual([]);
  });
});

it('draws what was measured at the site, oldest first, whatever was decided about it', { tags: ['C-32'] }, () => {
  const at = (index: number, timestamp: string, fuelSavings: number) =>
    verificationRow(index, { timestamp, status: 'disputed', performanceKpis: { uptime: 90, fuelSavings, emissionReduction: 1 } });
  const measured = measuredOf([at(2, '2025-11-18T10:00:00Z', 11.4), at(1, '2025-11-17T10:00:00Z', 18)]);
  expect(measured.fuelSavings.map(([, value]) => value)).toEqual([18, 11.4]);
  expect(measured.uptime).toHaveLength(2);
  expect(measuredOf([])).toEqual({ fuelSavings: [], uptime: [] });
});

it('shows the schools of one standing, as the address says', { tags: ['D-28', 'C-86'] }, () => {
  const views = schoolViews([row('Baobab', 22.8, 97), row('Lodwar', 14.9, 80)]);
  const names = (standing: 'performing' | 'below' | null) => shownSchools(views, { standing }).map(({ name }) => name);
  expect([names(null), names('performing'), names('below')]).toEqual([['Lodwar', 'Baobab'], ['Baobab'], ['Lodwar']]);
  expect(readAddress('schools', new URLSearchParams(queryOf('schools', { standing: 'below' })))).toEqual({ standing: 'below' });
  expect(readAddress('schools', new URLSearchParams('standing=odd'))).toEqual({ standing: null });
  expect(queryOf('schools', { standing: null })).toBe('');
});
