import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/builders/outboxItem.ts';
import type { OutboxState } from '../contracts/outbox.ts';
import { maxMarked, type Notification } from '../contracts/overview.ts';
import { mayHaveOlder, moreNotices, unreadOf, withMarks } from './notices.ts';

const notice = (notificationId: string, readAt?: string): Notification => ({
  notificationId,
  level: 'info',
  title: notificationId,
  body: '',
  time: '2026-11-21T08:00:00.000Z',
  link: null,
  version: 1,
  ...(readAt === undefined ? {} : { readAt }),
});
const decided = (mark: 'read' | 'dismissed', notificationIds: string[], state: OutboxState = 'pending') =>
  outboxItem(1, { command: { kind: 'markNotifications', notificationIds, mark }, state, decidedAt: 0 });

describe('notifications as their reader left them', () => {
  const list = [notice('NTF-3'), notice('NTF-2'), notice('NTF-1', '2026-11-21T07:00:00.000Z')];

  it('counts what was decided here at once, sent or not, and leaves out what was put away', { tags: ['C-18'] }, () => {
    expect(unreadOf(list)).toBe(2);
    for (const state of ['pending', 'sending', 'sent'] as const) {
      const shown = withMarks(list, [decided('read', ['NTF-3'], state), decided('dismissed', ['NTF-2'], state)]);
      expect(shown.map(({ notificationId, readAt }) => [notificationId, readAt !== undefined])).toEqual([
        ['NTF-3', true],
        ['NTF-1', true],
      ]);
      expect(unreadOf(shown)).toBe(0);
    }
  });

  it('counts no more than the newest that it was told of, and says that there may be older ones', { tags: ['T-1'] }, () => {
    const many = Array.from({ length: maxMarked }, (_, place) => notice(`NTF-${place}`));
    expect([mayHaveOlder(many), mayHaveOlder(many.slice(1))]).toEqual([true, false]);
  });

  it('does not count what the platform refused, nor change what it said', { tags: ['C-18'] }, () => {
    expect(withMarks(list, [decided('dismissed', ['NTF-3'], 'refused')])).toBe(list);
    expect(withMarks(list, [decided('read', ['NTF-1'])])[2]?.readAt).toBe('2026-11-21T07:00:00.000Z');
  });
});

it('says how many there are beside those shown, and that there may be older ones', { tags: ['T-9'] }, () => {
  const makeNotices = (count: number) => Array.from({ length: count }, (_, place) => notice(String(place)));
  expect(moreNotices(makeNotices(8), 8)).toBeNull();
  expect(moreNotices(makeNotices(9), 8)).toBe('and 1 more');
  expect(moreNotices(makeNotices(maxMarked), 8)).toBe(`and ${maxMarked - 8} or more`);
});
