import { describe, expect, it } from 'vitest';
import { efficiencyRequestSchema, renewableRequestSchema } from '../../contracts/emissions.ts';
import { z } from '../../contracts/zod.ts';
import { compareResults, requestOf } from './check.ts';
import { type Calculation, calculateEfficiency, calculateRenewable, emptyEfficiency, emptyRenewable } from './model.ts';

function calculated(outcome: ReturnType<typeof calculateEfficiency>): Calculation {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults));
  return outcome.calculation;
}
const money = { financedAmount: '400', totalProjectCost: '1000' };
const efficiency = calculated(
  calculateEfficiency({ ...emptyEfficiency, ...money, baselineEnergyConsumption: '120000', projectEnergyConsumption: '80000' }),
);
const renewable = calculated(calculateRenewable({ ...emptyRenewable, ...money, capacity: '2.5', capacityFactor: '0.2' }));

describe('the platform’s own calculation', () => {
  it('is asked for in the document’s shape, energy savings included', { tags: ['C-46'] }, () => {
    const { body } = requestOf(efficiency.of);
    expect(z.parse(efficiencyRequestSchema, body)).toEqual({ ...efficiency.of.project, energySavings: 40_000 });
    expect(z.parse(renewableRequestSchema, requestOf(renewable.of).body)).toEqual(renewable.of.project);
  });

  it('agrees where its figures are ours, but for the last binary digit', { tags: ['D-26'] }, () => {
    const there = { calculationId: 'c-1', ...efficiency.result };
    expect(compareResults(efficiency.result, there)).toEqual({ state: 'agrees', calculationId: 'c-1' });
    const nextDouble = there.annualAvoidedEmissions * (1 + Number.EPSILON);
    expect(compareResults(efficiency.result, { ...there, annualAvoidedEmissions: nextDouble }).state).toBe('agrees');
  });

  it.each([
    [{ annualAvoidedEmissions: 20.001 }, 'avoided per year'],
    [{ lifetimeAvoidedEmissions: 401 }, 'avoided over the lifetime'],
    [{ financedAvoidedEmissions: 9 }, 'financed per year'],
    [{ attributionFactor: 0.5 }, 'attribution factor'],
    [{ uncertainty: { range: 30, confidenceLevel: 95 } }, 'uncertainty'],
    [{ pcafMetadata: { dataQualityScore: 3 } }, 'PCAF score'],
    [{ compliance: { pcafCompliant: true, issbCompliant: false, icmaGreenBondEligible: true } }, 'badges'],
  ] as const)('differs in %j, and says in what', { tags: ['D-26'] }, (change, figure) => {
    const verdict = compareResults(efficiency.result, { calculationId: 'c-1', ...efficiency.result, ...change });
    expect(verdict).toEqual({ state: 'differs', calculationId: 'c-1', figures: [figure] });
  });
});
