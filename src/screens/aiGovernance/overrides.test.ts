import { describe, expect, it } from 'vitest';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { newestOverrides, type Override, type Prediction } from '../../contracts/agent.ts';
import { actChange, actName, choiceOf, cutLabels, listedOverrides, noneListedLabels } from './overrides.ts';
import { overrideApproved } from '../../domain/claims/records.ts';

const override = (overrideId: string, over: Partial<Override> = {}): Override => ({
  overrideId,
  predictionId: 'PRD-000001',
  agentName: 'VerifierAgent',
  subject: 'VRF-001244',
  originalPrediction: 'verified',
  overrideValue: 'disputed',
  justification: 'The seal shows another number.',
  requestedBy: 'usr-demo-operator',
  requestedByName: 'Chebet Koech',
  createdAt: '2025-11-18T09:00:00Z',
  status: 'pending',
  approvedBy: null,
  version: 1,
  ...over,
});

describe('override requests', () => {
  it('of which the platform lists the newest that were decided, and all that wait: none among them is not none', {
    tags: ['T-1', 'C-36'],
  }, () => {
    const many = Array.from({ length: newestOverrides }, (_, place) => override(`OVR-${place}`, { status: 'approved' }));
    expect(noneListedLabels(many, 'rejected')).toEqual({
      title: 'No rejected request is listed',
      all: 'All pending requests and the newest 100 decided ones are listed.',
    });
    // A list that is not empty says so too.
    expect((['all', 'approved', 'pending'] as const).map((status) => cutLabels(many, status))).toEqual([
      'All pending requests and the newest 100 decided ones are listed',
      'All pending requests and the newest 100 decided ones are listed',
      null,
    ]);
    expect(cutLabels(many.slice(1), 'all')).toBeNull();
    expect(noneListedLabels(many, 'pending').title).toBe('No pending requests');
    expect(noneListedLabels(many.slice(1), 'rejected')).toEqual({ title: 'No rejected requests', all: '99 in all.' });
  });

  it('stand with what has waited longest on top, then the newest of the others', { tags: ['C-36'] }, () => {
    const all = [
      override('OVR-1', { status: 'approved', createdAt: '2025-11-10T09:00:00Z' }),
      override('OVR-2', { status: 'rejected', createdAt: '2025-11-12T09:00:00Z' }),
      override('OVR-3', { createdAt: '2025-11-18T11:00:00Z' }),
      override('OVR-4', { createdAt: '2025-11-18T09:00:00Z' }),
    ];
    expect(listedOverrides(all, 'all').map(({ overrideId }) => overrideId)).toEqual(['OVR-4', 'OVR-3', 'OVR-2', 'OVR-1']);
    expect(listedOverrides(all, 'approved').map(({ overrideId }) => overrideId)).toEqual(['OVR-1']);
  });

  it('have the document’s three states', { tags: ['C-60'] }, () => {
    expect((['pending', 'approved', 'rejected'] as const).map((status) => overrideApproved('OVR-1', status).word)).toEqual([
      'Pending',
      'Approved',
      'Rejected',
    ]);
  });

  it('are found again by their address', { tags: ['D-28'] }, () => {
    const text = 'status=pending&sort=-asked&open=OVR-0004&ask=PRD-000480&agent=AGT-RISK';
    expect(queryOf('aiGovernance', readAddress('aiGovernance', new URLSearchParams(text)))).toBe(text);
    expect(queryOf('aiGovernance', readAddress('aiGovernance', new URLSearchParams('status=maybe')))).toBe('');
  });
});

describe('the prediction that a request is written about', { tags: ['C-36'] }, () => {
  const prediction = (predictionId: string): Prediction => ({
    predictionId,
    agentId: 'AGT-VERIFIER',
    agentName: 'VerifierAgent',
    subject: 'VRF-001244',
    prediction: 'verified',
    confidence: 0.94,
    predictedAt: '2025-11-18T09:00:00Z',
  });
  const [older, newer, newest] = [prediction('PRD-1'), prediction('PRD-2'), prediction('PRD-3')] as const;

  it('is the newest at first, and stays what it was when newer ones come or it is decided meanwhile', () => {
    expect(choiceOf('new', null, [newer, older])).toEqual({ prediction: newer, choices: [newer, older] });
    expect(choiceOf('new', newer, [newest, newer, older])).toEqual({ prediction: newer, choices: [newest, newer, older] });
    expect(choiceOf('new', newer, [newest, older])).toEqual({ prediction: newer, choices: [newer, newest, older] });
    expect(choiceOf('PRD-1', older, [newest])).toEqual({ prediction: older, choices: [older, newest] });
  });

  it('is the one that was chosen, and never another in its place', () => {
    expect(choiceOf('PRD-1', newer, [newer, older]).prediction).toEqual(older);
    expect(choiceOf('PRD-9', newer, [newer, older]).prediction).toBeUndefined();
    expect(choiceOf('new', null, []).prediction).toBeUndefined();
  });
});

it('the trail says what an act changed, and what stayed', { tags: ['C-36'] }, () => {
  expect([actName('mode').word, actChange({ before: 'shadow', after: 'advisory' })]).toEqual(['Mode changed', 'shadow to advisory']);
  expect(actChange({ before: 'eligible', after: 'eligible' })).toBe('eligible stands');
});
