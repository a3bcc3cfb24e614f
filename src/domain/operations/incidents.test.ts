import { describe, expect, it } from 'vitest';
import { type IncidentStanding, illegalActLabels, illegalRaiseLabels, incidentActs, incidentStateOf, isLegalAct } from './incidents.ts';

const at = '2025-11-18T11:22:00Z';
const open: IncidentStanding & { readonly id: string } = { id: 'INC-0042' };
const acknowledged = { ...open, acknowledgedAt: at, acknowledgedBy: 'Chebet' };
const resolved = { ...acknowledged, resolvedAt: at };

describe('what may be done about an incident', { tags: ['C-37', 'C-60'] }, () => {
  it('follows from where it stands', () => {
    expect([open, acknowledged, resolved].map((one) => [incidentStateOf(one), incidentActs.filter((act) => isLegalAct(act, one))])).toEqual(
      [
        ['open', ['acknowledge', 'resolve', 'note', 'raise']],
        ['acknowledged', ['resolve', 'note', 'raise']],
        ['resolved', ['note']],
      ],
    );
    // Resolved by the platform, without an acknowledgement.
    expect(incidentStateOf({ resolvedAt: at })).toBe('resolved');
  });

  it('says why not, by whom where somebody did it', () => {
    expect(illegalActLabels('acknowledge', acknowledged)).toBe('INC-0042 was acknowledged by Chebet (account not recorded) already');
    expect(illegalActLabels('resolve', resolved)).toBe('INC-0042 is resolved already');
    expect(illegalActLabels('note', resolved)).toBeNull();
  });

  it('its severity is raised while it is active, and only ever raised', { tags: ['T-5'] }, () => {
    const withSeverity = (severity: 'sev1' | 'sev2' | 'sev3', standing: typeof open = open) => ({ ...standing, severity });
    expect([illegalRaiseLabels('sev1', withSeverity('sev2')), illegalRaiseLabels('sev2', withSeverity('sev3', acknowledged))]).toEqual([
      null,
      null,
    ]);
    expect(illegalRaiseLabels('sev2', withSeverity('sev2'))).toBe('INC-0042 is SEV2 already');
    expect(illegalRaiseLabels('sev3', withSeverity('sev1'))).toBe('INC-0042 is SEV1 already');
    expect(illegalRaiseLabels('sev1', withSeverity('sev2', resolved))).toBe('INC-0042 is resolved already');
  });
});
