import { expect, it } from 'vitest';
import { componentNames, healthStatusSchema } from '../../contracts/health.ts';
import { portfolioStates } from '../../contracts/overview.ts';
import { stageNames, stageStatusSchema } from '../../contracts/pipeline.ts';
import { paymentStatusSchema } from '../../contracts/rbf.ts';
import { verificationStatusSchema } from '../../contracts/verification.ts';
import {
  componentTitles,
  healthStates,
  paymentStates,
  portfolioStateNames,
  stageStates,
  stageTitles,
  verificationStates,
} from './platformStates.ts';

it('names the stage colours as the document does', { tags: ['C-60'] }, () => {
  const named = stageStatusSchema.options.map((status) => `${status} ${stageStates[status].word} ${stageStates[status].look}`);
  expect(named).toEqual(['gray Idle idle', 'blue Processing processing', 'green Healthy ok', 'amber Warning warn', 'red Critical bad']);
});

it('names the component states, and draws unknown as nothing good', { tags: ['C-60'] }, () => {
  const named = healthStatusSchema.options.map((status) => `${status} ${healthStates[status].word} ${healthStates[status].look}`);
  expect(named).toEqual(['healthy Healthy ok', 'warning Warning warn', 'critical Critical bad', 'unknown Unknown unknown']);
});

it('has a title for every stage and component', { tags: ['C-27', 'C-29'] }, () => {
  expect(stageNames.map((name) => stageTitles[name])).toEqual(['SaaStain Intake', 'Outbox Pump', 'Decision Service', 'Bank Integration']);
  expect(componentNames.map((name) => componentTitles[name])).toEqual([
    'API Gateway',
    'Database',
    'Verification Engine',
    'Evidence Storage',
  ]);
});

it('names the states of a verification', { tags: ['C-60'] }, () => {
  const named = verificationStatusSchema.options.map(
    (status) => `${status} ${verificationStates[status].word} ${verificationStates[status].look}`,
  );
  expect(named).toEqual(['verified Verified ok', 'pending Pending pending', 'failed Failed bad', 'disputed Disputed disputed']);
});

it('names the states of a portfolio, eligible_frozen as Frozen, and draws only losses as bad', { tags: ['C-60'] }, () => {
  expect(portfolioStates.map((state) => `${state} ${portfolioStateNames[state].word} ${portfolioStateNames[state].look}`)).toEqual([
    'eligible Eligible idle',
    'eligible_frozen Frozen idle',
    'packaged Packaged processing',
    'sold Sold ok',
    'recycled Recycled ok',
    'defaulted Defaulted bad',
    'written_off Written off bad',
  ]);
});

it('names the states of a payment', { tags: ['C-60'] }, () => {
  const named = paymentStatusSchema.options.map((status) => `${status} ${paymentStates[status].word} ${paymentStates[status].look}`);
  expect(named).toEqual(['pending Pending pending', 'paid Paid ok', 'failed Failed bad']);
});
