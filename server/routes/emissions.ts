import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { EfficiencyRequest } from '../../src/contracts/emissions.ts';
import { efficiencyEmissions, energySavingsOf, renewableEmissions } from '../../src/domain/finance/emissions.ts';
import { efficiencyFaults, renewableFaults } from '../../src/domain/finance/emissionsInput.ts';
import type { Platform } from '../context.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';

/**
 * Avoided emissions of one project (C-34), by the same formulas as the console (D-26), so that the two can be compared. Nothing is
 * stored.
 */
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

/** The documented request contains the savings as well as the values they follow from: a deviating difference is the caller's mistake. */
function savingsFault(body: EfficiencyRequest): Readonly<Partial<Record<'energySavings', string>>> {
  const expected = energySavingsOf(body);
  const off = Math.abs(body.energySavings - expected);
  // The caller may have rounded; a millionth of the larger consumption is far below the precision of any meter.
  const slack = Math.max(body.baselineEnergyConsumption, body.projectEnergyConsumption, 1) * 1e-6;
  return off <= slack ? {} : { energySavings: `Must be the baseline minus the project, ${expected}.` };
}
