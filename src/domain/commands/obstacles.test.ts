import { describe, expect, it } from 'vitest';
import type { LoginRole } from '../../contracts/access.ts';
import type { Command } from '../../contracts/outbox.ts';
import { permissionsOf } from '../accounts/access.ts';
import { incidentStateOf } from '../operations/incidents.ts';
import { obstacleTo, type SubjectOf } from './commands.ts';
import { type Obstacle, obstacleLabels } from './obstacleLabels.ts';
import type { Asked } from './row.ts';

const person = (role: LoginRole, id: string = role) => ({ id, permissions: permissionsOf(role) });
const labelOf = (obstacle: Obstacle | null): string | null => obstacle && obstacleLabels(obstacle);
const why = <C extends Asked>(asked: C, subject: SubjectOf<C['kind']>, by = person('admin')): string | null =>
  labelOf(obstacleTo(asked, { subject, person: by }));

const incidentId = 'INC-0042';
const at = '2025-11-18T11:22:00Z';
const open: SubjectOf<'note'> = { id: incidentId, severity: 'sev2' };
const acknowledged = { ...open, acknowledgedAt: at, acknowledgedBy: 'Chebet' };
const resolved = { ...acknowledged, resolvedAt: at };
const acknowledge = { kind: 'acknowledge', incidentId } as const;
const resolve = { kind: 'resolve', incidentId, note: 'Over.' } as const;
const note = { kind: 'note', incidentId, text: 'Seen.' } as const;
const raiseTo = (severity: 'sev1' | 'sev2' | 'sev3') => ({ kind: 'raise', incidentId, severity, note: 'Nothing gets through.' }) as const;

describe('what may be done about an incident', { tags: ['C-37', 'C-60'] }, () => {
  it('follows from where it stands', () => {
    const acts = [acknowledge, resolve, note, raiseTo('sev1')];
    expect(
      [open, acknowledged, resolved].map((one) => [
        incidentStateOf(one),
        acts.filter((act) => why(act, one) === null).map(({ kind }) => kind),
      ]),
    ).toEqual([
      ['open', ['acknowledge', 'resolve', 'note', 'raise']],
      ['acknowledged', ['resolve', 'note', 'raise']],
      ['resolved', ['note']],
    ]);
    // Resolved by the platform, without an acknowledgement.
    expect(incidentStateOf({ resolvedAt: at })).toBe('resolved');
  });

  it('says why not, by whom where somebody did it', () => {
    expect(why(acknowledge, acknowledged)).toBe('INC-0042 was acknowledged by Chebet (account not recorded) already');
    expect(why(acknowledge, { ...open, acknowledgedAt: at })).toBe('INC-0042 was acknowledged by somebody else already');
    expect(why(resolve, resolved)).toBe('INC-0042 is resolved already');
    expect(why(note, resolved)).toBeNull();
    expect(why(note, open, person('auditor'))).toBe('Your role does not allow this');
  });

  it('its severity is raised while it is active, and only ever raised', { tags: ['T-5'] }, () => {
    expect([why(raiseTo('sev1'), open), why(raiseTo('sev2'), { ...acknowledged, severity: 'sev3' })]).toEqual([null, null]);
    expect(why(raiseTo('sev2'), open)).toBe('INC-0042 is SEV2 already');
    expect(why(raiseTo('sev3'), { ...open, severity: 'sev1' })).toBe('INC-0042 is SEV1 already');
    expect(why(raiseTo('sev1'), resolved)).toBe('INC-0042 is resolved already');
  });

  it('is not over while something holds, unless somebody says why', { tags: ['T-4'] }, () => {
    const holds = ['Database: critical', 'Outbox Pump: lag'];
    expect(why(resolve, { ...open, holds })).toBe(
      'INC-0042 still holds (Database: critical; Outbox Pump: lag). Give a reason for resolving it anyway',
    );
    expect(why({ ...resolve, despite: 'It drains.' }, { ...open, holds })).toBeNull();
    expect(why(resolve, { ...resolved, holds })).toBe('INC-0042 is resolved already');
  });
});

const request = { overrideId: 'OVR-0004', requestedBy: 'asker', status: 'pending', originalPrediction: 'verified', version: 3 } as const;
const decide = { kind: 'decideOverride', overrideId: 'OVR-0004', version: 3, decision: 'approve', note: '' } as const;
const change = {
  kind: 'changeOverride',
  overrideId: 'OVR-0004',
  version: 3,
  overrideValue: 'disputed',
  justification: 'x'.repeat(10),
} as const;

