import { fromBase64url, toBase64url } from '../domain/base64url.ts';
import { pinRounds } from '../domain/lock/pin.ts';
import { lostTries, type Tries } from '../domain/lock/tries.ts';
import { z } from '../contracts/zod.ts';
import type { SecondPlace } from './secondPlace.ts';
import type { StoredLock } from './types.ts';

/**
 * The count of wrong tries as it lies on the device (G-5): a number that anybody at the keyboard could set back. It stands under a MAC by a key that no script can read out, and each change has a number
 * of its own that only grows and is kept in a second place besides (secondPlace.ts). A count whose MAC does not fit, that is gone, or that is older than the second place says, is not known, and the
 * worst is taken (`lostTries`), never none.
 *
 * What it cannot do: whoever runs code in the console's own origin can have the key sign, and whoever puts back a copy of the whole profile puts back both places. Against the first stand the pauses of the
 * running hub, which keeps the count in memory, and the platform's own count while it is reached; against the second nothing but the length of the PIN, which is said where it is chosen.
 */

/** Beside the lock, in its mark. */
const counterSchema = z.object({ number: z.number(), mac: z.string(), key: z.custom<CryptoKey>((value) => value instanceof CryptoKey) });
export type LockCounter = z.output<typeof counterSchema>;

const time = z.number();
const triesSchema = z.object({ wrong: z.number(), notBefore: time, seenAt: time, lost: z.optional(z.literal(true)) });

const algorithm: HmacKeyGenParams = { name: 'HMAC', hash: 'SHA-256' };

/** What the MAC is over. */
function text(lockId: string, { wrong, notBefore, seenAt, lost }: Tries, number: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(['ukweli lock tries 1', lockId, wrong, notBefore, seenAt, lost === true, number]));
}

export interface CounterKeeper {
  /** The tries of a lock as they were read, judged: what was tampered with is `lostTries`. */
  readonly judge: (lock: Omit<StoredLock, 'tries'>, tries: unknown, counter: unknown) => Promise<Tries>;
  /** What is to be written beside a lock. `noted` is called once it is, before anything is done that the count is of. */
  readonly next: (lock: StoredLock) => Promise<{ readonly counter: LockCounter; readonly noted: () => Promise<void> }>;
  /** The browser cleared what it keeps, and the marks are made anew from memory (F-17): the second place with them. */
  readonly again: () => Promise<void>;
  /** The lock is gone. */
  readonly forget: () => Promise<void>;
}

/** `place` is null where the browser has no second one: the MAC stands alone then. */
export function createCounterKeeper(place: SecondPlace | null): CounterKeeper {
  /** What this hub wrote or read last: no hand that changes the row meanwhile changes it. */
  let last: { readonly lockId: string; readonly tries: Tries; readonly counter: LockCounter } | null = null;

  return {
    judge: async (lock, tries, counter) => {
      last = null;
      const kept = counterSchema.safeParse(counter);
      const read = triesSchema.safeParse(tries);
      const second = (await place?.read()) ?? null;
      const secondNumber = second?.lockId === lock.id ? second.number : null;
      // A lock that was set up before there was a MAC: fewer rounds, which cannot be pretended, since another key comes of them (a passkey has none, and its 32 bytes are not guessed); and no number was ever kept of it.
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
      // A lock whose number is not kept anywhere yet would be one that was removed there, were this cut between the two.
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
      // What stays there is of a lock that is gone: a removal does not fail for it.
      await place?.forget().catch(() => {});
    },
  };
}

function isSame(a: Tries, b: Tries): boolean {
  return a.wrong === b.wrong && a.notBefore === b.notBefore && a.seenAt === b.seenAt && a.lost === b.lost;
}
