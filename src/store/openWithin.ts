import type { Dexie } from 'dexie';
import { BlockedUpgradeError } from './guarded.ts';

/** How long an upgrade waits for other connections to close, milliseconds. Ours close at once; a foreign or frozen one may never. */
const patienceMs = 10_000;

/** Opens the database, upgrading it if needed. Gives up if the upgrade stays blocked, so that no hub hangs (F-18). */
export async function openWithin(db: Dexie, limitMs: number = patienceMs): Promise<void> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const blocked = new Promise<never>((_resolve, reject) => {
    db.on('blocked', () => {
      late = setTimeout(() => reject(new BlockedUpgradeError()), limitMs);
    });
  });
  try {
    await Promise.race([db.open(), blocked]);
  } finally {
    clearTimeout(late);
  }
}
