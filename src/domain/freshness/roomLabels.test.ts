import { expect, it } from 'vitest';
import { roomMadeNotice } from './roomLabels.ts';

it('what was removed to make room is named, with how many of each, and that decisions stay', { tags: ['M-4', 'F-16'] }, () => {
  const notice = roomMadeNotice(
    new Map([
      ['packs', 1],
      ['verifications', 40],
    ]),
  );
  expect(notice).toMatchObject({ kind: 'notice', level: 'warning', title: 'Storage was freed on this device' });
  expect(notice.text).toContain('Removed here, oldest first: 1 evidence pack, 40 verifications.');
  expect(notice.text).toContain('Unsent decisions are kept.');
});
