import { z } from '../contracts/zod.ts';

/**
 * A second place for the counter of app lock attempts (lockCounter.ts): Cache Storage, which browsers keep in other files than databases,
 * so that restoring only the row is detected. Restoring both is not.
 */
export interface SecondPlace {
  /** Null if nothing is stored, or it is unreadable. */
  readonly read: () => Promise<Noted | null>;
  readonly write: (noted: Noted) => Promise<void>;
  readonly forget: () => Promise<void>;
}

const notedSchema = z.object({ lockId: z.string(), number: z.number() });
type Noted = z.output<typeof notedSchema>;

export const lockCacheName = 'ukweli-lock';
/** Cache Storage needs a URL as key; this one is never requested. */
const address = '/ukweli-lock';

/** Null if this browser or window has no Cache Storage. */
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
