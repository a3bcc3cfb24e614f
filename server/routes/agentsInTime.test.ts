import { expect, it } from 'vitest';
import type { Agent, AgreementResponse } from '../../src/contracts/agent.ts';
import { agentViews } from '../../src/screens/aiGovernance/model.ts';
import { seededStaff } from '../testing/staff.ts';

const staff = seededStaff();
const dayMs = 86_400_000;

/** What the agents' cards show, with the count beside each. */
async function cards() {
  const agents = (await staff.admin.get('/api/ai/agents')).json<{ agents: Agent[] }>().agents;
  const agreement = (await staff.admin.get('/api/ai/agreement')).json<AgreementResponse>().agents;
  return agentViews(agents, agreement);
}

it('the accuracy of an agent is of the last 30 days, whether anybody decides in them or not', { tags: ['T-1', 'C-36'] }, async () => {
  const asWritten = (await cards()).map(({ accuracy }) => accuracy);
  for (const days of [12, 12]) {
    staff.test.clock.advance(days * dayMs);
    await staff.signInAgain();
    for (const { name, accuracy, agreement } of await cards())
      expect(accuracy, `${name}, ${agreement?.words}`).toBe(
        `${((100 * (agreement?.agreed ?? 0)) / (agreement?.decided ?? 1)).toFixed(1)}%`,
      );
  }
  // The rest of the window gives another accuracy than all of it.
  expect((await cards()).map(({ accuracy }) => accuracy)).not.toEqual(asWritten);
});

it('an agent of whom nobody decided anything in 30 days has no accuracy', { tags: ['T-1', 'C-36'] }, async () => {
  staff.test.clock.advance(40 * dayMs);
  await staff.signInAgain();
  const views = await cards();
  expect(views.map(({ agreement }) => agreement)).toEqual([null, null, null]);
  expect(views.map(({ accuracy, accuracyShare }) => [accuracy, accuracyShare])).toEqual([
    ['–', 0],
    ['–', 0],
    ['–', 0],
  ]);
  // One decision gives it an accuracy again.
  await staff.test.platform.db
    .updateTable('ai_predictions')
    .set({ human_decision: 'other', decided_at: staff.test.clock.business().toISOString() })
    .where('tenant_id', '=', 'demo')
    .where('prediction_id', '=', (await staff.queue()).predictions[0]?.predictionId ?? '')
    .execute();
  expect((await cards()).map(({ accuracy }) => accuracy).toSorted()).toEqual(['0.0%', '–', '–']);
});
