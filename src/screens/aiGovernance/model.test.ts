import { describe, expect, it } from 'vitest';
import type { Agent } from '../../contracts/agent.ts';
import { agentViews, enabledLabels } from './model.ts';

const agent = (name: string, over: Partial<Agent> = {}): Agent => ({
  agentId: `AGT-${name}`,
  name,
  mode: 'active',
  confidenceScore: 0.94,
  predictionAccuracy: 0.962,
  enabled: true,
  version: 1,
  ...over,
});

describe('agent cards', () => {
  it('stand in the order of the document, others after them', { tags: ['C-36'] }, () => {
    const views = agentViews([agent('ComplianceAgent'), agent('BudgetAgent'), agent('RiskAgent'), agent('VerifierAgent')]);
    expect(views.map(({ name }) => name)).toEqual(['VerifierAgent', 'RiskAgent', 'ComplianceAgent', 'BudgetAgent']);
  });

  it('show mode, confidence, accuracy, enabled and last prediction', { tags: ['C-36'] }, () => {
    const [view] = agentViews([agent('RiskAgent', { mode: 'advisory', lastPrediction: 'low risk · DGN-014' })]);
    expect(view).toMatchObject({
      mode: { word: 'Advisory', look: 'info' },
      confidence: '94.0%',
      accuracy: '96.2%',
      enabled: true,
      lastPrediction: 'low risk · DGN-014',
    });
    expect(['shadow', 'active'].map((mode) => agentViews([agent('RiskAgent', { mode: mode as Agent['mode'] })])[0]?.mode.word)).toEqual([
      'Shadow',
      'Active',
    ]); // both are members of the enumeration
  });

  it('invent no prediction where there is none', { tags: ['C-36'] }, () => {
    expect(agentViews([agent('RiskAgent'), agent('X', { lastPrediction: ' ' })]).map(({ lastPrediction }) => lastPrediction)).toEqual([
      null,
      null,
    ]);
  });
});

it('counts the enabled, and says nothing about nothing', () => {
  expect(enabledLabels([agent('a'), agent('b', { enabled: false })])).toBe('1 of 2 agents enabled');
  expect(enabledLabels([])).toBeNull();
});

it('says of every mode what it means and what follows from it', { tags: ['C-36', 'C-60'] }, () => {
  const words = agentViews((['shadow', 'advisory', 'active'] as const).map((mode) => agent(mode, { mode }))).map(
    ({ mode }) => `${mode.word}: ${mode.meaning}. ${mode.follows}.`,
  );
  expect(words.sort()).toEqual([
    'Active: Decides by itself. Its decision counts.',
    'Advisory: Proposes. A person decides.',
    'Shadow: Predicts only. Takes no action.',
  ]);
});
