import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../../tests/builders/outboxItem.ts';
import { heldLostNotice, storeLostNotice } from './storeLost.ts';

const item = outboxItem;
const sent = item(9, { state: 'sent', settledAt: 5 });

describe('what was stored was taken away', { tags: ['M-1', 'F-17'] }, () => {
  it('is no more than a warning where no action was lost: none waited, or all are kept', () => {
    for (const kept of [true, false])
      for (const outbox of [[], [sent]]) {
        const notice = storeLostNotice({ rows: true, outbox, kept });
        expect(notice.level).toBe('warning');
        expect(notice.text).toContain('No action was waiting to be sent.');
      }
    const kept = storeLostNotice({ rows: true, outbox: [item(1), sent], kept: true });
    expect(kept.level).toBe('warning');
    expect(kept.text).toMatch(/1 action not sent yet was still known and is kept: .*INC-0001/);
    expect(kept.text).not.toContain('INC-0009');
  });

  it('is an error where actions are lost, each by its name up to eight, or where nobody knows', () => {
    const ten = Array.from({ length: 10 }, (_, place) => item(place + 1));
    const lost = storeLostNotice({ rows: true, outbox: [...ten, sent], kept: false });
    expect(lost.level).toBe('error');
    expect(lost.text).toMatch(/10 actions not sent yet are lost and must be decided again: .*INC-0001.*INC-0008 and 2 more/);
    expect(lost.text).not.toContain('INC-0009');
    const eight = storeLostNotice({ rows: true, outbox: ten.slice(0, 8), kept: false }).text;
    expect(eight).toContain('INC-0008');
    expect(eight).not.toContain('more');
    const unknown = storeLostNotice({ rows: true, outbox: null, kept: false });
    expect(unknown.level).toBe('error');
    expect(unknown.text).toContain('not known');
  });

  it('says that nothing was lost where only the marks of the device went', () => {
    const notice = storeLostNotice({ rows: false, outbox: [], kept: true });
    expect(notice.text).toContain('Nothing was lost.');
    expect(notice.text).not.toContain('being fetched again');
  });

  it('behind the closed lock is told by number: none, one, several, unknown', () => {
    const told = [0, 1, 2, null].map((unsent) => heldLostNotice({ unsent }));
    expect(told.map(({ level }) => level)).toEqual(['warning', 'error', 'error', 'error']);
    expect(told[0]?.text).toContain('No action was waiting');
    expect(told[1]?.text).toContain('1 action not sent yet is lost');
    expect(told[2]?.text).toContain('2 actions not sent yet are lost');
    expect(told[3]?.text).toContain('not known');
  });
});
