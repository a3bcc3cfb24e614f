import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { newOutboxItem, promotes } from '../../tests/builders/outboxItem.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { draftLimits } from './drafts.ts';
import { closeReadStore, openReadStore } from './read.ts';
import { readDraft } from './readDraft.ts';
import { databaseName } from './schema.ts';
import { openWriteStore, wipe } from './write.ts';

const user = 'u-drafts';
const name = databaseName('demo', user);
const note = (text: string, at = 1_000, key = 'incidents.act:INC-0042') => ({ key, texts: { text }, at });
const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

afterEach(async () => {
  closeReadStore();
  valueOf(await wipe('demo', user));
});

describe('what was typed and not sent', { tags: ['D-61'] }, () => {
  it('is read as it was typed last, also after the store was closed; without text it is gone, and others stay', async () => {
    const store = valueOf(await openWriteStore('demo', user));
    valueOf(await store.keepDraft(note('Pump')));
    valueOf(await store.keepDraft(note('Pump is out', 2_000)));
    valueOf(await store.keepDraft(note('Another', 3_000, 'incidents.act:INC-0043')));
    await store.close();
    const again = valueOf(await openWriteStore('demo', user));
    openReadStore('demo', user);
    expect(await readDraft('incidents.act:INC-0042')).toEqual(note('Pump is out', 2_000));
    valueOf(await again.keepDraft({ ...note(''), texts: {} }));
    expect(await readDraft('incidents.act:INC-0042')).toBeNull();
    expect(await readDraft('incidents.act:INC-0043')).toMatchObject({ texts: { text: 'Another' } });
  });

  it.each(['without a lock', 'under a lock'])('is kept for 7 days by the platform’s clock, and for ever by none: %s', async (how) => {
    const lockKey = how === 'under a lock' ? await newKey() : null;
    const store = valueOf(await openWriteStore('demo', user, null, lockKey));
    openReadStore('demo', user, lockKey);
    valueOf(await store.keepDraft(note('Old', 0)));
    valueOf(await store.keepDraft(note('Younger', 1, 'incidents.act:INC-0043')));
    expect(valueOf(await store.trimDrafts(0))).toEqual({ deleted: 0 });
    expect(valueOf(await store.trimDrafts(draftLimits.ageMs + 1))).toEqual({ deleted: 1 });
    expect(await readDraft('incidents.act:INC-0042')).toBeNull();
    expect(await readDraft('incidents.act:INC-0043')).not.toBeNull();
  });

  it.each(['without a lock', 'under a lock'])('the newest 50 are kept, whatever the order in which they were typed: %s', async (how) => {
    const key = how === 'under a lock' ? await newKey() : null;
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 45, maxLength: 56 }), async (moments) => {
        const store = valueOf(await openWriteStore('demo', user, null, key));
        for (const at of moments) valueOf(await store.keepDraft(note(`at ${at}`, at, `incidents.act:${at}`)));
        valueOf(await store.trimDrafts(0));
        openReadStore('demo', user, key);
        const newest = new Set(moments.toSorted((a, b) => b - a).slice(0, draftLimits.count));
        for (const at of moments) expect((await readDraft(`incidents.act:${at}`)) !== null, String(at)).toBe(newest.has(at));
        closeReadStore();
        await store.close();
        valueOf(await wipe('demo', user));
      }),
      { numRuns: 4 },
    );
  });

  it('under a lock neither what was typed nor about what stands readable on the disk, and the lock’s coming and going changes nothing', {
    tags: ['D-31', 'G-4'],
  }, async () => {
    const key = await newKey();
    const store = valueOf(await openWriteStore('demo', user));
    valueOf(await store.keepDraft(note('Pump is out of order')));
    valueOf(await store.encrypt(key));
    const raw = await new Dexie(name).open();
    const onDisk = JSON.stringify(await raw.table('drafts').toArray());
    raw.close();
    for (const plain of ['Pump', 'INC-0042', 'incidents', '1000']) expect(onDisk).not.toContain(plain);
    openReadStore('demo', user, key);
    expect(await readDraft('incidents.act:INC-0042')).toEqual(note('Pump is out of order'));
    valueOf(await store.keepDraft(note('Pump runs again', 2_000)));
    expect(await readDraft('incidents.act:INC-0042')).toEqual(note('Pump runs again', 2_000));
    closeReadStore();
    valueOf(await store.decrypt(key));
    openReadStore('demo', user);
    expect(await readDraft('incidents.act:INC-0042')).toEqual(note('Pump runs again', 2_000));
  });

  it('a damaged one is taken for none, and the next replaces it', { tags: ['F-25'] }, async () => {
    const store = valueOf(await openWriteStore('demo', user));
    openReadStore('demo', user);
    valueOf(await store.keepDraft(note('Pump')));
    const raw = await new Dexie(name).open();
    await raw.table('drafts').update('incidents.act:INC-0042', { payload: { key: 'incidents.act:INC-0042', texts: 7, at: 1_000 } });
    raw.close();
    expect(await readDraft('incidents.act:INC-0042')).toBeNull();
    expect(valueOf(await store.audit())).toEqual({ setAside: 1, refetch: [] });
    valueOf(await store.keepDraft(note('Pump again')));
    expect(await readDraft('incidents.act:INC-0042')).toMatchObject({ texts: { text: 'Pump again' } });
  });

  it.each(['without a lock', 'under a lock'])('goes with the commands that carry its text, or neither is written: %s', async (how) => {
    const key = how === 'under a lock' ? await newKey() : null;
    const store = valueOf(await openWriteStore('demo', user, null, key));
    openReadStore('demo', user, key);
    const both = { ...note('Pump'), texts: { text: 'Pump', despite: 'A replay.' } };
    valueOf(await store.keepDraft(both));
    // Under a lock everything is text by then, and nothing is left that cannot be written.
    if (key === null) {
      const clash = [newOutboxItem({ command: promotes(['DLQ-1']) }), { ...newOutboxItem({}), command: () => null } as never]; // cannot be cloned
      expect((await store.outbox.add(clash, 0, { ...both, texts: {} })).ok).toBe(false);
      expect(await readDraft(both.key)).toEqual(both);
      expect(valueOf(await store.outbox.list()).items).toEqual([]);
    }
    const left = { ...both, texts: { despite: 'A replay.' }, at: 2_000 };
    valueOf(await store.outbox.add([newOutboxItem({ command: promotes(['DLQ-1']) })], 0, left));
    expect(await readDraft(both.key)).toEqual(left);
    valueOf(await store.outbox.add([newOutboxItem({ command: promotes(['DLQ-2']) })], 0, { ...both, texts: {} }));
    expect(await readDraft(both.key)).toBeNull();
    expect(valueOf(await store.outbox.list()).items).toHaveLength(2);
  });
});
