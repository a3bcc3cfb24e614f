import { describe, expect, it } from 'vitest';
import { agentChange, alternativesTo, overridesNothing } from './overrides.ts';

describe('requests to override', { tags: ['C-36'] }, () => {
  it('offer in place of a prediction what its agent may say and did not; for an agent whose words nobody knows, nothing', {
    tags: ['C-36'],
  }, () => {
    expect(alternativesTo('VerifierAgent', 'failed')).toEqual(['verified', 'disputed']);
    expect(alternativesTo('ComplianceAgent', 'eligible')).toEqual(['not eligible']);
    expect(alternativesTo('constructor', 'eligible')).toEqual([]);
    expect(alternativesTo('TariffAgent', 'failed')).toEqual([]);
  });

  it('override something', () => {
    expect([overridesNothing('verified', ' Verified '), overridesNothing('verified', 'disputed')]).toEqual([true, false]);
  });

  it('a change of an agent is named by what it changes', () => {
    const shadow = { mode: 'shadow', enabled: true } as const;
    expect(agentChange(shadow, shadow)).toMatchObject({ before: 'shadow', after: 'shadow' });
    expect(agentChange(shadow, { mode: 'advisory', enabled: true })).toEqual({ kind: 'mode', before: 'shadow', after: 'advisory' });
    expect(agentChange(shadow, { mode: 'shadow', enabled: false })).toEqual({
      kind: 'disabled',
      before: 'shadow',
      after: 'shadow, disabled',
    });
  });
});
