import type { Page } from '@playwright/test';

/** As Chromium counts. */
const MB = 1_000_000;

/**
 * Limits what this origin may keep, as the browser itself enforces it: a transaction that would go beyond fails with QuotaExceededError when it is committed, and one that
 * only removes succeeds. To be called before the origin's first page in this browser is opened: Chromium remembers for 30 s how much a database may still grow, and
 * takes writes beyond a limit that was set meanwhile. Nought stands for DevTools' "no limit", so that 0 MB are one byte.
 */
export async function limitQuota(page: Page, address: string, megabytes: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(address).origin, quotaSize: Math.max(1, megabytes * MB) });
}

/**
 * Fills what is left with parts of the event record, of random bytes that no compression makes smaller, older than all that the console has stored itself. Ends
 * where the browser takes no more, at `megabytes` at the latest. Answers what was taken, oldest first.
 */
export function fillRecord(page: Page, megabytes: number): Promise<{ readonly bytes: number; readonly storedAt: readonly number[] }> {
  return page.evaluate(async (limit) => {
    const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('ukweli:')) ?? '';
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error(`cannot open ${name}`)));
    });
    const storedAt: number[] = [];
    let bytes = 0;
    for (let part = 500_000; part >= 1_000 && bytes < limit; ) {
      const payload = new Uint8Array(part);
      for (let at = 0; at < part; at += 65_536) crypto.getRandomValues(payload.subarray(at, Math.min(part, at + 65_536)));
      const isTaken = await new Promise<boolean>((resolve) => {
        const transaction = db.transaction('segments', 'readwrite');
        transaction.objectStore('segments').add({
          topic: 'kpis',
          firstSeq: 1,
          lastSeq: 1,
          storedAt: Date.now() - 3_600_000 + storedAt.length,
          sizeBytes: part,
          payload,
        });
        transaction.addEventListener('complete', () => resolve(true));
        transaction.addEventListener('abort', () => resolve(false));
      });
      if (isTaken) {
        bytes += part;
        storedAt.push(part);
      } else part = Math.floor(part / 4);
    }
    db.close();
    return { bytes, storedAt };
  }, megabytes * MB);
}
