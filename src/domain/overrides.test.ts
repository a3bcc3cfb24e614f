import { describe, expect, it } from 'vitest';
import type { LoginRole } from '../contracts/access.ts';
import { permissionsOf } from './access.ts';
import { agentChange, alternativesTo, barredFromChanging, barredFromDeciding, missingNoteWords, overridesNothing } from './overrides.ts';

const person = (role: LoginRole, id: string = role) => ({ id, permissions: permissionsOf(role) });
const request = { overrideId: 'OVR-0004', requestedBy: 'asker', status: 'pending' } as const;

describe('[C-36] requests to override', () => {
  it('are decided by those who may, never by whoever asked, and once', () => {
    const may = (['admin', 'bank_ops', 'operator', 'auditor'] as const).filter(
      (role) => barredFromDeciding(request, person(role)) === null,
    );
    expect(may).toEqual(['admin', 'bank_ops']);
    expect(barredFromDeciding(request, person('operator'))).toBe('Your role does not allow this');
    expect(barredFromDeciding(request, person('admin', 'asker'))).toBe('Somebody else has to decide what you asked for');
    expect(barredFromDeciding({ ...request, status: 'approved' }, person('admin'))).toBe('OVR-0004 is approved already');
  });

  it('[C-36] offer in place of a prediction what its agent may say and did not; for an agent whose words nobody knows, nothing', () => {
    expect(alternativesTo('VerifierAgent', 'failed')).toEqual(['verified', 'disputed']);
    expect(alternativesTo('ComplianceAgent', 'eligible')).toEqual(['not eligible']);
    expect(alternativesTo('constructor', 'eligible')).toEqual([]);
    expect(alternativesTo('TariffAgent', 'failed')).toEqual([]);
  });

  it('are rejected with words, since whoever asked may ask anew', () => {
    expect(missingNoteWords('reject', '  ')).toMatch(/why it is rejected/);
    expect([missingNoteWords('reject', 'Not on that day.'), missingNoteWords('approve', '')]).toEqual([null, null]);
  });

  it('are changed by whoever asked, approved or not, and not once they were rejected', () => {
    expect(barredFromChanging(request, person('operator', 'asker'))).toBeNull();
    expect(barredFromChanging({ ...request, status: 'approved' }, person('operator', 'asker'))).toBeNull();
    expect(barredFromChanging({ ...request, status: 'rejected' }, person('operator', 'asker'))).toMatch(/ask anew/);
    expect(barredFromChanging(request, person('admin'))).toBe('Only whoever asked for it may change it');
    expect(barredFromChanging(request, person('auditor', 'asker'))).toBe('Your role does not allow this');
  });

  it('override something', () => {
    expect([overridesNothing('verified', ' Verified '), overridesNothing('verified', 'disputed')]).toEqual([true, false]);
  });

  it('a change of an agent is named by what it changes', () => {
    const shadow = { mode: 'shadow', enabled: true } as const;
    expect(agentChange(shadow, shadow)).toBeNull();
    expect(agentChange(shadow, { mode: 'advisory', enabled: true })).toEqual({ kind: 'mode', before: 'shadow', after: 'advisory' });
    expect(agentChange(shadow, { mode: 'shadow', enabled: false })).toEqual({
      kind: 'disabled',
      before: 'shadow',
      after: 'shadow, disabled',
    });
  });
});
