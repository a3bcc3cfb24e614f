import { describe, expect, it } from 'vitest';
import type { Command } from '../../contracts/outbox.ts';
import { excludes, requestOf, resourcesOf } from './command.ts';

const incidentId = 'INC-0042';
const acknowledge: Command = { kind: 'acknowledge', incidentId };
const note: Command = { kind: 'note', incidentId, text: 'Seen.' };
const resolve: Command = { kind: 'resolve', incidentId, note: 'Over.' };

describe('[C-37] [C-36] what cannot be decided while something else waits', () => {
  it('lets an incident be acknowledged, noted and resolved in this order, each act once', () => {
    const allowed = [acknowledge, note, resolve].map((later) => [acknowledge, note, resolve].map((earlier) => !excludes(earlier, later)));
    expect(allowed).toEqual([
      [false, true, false], // acknowledge after itself, a note, a resolution
      [true, true, true],
      [true, true, false],
    ]);
    expect(excludes(resolve, { ...resolve, incidentId: 'INC-0041' })).toBe(false);
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

  it('[C-18] lets a notification be read and then put away, in order and as often as somebody likes', () => {
    const mark = (as: 'read' | 'dismissed'): Command => ({ kind: 'markNotifications', notificationIds: ['NTF-1', 'NTF-2'], mark: as });
    expect(excludes(mark('read'), mark('dismissed'))).toBe(false);
    expect(excludes(mark('read'), mark('read'))).toBe(false);
    expect(resourcesOf(mark('read'))).toEqual(['notification:NTF-1', 'notification:NTF-2']);
    expect(requestOf(mark('dismissed'))).toEqual({
      id: 'markNotifications',
      input: { body: { notificationIds: ['NTF-1', 'NTF-2'], mark: 'dismissed' } },
    });
  });
});
