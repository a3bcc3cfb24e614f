import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../../tests/builders/outboxItem.ts';
import { goneLabels } from './goneLabels.ts';

const labelsOf = (shown: number, unread: number | null, why: 'access' | 'removed' = 'access') =>
  goneLabels({ items: Array.from({ length: shown }, (_, place) => outboxItem(place)), unread, tenant: 'Demo · Nairobi', why });

describe('decisions that could not be sent and may not stay', { tags: ['M-3', 'F-38'] }, () => {
  it('one is told as one', () => {
    expect(labelsOf(1, 0)).toEqual({
      title: '1 action not sent and not kept',
      description:
        'Your access to Demo · Nairobi changed or was ended before the platform received it. It can no longer be sent from here. Save it if you need it: it is lost once you close this.',
      unread: null,
    });
  });

  it('several are told as several, with those that cannot be shown', () => {
    const { title, description, unread } = labelsOf(3, 2);
    expect(title).toBe('5 actions not sent and not kept');
    expect(description).toContain('received them. They can no longer be sent from here. Save them if you need them');
    expect(unread).toBe('2 more actions could not be read, behind a lock or damaged, and cannot be shown.');
    expect(labelsOf(1, 1).unread).toBe('1 more action could not be read, behind a lock or damaged, and cannot be shown.');
    expect(labelsOf(1, null).unread).toContain('not known');
  });

  it('taken away with the storage they have to be decided again', { tags: ['F-17'] }, () => {
    expect(labelsOf(1, 0, 'removed').description).toBe(
      'The data stored on this device was removed, by the browser or by hand, before the platform received it, and it could not be stored again. It has to be decided again. Save it if you need it: it is lost once you close this.',
    );
    expect(labelsOf(2, 0, 'removed').description).toContain(
      'received them, and they could not be stored again. They have to be decided again.',
    );
  });

  it('what cannot be shown is not offered to be saved', () => {
    const { title, description, unread } = labelsOf(0, 1);
    expect(title).toBe('1 action not sent and not kept');
    expect(description).not.toContain('Save');
    expect(unread).toBe('It could not be read, behind a lock or damaged, and cannot be shown.');
    expect(labelsOf(0, 2).unread).toMatch(/^They could not/);
  });

  it('where nobody knows whether there was any, none is counted', () => {
    const { title, description, unread } = labelsOf(0, null);
    expect(`${title} ${description}`).not.toMatch(/\d/);
    expect(description).toContain('not known');
    expect(unread).toBeNull();
  });
});
