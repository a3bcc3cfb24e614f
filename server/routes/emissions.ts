import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { EfficiencyRequest } from '../../src/contracts/emissions.ts';
import { efficiencyEmissions, energySavingsOf, renewableEmissions } from '../../src/domain/emissions.ts';
import { efficiencyFaults, renewableFaults } from '../../src/domain/emissionsInput.ts';
import type { Platform } from '../context.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';

/** Avoided emissions of one project (C-34): the very sums of the console (D-26), so that the two can be held against each other. Nothing is kept. */
export function registerEmissionRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'avoidedByEfficiency', async ({ body }) => {
    const refused = refuseFaults({ ...efficiencyFaults(body), ...savingsFault(body) });
    return refused ?? { calculationId: randomUUID(), ...efficiencyEmissions(body) };
  });

  route(app, platform, 'avoidedByRenewables', async ({ body }) => {
    const refused = refuseFaults(renewableFaults(body));
    return refused ?? { calculationId: randomUUID(), ...renewableEmissions(body) };
  });
}

function refuseFaults(faults: Readonly<Partial<Record<string, string>>>): Refusal | null {
  const told = Object.entries(faults).map(([field, fault]) => `${field}: ${fault}`);
  return told.length === 0 ? null : refuse('bad_request', told.join(' '));
}

/** The document's request carries the savings beside what they follow from: a caller whose own difference is another one has a mistake. */
function savingsFault(body: EfficiencyRequest): Readonly<Partial<Record<'energySavings', string>>> {
  const expected = energySavingsOf(body);
  const off = Math.abs(body.energySavings - expected);
  // A caller may have rounded; a millionth of the larger consumption is far below any meter.
  const slack = Math.max(body.baselineEnergyConsumption, body.projectEnergyConsumption, 1) * 1e-6;
  return off <= slack ? {} : { energySavings: `Must be the baseline minus the project, ${expected}.` };
}
