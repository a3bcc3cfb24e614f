import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../contracts/endpoints.ts';
import type { Command } from '../../contracts/outbox.ts';
import { obstacleTo, requestOf, rowOf, subjectsOf } from './commands.ts';

/** Whether the outbox refuses `later` while `earlier` waits. */
const excludes = (earlier: Command, later: Command): boolean => obstacleTo(later, { waiting: [earlier] })?.code === 'waiting';

const incidentId = 'INC-0042';
const acknowledge: Command = { kind: 'acknowledge', incidentId };
const note: Command = { kind: 'note', incidentId, text: 'Seen.' };
const raise: Command = { kind: 'raise', incidentId, severity: 'sev2', note: 'Nothing gets through.' };
const resolve: Command = { kind: 'resolve', incidentId, note: 'Over.' };

describe('what cannot be decided while something else waits', { tags: ['C-37', 'C-36'] }, () => {
  it('lets an incident be acknowledged, noted and resolved in this order, each act once', () => {
    const allowed = [acknowledge, note, resolve].map((later) => [acknowledge, note, resolve].map((earlier) => !excludes(earlier, later)));
    expect(allowed).toEqual([
      [false, true, false], // acknowledge after itself, a note, a resolution
      [true, true, true],
      [true, true, false],
    ]);
    expect(excludes(resolve, { ...resolve, incidentId: 'INC-0041' })).toBe(false);
  });

  it('lets an incident be raised before and after it is acknowledged, further up, and not once its end waits', { tags: ['T-5'] }, () => {
    const to = (severity: 'sev1' | 'sev2'): Command => ({ ...raise, severity }) as Command;
    expect([excludes(acknowledge, raise), excludes(raise, acknowledge), excludes(note, raise), excludes(raise, resolve)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([excludes(to('sev2'), to('sev1')), excludes(to('sev2'), to('sev2')), excludes(to('sev1'), to('sev2'))]).toEqual([
      false,
      true,
      true,
    ]);
    expect(excludes(resolve, raise)).toBe(true);
  });

  it('lets a request or an agent be decided on once at a time: it was looked at as it is without the other', () => {
    const decide = (overrideId: string): Command => ({ kind: 'decideOverride', overrideId, version: 1, decision: 'approve', note: '' });
    expect([excludes(decide('OVR-1'), decide('OVR-1')), excludes(decide('OVR-1'), decide('OVR-2'))]).toEqual([true, false]);
    const change: Command = {
      kind: 'changeOverride',
      overrideId: 'OVR-1',
      version: 1,
      overrideValue: 'failed',
      justification: 'x'.repeat(10),
    };
    expect(excludes(change, decide('OVR-1'))).toBe(true);
  });

  it('lets a notification be read and then put away, in order and as often as somebody likes', { tags: ['C-18'] }, () => {
    const mark = (as: 'read' | 'dismissed'): Command => ({ kind: 'markNotifications', notificationIds: ['NTF-1', 'NTF-2'], mark: as });
    expect(excludes(mark('read'), mark('dismissed'))).toBe(false);
    expect(excludes(mark('read'), mark('read'))).toBe(false);
    expect(subjectsOf(mark('read'))).toEqual(['notification:NTF-1', 'notification:NTF-2']);
    expect(requestOf(mark('dismissed'))).toEqual({
      id: 'markNotifications',
      input: { body: { notificationIds: ['NTF-1', 'NTF-2'], mark: 'dismissed' } },
    });
  });
});

describe('what becomes of a command', { tags: ['M-13', 'C-36', 'C-37'] }, () => {
  const justification = 'The seal shows another number.';
  const change = { overrideId: 'OVR-1', version: 2, overrideValue: 'failed', justification } as const;
  const agent = { agentId: 'AGT-RISK', version: 3, mode: 'shadow', enabled: false, reason: justification } as const;
  const letters = [
    { itemId: 'DLQ-1', version: 4 },
    { itemId: 'DLQ-2', version: 5 },
  ];
  const ai = ['aiOverrides', 'aiTrail'] as const;

  it.each<[Command, { id: string; params?: object; body: object; subjects: string[]; touches: readonly string[]; screen: string }]>([
    [
      { kind: 'promote', items: letters.slice(0, 1) },
      {
        id: 'promoteLetter',
        params: { itemId: 'DLQ-1' },
        body: { version: 4 },
        subjects: ['deadLetter:DLQ-1'],
        touches: ['dlq', 'pipeline'],
        screen: 'dlq',
      },
    ],
    [
      { kind: 'promote', items: letters },
      {
        id: 'promoteLetters',
        body: { items: letters },
        subjects: ['deadLetter:DLQ-1', 'deadLetter:DLQ-2'],
        touches: ['dlq', 'pipeline'],
        screen: 'dlq',
      },
    ],
    [
      acknowledge,
      {
        id: 'acknowledgeIncident',
        params: { incidentId },
        body: {},
        subjects: ['incident:INC-0042'],
        touches: ['incidents'],
        screen: 'incidents',
      },
    ],
    [
      note,
      {
        id: 'noteIncident',
        params: { incidentId },
        body: { text: 'Seen.' },
        subjects: ['incident:INC-0042'],
        touches: ['incidents'],
        screen: 'incidents',
      },
    ],
    [
      raise,
      {
        id: 'raiseIncident',
        params: { incidentId },
        body: { severity: 'sev2', note: 'Nothing gets through.' },
        subjects: ['incident:INC-0042'],
        touches: ['incidents'],
        screen: 'incidents',
      },
    ],
    [
      resolve,
      {
        id: 'resolveIncident',
        params: { incidentId },
        body: { note: 'Over.' },
        subjects: ['incident:INC-0042'],
        touches: ['incidents'],
        screen: 'incidents',
      },
    ],
    [
      { kind: 'requestOverride', predictionId: 'PRD-1', overrideValue: 'disputed', justification, about: 'words for this device' },
      {
        id: 'requestOverride',
        body: { predictionId: 'PRD-1', overrideValue: 'disputed', justification },
        subjects: ['prediction:PRD-1'],
        touches: ai,
        screen: 'aiGovernance',
      },
    ],
    [
      { kind: 'changeOverride', ...change },
      {
        id: 'changeOverride',
        params: { overrideId: 'OVR-1' },
        body: { version: 2, overrideValue: 'failed', justification },
        subjects: ['override:OVR-1'],
        touches: ai,
        screen: 'aiGovernance',
      },
    ],
    [
      { kind: 'decideOverride', overrideId: 'OVR-1', version: 2, decision: 'reject', note: 'No.' },
      {
        id: 'decideOverride',
        params: { overrideId: 'OVR-1' },
        body: { version: 2, decision: 'reject', note: 'No.' },
        subjects: ['override:OVR-1'],
        touches: ['aiOverrides', 'aiAgents', 'aiAgreement', 'aiTrail', 'verifications', 'kpis', 'notifications'],
        screen: 'aiGovernance',
      },
    ],
    [
      { kind: 'markNotifications', notificationIds: ['N-1'], mark: 'read' },
      {
        id: 'markNotifications',
        body: { notificationIds: ['N-1'], mark: 'read' },
        subjects: ['notification:N-1'],
        touches: ['notifications'],
        screen: 'overview',
      },
    ],
    [
      { kind: 'changeAgent', ...agent, agentName: 'words for this device' },
      {
        id: 'changeAgent',
        params: { agentId: 'AGT-RISK' },
        body: { version: 3, mode: 'shadow', enabled: false, reason: justification },
        subjects: ['agent:AGT-RISK'],
        touches: ['aiAgents', 'aiTrail'],
        screen: 'aiGovernance',
      },
    ],
  ])(
    '%j: its call, what waits for it, what is fetched after it, where it is seen',
    (command, { id, params, body, subjects, touches, screen }) => {
      const row = rowOf(command);
      const request = requestOf(command);
      expect(request).toMatchObject({ id, input: { ...(params === undefined ? {} : { params }), body } });
      expect(JSON.stringify(request)).not.toContain('words for this device');
      expect([subjectsOf(command), row.touches, row.screen]).toEqual([subjects, touches, screen]);
      // Whoever may decide it may also call what carries it.
      expect(endpointOf(request.id).needs).toBe(row.needs);
    },
  );
});
