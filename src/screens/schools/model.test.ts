import { describe, expect, it } from 'vitest';
import { verificationRow } from '../../../tests/builders/operations.ts';
import { measuredBySchool, type SchoolFacts, schoolViews, totalsOf } from './model.ts';

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
  it("[C-32] [C-86] marks each school in the document's words and says which limit it misses", () => {
    const [first, second] = schoolViews([row('Baobab', 22.8, 97), row('Lodwar', 14.9, 80)]);
    expect(first).toMatchObject({ name: 'Lodwar', standing: 'Below Target', missed: 'Fuel savings under 15% and uptime under 95%' });
    expect(second).toMatchObject({ name: 'Baobab', standing: 'Performing', missed: null });
  });

  it('[C-32] sums the programme from its schools and never adds two currencies', () => {
    expect(totalsOf([row('A', 20, 96), row('B', 1, 96), row('C', 20, 96, 'UGX')])).toEqual({
      schoolsServed: 3,
      performing: 2,
      savings: 'KES 8,000, UGX 4,000',
      emissionReductions: '7.5 t',
      carbonCredits: '9',
    });
    expect(totalsOf([])).toBeNull();
  });

  it('shows a school whose financing the platform did not send without inventing any', () => {
    const [view] = schoolViews([{ ...row('A', 20, 96), financing: null }]);
    expect(view).toMatchObject({ payment: null, dgnEligible: null });
    expect(view?.facts.map(({ key }) => key)).toEqual(['Cooking time', 'Steam flow', 'Fuel consumption']);
  });
});

it('[C-32] draws what was measured at each school, oldest first, whatever was decided about it', () => {
  const at = (index: number, siteName: string, timestamp: string, fuelSavings: number) =>
    verificationRow(index, { siteName, timestamp, status: 'disputed', performanceKpis: { uptime: 90, fuelSavings, emissionReduction: 1 } });
  const measured = measuredBySchool(
    [
      at(2, 'Baobab', '2025-11-18T10:00:00Z', 11.4),
      at(1, 'Baobab', '2025-11-17T10:00:00Z', 18),
      at(0, 'Elsewhere', '2025-11-16T10:00:00Z', 1),
    ],
    ['Baobab', 'Lodwar'],
  );
  expect(measured.get('Baobab')?.fuelSavings.map(([, value]) => value)).toEqual([18, 11.4]);
  expect(measured.get('Lodwar')).toEqual({ fuelSavings: [], uptime: [] });
});