describe('requests to override', { tags: ['C-36'] }, () => {
  it('are decided by those who may, never by whoever asked, and once', () => {
    const may = (['admin', 'bank_ops', 'operator', 'auditor'] as const).filter((role) => why(decide, request, person(role)) === null);
    expect(may).toEqual(['admin', 'bank_ops']);
    expect(why(decide, request, person('operator'))).toBe('Your role does not allow this');
    expect(why(decide, request, person('admin', 'asker'))).toBe('Another person must decide your request');
    expect(why(decide, { ...request, status: 'approved' })).toBe('OVR-0004 is approved already');
    expect(why(decide, { ...request, version: 4 })).toBe('OVR-0004 has changed since you looked at it');
  });

  it('are rejected with words, since whoever asked may ask anew', () => {
    const reject = { ...decide, decision: 'reject' } as const;
    expect(why({ ...reject, note: '  ' }, request)).toBe('Give a reason for rejecting: the requester will read it');
    expect(why({ ...reject, note: 'Not on that day.' }, request)).toBeNull();
  });

  it('are decided by nobody where the requester is not told, and by nobody at a version that is not told', { tags: ['D-24'] }, () => {
    const { requestedBy: _, ...untold } = request;
    expect(why(decide, untold)).toBe('The platform does not report who requested it, and nobody may decide their own request');
    expect(obstacleTo({ ...decide, version: undefined }, { subject: request, person: person('auditor') })).toEqual({ code: 'noVersion' });
  });

  it('are changed by whoever asked, approved or not, and not once they were rejected', () => {
    const asker = person('operator', 'asker');
    expect(why(change, request, asker)).toBeNull();
    expect(why(change, { ...request, status: 'approved' }, asker)).toBeNull();
    expect(why(change, { ...request, status: 'rejected' }, asker)).toBe('OVR-0004 was rejected: make a new request');
    expect(why(change, { ...request, version: 4 }, asker)).toBe('OVR-0004 has changed since you looked at it');
    expect(why({ ...change, overrideValue: ' Verified ' }, request, asker)).toBe('This is what the agent predicted already');
    expect(why(change, request)).toBe('Only the requester may change it');
    expect(why(change, request, person('auditor', 'asker'))).toBe('Your role does not allow this');
  });

  it('stand one at a time for a prediction, and for something else than was predicted', () => {
    const ask = {
      kind: 'requestOverride',
      predictionId: 'PRD-1',
      overrideValue: 'disputed',
      justification: 'x'.repeat(10),
      about: '',
    } as const;
    expect(why(ask, { prediction: 'verified' })).toBeNull();
    expect(why(ask, { prediction: 'verified', request })).toBe('OVR-0004 for this prediction is pending already');
    expect(why(ask, { prediction: 'Disputed ', request })).toBe('This is what the agent predicted already');
  });
});

it('an agent is changed to something else, and on how a person last left it', { tags: ['C-36'] }, () => {
  const agent = { name: 'RiskAgent', mode: 'shadow', enabled: true } as const;
  const asked = {
    kind: 'changeAgent',
    agentId: 'AGT-RISK',
    agentName: 'RiskAgent',
    version: 7,
    mode: 'active',
    enabled: true,
    reason: 'x'.repeat(10),
  } as const;
  expect([why(asked, agent), why(asked, { ...agent, changedVersion: 7 })]).toEqual([null, null]);
  expect(why(asked, { ...agent, changedVersion: 8 })).toBe('RiskAgent was changed since you looked at it');
  expect(why({ ...asked, mode: 'shadow' }, { ...agent, changedVersion: 8 })).toBe('RiskAgent is shadow and enabled already');
  expect(why({ ...asked, enabled: false, mode: 'shadow' }, { ...agent, enabled: false })).toBe('RiskAgent is shadow and disabled already');
});

it('dead letters are promoted as they were seen, all of them or none', { tags: ['D-24'] }, () => {
  const ref = (itemId: string, version = 1) => ({ itemId, version });
  const queue = new Map([
    ['DLQ-1', 1],
    ['DLQ-2', 2],
    ['DLQ-3', null],
  ]);
  const promote = (...items: ReturnType<typeof ref>[]) => why({ kind: 'promote', items }, queue);
  expect(promote(ref('DLQ-1'), ref('DLQ-2', 2))).toBeNull();
  expect(promote(ref('DLQ-1'), ref('DLQ-2'))).toBe('DLQ-2 has changed since you looked at it');
  expect(promote(ref('DLQ-3'))).toBe('DLQ-3 has changed since you looked at it');
  expect(promote(ref('DLQ-9'))).toBe('DLQ-9 is no longer in the queue');
  expect(promote(ref('DLQ-1'), ref('DLQ-1'))).toBe('DLQ-1 is no longer in the queue');
  expect(promote(ref('DLQ-1'), ref('DLQ-2'), ref('DLQ-9'))).toBe('2 of 3 items are not as you saw them');
});

it('what waits to be sent is named before anything else', { tags: ['C-36', 'C-37'] }, () => {
  const after = (earlier: Command, asked: Asked) => labelOf(obstacleTo(asked, { waiting: [earlier] }));
  expect(after(acknowledge, acknowledge)).toBe('It is already waiting to be sent');
  expect(after(decide, change)).toBe('Your decision is waiting to be sent');
  expect(after(acknowledge, note)).toBeNull();
});
