import { describe, expect, it } from 'vitest';
import type { LoginRole } from '../../contracts/access.ts';
import { permissionsOf } from '../accounts/access.ts';
import {
  agentChange,
  alternativesTo,
  changingDisabledReason,
  decidingDisabledReason,
  missingNoteLabels,
  overridesNothing,
} from './overrides.ts';

const person = (role: LoginRole, id: string = role) => ({ id, permissions: permissionsOf(role) });
const request = { overrideId: 'OVR-0004', requestedBy: 'asker', status: 'pending' } as const;

describe('requests to override', { tags: ['C-36'] }, () => {
  it('are decided by those who may, never by whoever asked, and once', () => {
    const may = (['admin', 'bank_ops', 'operator', 'auditor'] as const).filter(
      (role) => decidingDisabledReason(request, person(role)) === null,
    );
    expect(may).toEqual(['admin', 'bank_ops']);
    expect(decidingDisabledReason(request, person('operator'))).toBe('Your role does not allow this');
    expect(decidingDisabledReason(request, person('admin', 'asker'))).toBe('Another person must decide your request');
    expect(decidingDisabledReason({ ...request, status: 'approved' }, person('admin'))).toBe('OVR-0004 is approved already');
  });

  it('offer in place of a prediction what its agent may say and did not; for an agent whose words nobody knows, nothing', {
    tags: ['C-36'],
  }, () => {
    expect(alternativesTo('VerifierAgent', 'failed')).toEqual(['verified', 'disputed']);
    expect(alternativesTo('ComplianceAgent', 'eligible')).toEqual(['not eligible']);
    expect(alternativesTo('constructor', 'eligible')).toEqual([]);
    expect(alternativesTo('TariffAgent', 'failed')).toEqual([]);
  });

  it('are rejected with words, since whoever asked may ask anew', () => {
    expect(missingNoteLabels('reject', '  ')).toMatch(/reason for rejecting/);
    expect([missingNoteLabels('reject', 'Not on that day.'), missingNoteLabels('approve', '')]).toEqual([null, null]);
  });

  it('are changed by whoever asked, approved or not, and not once they were rejected', () => {
    expect(changingDisabledReason(request, person('operator', 'asker'))).toBeNull();
    expect(changingDisabledReason({ ...request, status: 'approved' }, person('operator', 'asker'))).toBeNull();
    expect(changingDisabledReason({ ...request, status: 'rejected' }, person('operator', 'asker'))).toMatch(/make a new request/);
    expect(changingDisabledReason(request, person('admin'))).toBe('Only the requester may change it');
    expect(changingDisabledReason(request, person('auditor', 'asker'))).toBe('Your role does not allow this');
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
