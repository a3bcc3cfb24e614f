import type { Page } from '@playwright/test';

/** Chromium's megabyte. */
const MB = 1_000_000;

/**
 * Limits this origin's storage, enforced by the browser: a transaction beyond the limit fails with QuotaExceededError at commit, and one
 * that only deletes succeeds. Call it before the origin's first page is opened in this browser: Chromium remembers for 30 s how much a
 * database may still grow, and accepts writes beyond a limit set meanwhile. To DevTools 0 means "no limit", so 0 MB becomes one byte.
 */
export async function limitQuota(page: Page, address: string, megabytes: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(address).origin, quotaSize: Math.max(1, megabytes * MB) });
}

/**
 * Fills the remaining space with record segments of random, incompressible bytes, older than anything the console stored. Ends when the
 * browser refuses more, at `megabytes` at the latest. Answers what was stored, oldest first.
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
