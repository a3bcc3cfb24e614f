import { fromBase64url, toBase64url } from '../domain/encoding/base64url.ts';
import { pinRounds } from '../domain/lock/pin.ts';
import { lostTries, type Tries } from '../domain/lock/tries.ts';
import { z } from '../contracts/zod.ts';
import type { SecondPlace } from './secondPlace.ts';
import type { StoredLock } from './storedLock.ts';

/**
 * The count of wrong attempts on the device (G-5), which anybody at the keyboard could reset. It carries a MAC by a non-extractable key,
 * and each change has an increasing number that is also stored in a second place (secondPlace.ts). If the MAC is wrong, the count is
 * missing, or it is older than the second place says, the worst case is assumed (`lostTries`), never zero.
 *
 * Limits: code running in the console's own origin can use the key to sign, and restoring a copy of the whole browser profile restores
 * both places. Against the first help the delays of the running hub, which keeps the count in memory, and the platform's own count while
 * reachable; against the second only the length of the PIN, as the user is told when choosing it.
 */

/** Stored beside the lock, in its mark. */
const counterSchema = z.object({ number: z.number(), mac: z.string(), key: z.custom<CryptoKey>((value) => value instanceof CryptoKey) });
export type LockCounter = z.output<typeof counterSchema>;

const time = z.number();
const triesSchema = z.object({ wrong: z.number(), notBefore: time, seenAt: time, lost: z.optional(z.literal(true)) });

const algorithm: HmacKeyGenParams = { name: 'HMAC', hash: 'SHA-256' };

/** The text that the MAC covers. */
function text(lockId: string, { wrong, notBefore, seenAt, lost }: Tries, number: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(['ukweli lock tries 1', lockId, wrong, notBefore, seenAt, lost === true, number]));
}

/** Keeps the count of one device. Without its key or second place it assumes the worst, never zero. */
export interface CounterKeeper {
  /** Judges the stored attempts of a lock: `lostTries` if they were tampered with. */
  readonly judge: (lock: Omit<StoredLock, 'tries'>, tries: unknown, counter: unknown) => Promise<Tries>;
  /** The counter to be stored beside a lock. Call `noted` after storing it and before the attempt that it counts. */
  readonly next: (lock: StoredLock) => Promise<{ readonly counter: LockCounter; readonly noted: () => Promise<void> }>;
  /** The browser cleared its storage and the marks are recreated from memory (F-17): recreate the second place too. */
  readonly again: () => Promise<void>;
  /** The lock was removed. */
  readonly forget: () => Promise<void>;
}

/** `place` is null if the browser has no second place: then only the MAC protects. */
export function createCounterKeeper(place: SecondPlace | null): CounterKeeper {
  /** What this hub last wrote or read; edits of the row in the meantime do not affect it. */
  let last: { readonly lockId: string; readonly tries: Tries; readonly counter: LockCounter } | null = null;

  return {
    judge: async (lock, tries, counter) => {
      last = null;
      const kept = counterSchema.safeParse(counter);
      const read = triesSchema.safeParse(tries);
      const second = (await place?.read()) ?? null;
      const secondNumber = second?.lockId === lock.id ? second.number : null;
      // A lock set up before the MAC existed has fewer rounds, and no number was ever stored. That cannot be faked, because other rounds
      // derive another key (a passkey has none, and its 32 bytes cannot be guessed).
      if (counter === undefined && secondNumber === null && lock.iterations < pinRounds) return read.success ? read.data : lostTries;
      if (!kept.success || !read.success) return lostTries;
      const { number, mac, key } = kept.data;
      const holds = await crypto.subtle.verify(algorithm, key, fromBase64url(mac), text(lock.id, read.data, number)).catch(() => false);
      if (!holds || (place !== null && (secondNumber === null || number < secondNumber))) return lostTries;
      last = { lockId: lock.id, tries: read.data, counter: kept.data };
      return read.data;
    },
    next: async (lock) => {
      const before = last?.lockId === lock.id ? last : null;
      if (before !== null && isSame(before.tries, lock.tries)) return { counter: before.counter, noted: async () => {} };
      const second = (await place?.read()) ?? null;
      const beyond = Math.max(before?.counter.number ?? 0, second?.lockId === lock.id ? second.number : 0);
      const number = beyond + 1;
      const key = before?.counter.key ?? (await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']));
      const mac = toBase64url(new Uint8Array(await crypto.subtle.sign(algorithm, key, text(lock.id, lock.tries, number))));
      // Without this first write, a crash between the two writes would look as if the second place had been deleted.
      if (beyond === 0) await place?.write({ lockId: lock.id, number: 0 });
      const counter = { number, mac, key };
      return {
        counter,
        noted: async () => {
          last = { lockId: lock.id, tries: lock.tries, counter };
          await place?.write({ lockId: lock.id, number });
        },
      };
    },
    again: async () => {
      if (last !== null) await place?.write({ lockId: last.lockId, number: last.counter.number }).catch(() => {}); // written with the next count
    },
    forget: async () => {
      last = null;
      // What remains there belongs to a removed lock; the removal must not fail because of it.
      await place?.forget().catch(() => {});
    },
  };
}

function isSame(a: Tries, b: Tries): boolean {
  return a.wrong === b.wrong && a.notBefore === b.notBefore && a.seenAt === b.seenAt && a.lost === b.lost;
}
