import { describe, expect, it } from 'vitest';
import { outboxItem, promotes } from '../../../tests/builders/outboxItem.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { detailOf, rowOf, titleOf } from '../commands/commands.ts';
import { beforeSendingLabels, driftLabels, noticeOf, refusalLabels, stuckLabels, waitLabels } from './labels.ts';

const open = { link: true, session: true, readOnly: false, buildTooOld: false };
const item = (over: Partial<OutboxItem> = {}, ids: readonly string[] = ['DLQ-00317']) =>
  outboxItem(1, { command: promotes(ids), decidedAt: 0, ...over });
const gone = { id: 'DLQ-00317', reason: 'gone' } as const;
const changed = { id: 'DLQ-00318', reason: 'changed' } as const;

describe('the words of the outbox', { tags: ['D-24'] }, () => {
  it('name one item by its id and several by their number', () => {
    expect(titleOf(item().command)).toBe('Promote DLQ-00317');
    expect(titleOf(item({}, ['a', 'b', 'c']).command)).toBe('Promote 3 items');
  });

  it('list the items only where there are several: one stands in the title already', { tags: ['M-13'] }, () => {
    expect(detailOf(item().command)).toBeNull();
    expect(detailOf(item({}, ['DLQ-00317', 'DLQ-00318']).command)).toBe('DLQ-00317 DLQ-00318');
  });

  it('say what drifted and how, and that nothing else was done', () => {
    expect(driftLabels([gone, changed])).toBe('DLQ-00317 is no longer in the queue, DLQ-00318 has changed since');
    expect(driftLabels([gone, changed, gone, gone, gone])).toMatch(/ and 2 more$/);
    const problem = { code: 'conflict', message: '1 of 2', drifted: [gone] } as const;
    expect(refusalLabels(item({ state: 'refused', problem: { ...problem, drifted: [gone] } }, ['DLQ-00317', 'DLQ-00318']))).toBe(
      'DLQ-00317 is no longer in the queue. Nothing was promoted.',
    );
    expect(refusalLabels(item({ state: 'refused', problem: { code: 'forbidden', message: 'Your role may not do this.' } }))).toBe(
      'Your role may not do this.',
    );
  });

  it.each([
    [{ link: false }, 'It is sent as soon as the platform answers.'],
    [{ session: false }, 'It is sent once the platform has confirmed who you are.'],
    [{ buildTooOld: true }, 'Reload to the new version: it is sent then.'],
    [{ readOnly: true }, 'The platform is in read-only mode. It is sent when that is released.'],
  ])('tell why it waits: %o', { tags: ['D-23'] }, (closed, words) => {
    expect(waitLabels(item(), { ...open, ...closed })).toBe(words);
    expect(beforeSendingLabels({ ...open, ...closed })).toContain(words.split(': ').at(-1));
  });

  it('tell what kept it from being sent, with one full stop, where all ways are open', { tags: ['D-23'] }, () => {
    const problem = (message: string) => ({ code: 'unavailable', message, retry: true }) as const;
    for (const message of ['The platform is busy.', 'The platform is busy'])
      expect(waitLabels(item({ problem: problem(message) }), open)).toBe('The platform is busy. It is retried automatically.');
    expect(waitLabels(item(), open)).toBe('It is sent in a moment.');
  });

  it('tell what is unknown after a lost answer, and what keeps it from being taken back', () => {
    expect(waitLabels(item({ maybeDone: true }), { ...open, link: false })).toMatch(/no answer came\. It is sent again, and applied once/);
    expect(stuckLabels(item({ maybeDone: true }))).toBe('It may have reached the platform already.');
    expect(stuckLabels(item({ state: 'sending' }))).toBe('It is on its way.');
    expect(stuckLabels(item())).toBeNull();
    expect(beforeSendingLabels(open)).toBeNull();
  });

  it('report the outcome in one sentence', () => {
    expect(noticeOf(item({ state: 'sent' }))?.title).toBe('DLQ-00317 promoted');
    expect(noticeOf(item({ state: 'refused', problem: { code: 'conflict', message: 'x', drifted: [gone] } }))).toMatchObject({
      level: 'warning',
      title: 'DLQ-00317 not promoted',
      text: 'DLQ-00317 is no longer in the queue.',
    });
  });

  it('name what was decided about an incident, an agent and a request, and what is so when it is done', { tags: ['C-36', 'C-37'] }, () => {
    const justification = 'The seal shows another number.';
    const said = (
      [
        { kind: 'acknowledge', incidentId: 'INC-0042' },
        { kind: 'resolve', incidentId: 'INC-0042', note: 'Worked off.' },
        { kind: 'note', incidentId: 'INC-0042', text: 'Two workers added.' },
        { kind: 'raise', incidentId: 'INC-0042', severity: 'sev1', note: 'Nothing gets through.' },
        { kind: 'requestOverride', predictionId: 'PRD-1', overrideValue: 'disputed', justification, about: 'VerifierAgent on VRF-001244' },
        { kind: 'changeOverride', overrideId: 'OVR-0004', version: 1, overrideValue: 'failed', justification },
        { kind: 'decideOverride', overrideId: 'OVR-0004', version: 2, decision: 'reject', note: '' },
        {
          kind: 'changeAgent',
          agentId: 'AGT-RISK',
          agentName: 'RiskAgent',
          version: 1,
          mode: 'shadow',
          enabled: false,
          reason: justification,
        },
      ] as const
    ).map((command) => [titleOf(command), detailOf(command), rowOf(command).done(command)?.title]);
    expect(said).toEqual([
      ['Acknowledge INC-0042', null, 'INC-0042 acknowledged'],
      ['Resolve INC-0042', 'Worked off.', 'INC-0042 resolved'],
      ['Add a note to INC-0042', 'Two workers added.', 'Note added to INC-0042'],
      ['Raise INC-0042 to SEV1', 'Nothing gets through.', 'INC-0042 raised to SEV1'],
      ['Request an override of VerifierAgent on VRF-001244', `disputed: ${justification}`, 'Override requested'],
      ['Change OVR-0004', `failed: ${justification}`, 'OVR-0004 changed'],
      ['Reject OVR-0004', null, 'OVR-0004 rejected'],
      ['Set RiskAgent to shadow, disabled', justification, 'RiskAgent set to shadow, disabled'],
    ]);
    const refused = item({
      command: { kind: 'acknowledge', incidentId: 'INC-0042' },
      state: 'refused',
      problem: { code: 'conflict', message: 'INC-0042 is resolved already' },
    });
    expect(noticeOf(refused)).toMatchObject({ title: 'Refused: Acknowledge INC-0042', text: 'INC-0042 is resolved already.' });
  });

  it('names marks of notifications while they wait, and makes no message of one that was sent', { tags: ['C-18'] }, () => {
    const mark = (as: 'read' | 'dismissed', notificationIds: string[]) =>
      item({ command: { kind: 'markNotifications', notificationIds, mark: as }, state: 'sent' });
    expect([titleOf(mark('read', ['N-1']).command), titleOf(mark('dismissed', ['N-1', 'N-2']).command)]).toEqual([
      'Mark a notification as read',
      'Dismiss 2 notifications',
    ]);
    expect(noticeOf(mark('read', ['N-1']))).toBeNull();
    const refused = { ...mark('dismissed', ['N-1']), state: 'refused', problem: { code: 'forbidden', message: 'No' } } as const;
    expect(noticeOf(refused)).toMatchObject({ level: 'warning', title: 'Refused: Dismiss a notification' });
  });
});
