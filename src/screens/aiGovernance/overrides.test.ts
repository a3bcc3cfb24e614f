import { describe, expect, it } from 'vitest';
import type { Override } from '../../contracts/agent.ts';
import { actChange, actName, addressFrom, listedOverrides, overrideStates, paramsOf } from './overrides.ts';

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
  it('[C-36] stand with what has waited longest on top, then the newest of the others', () => {
    const all = [
      override('OVR-1', { status: 'approved', createdAt: '2025-11-10T09:00:00Z' }),
      override('OVR-2', { status: 'rejected', createdAt: '2025-11-12T09:00:00Z' }),
      override('OVR-3', { createdAt: '2025-11-18T11:00:00Z' }),
      override('OVR-4', { createdAt: '2025-11-18T09:00:00Z' }),
    ];
    expect(listedOverrides(all, 'all').map(({ overrideId }) => overrideId)).toEqual(['OVR-4', 'OVR-3', 'OVR-2', 'OVR-1']);
    expect(listedOverrides(all, 'approved').map(({ overrideId }) => overrideId)).toEqual(['OVR-1']);
  });

  it('[C-60] have the document’s three states', () => {
    expect(Object.values(overrideStates).map(({ word }) => word)).toEqual(['Pending', 'Approved', 'Rejected']);
  });

  it('[D-28] are found again by their address', () => {
    const text = 'status=pending&override=OVR-0004&ask=PRD-000480&agent=AGT-RISK';
    expect(paramsOf(addressFrom(new URLSearchParams(text)))).toBe(text);
    expect(paramsOf(addressFrom(new URLSearchParams('status=maybe')))).toBe('');
  });
});

it('[C-36] the trail says what an act changed, and what stayed', () => {
  expect([actName('mode').word, actChange({ before: 'shadow', after: 'advisory' })]).toEqual(['Mode changed', 'shadow to advisory']);
  expect(actChange({ before: 'eligible', after: 'eligible' })).toBe('eligible stands');
});
