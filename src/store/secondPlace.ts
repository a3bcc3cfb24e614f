import { z } from '../contracts/zod.ts';

/**
 * A second place for the number of an app lock's count (lockCounter.ts): Cache Storage, which the browser keeps in other files than its databases, so that a row that is put back alone shows. It is of no
 * use against whoever puts back both.
 */
export interface SecondPlace {
  /** Null where nothing is kept, or nothing that can be read. */
  readonly read: () => Promise<Noted | null>;
  readonly write: (noted: Noted) => Promise<void>;
  readonly forget: () => Promise<void>;
}

const notedSchema = z.object({ lockId: z.string(), number: z.number() });
type Noted = z.output<typeof notedSchema>;

export const lockCacheName = 'ukweli-lock';
/** Cache Storage keeps answers by addresses; nothing is ever asked at this one. */
const address = '/ukweli-lock';

/** Null where this browser, or this window, has no Cache Storage. */
export function cachePlace(): SecondPlace | null {
  if (!('caches' in globalThis)) return null;
  return {
    read: async () => {
      const kept = await (await caches.open(lockCacheName)).match(address);
      const parsed = notedSchema.safeParse(await kept?.json().catch(() => null));
      return parsed.success ? parsed.data : null;
    },
    write: async (noted) => (await caches.open(lockCacheName)).put(address, Response.json(noted)),
    forget: async () => {
      await caches.delete(lockCacheName);
    },
  };
}
