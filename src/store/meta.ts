import { Dexie, type Table } from 'dexie';
import { isoTimeSchema } from '../contracts/primitives.ts';
import { transports } from '../contracts/rpc.ts';
import { tenantSchema, userSchema } from '../contracts/session.ts';
import { z } from '../contracts/zod.ts';
import { chainMarks } from './chainMarks.ts';
import { fence } from './fence.ts';
import { guarded as plainly, isFull, storageProblem } from './guarded.ts';
import { createCounterKeeper } from './lockCounter.ts';
import { keepCopy } from './metaCopy.ts';
import { claim, noRemovals, noteCarried, noteCleared, noteRemoved, owe, renew, type Removals, removalsSchema } from './removals.ts';
import { cachePlace, type SecondPlace } from './secondPlace.ts';
import { metaTables } from './tables.ts';
import { watchTakenAway } from './takenAway.ts';
import type { ChainAnchor, MetaStore, StoredSession } from './types.ts';

/**
 * The device-wide database: marks that outlive a session. None is personal except the last confirmed session, which is deleted at sign-out and encrypted under a lock. The service
 * worker reads the row `identity` of `marks` directly (name and shape are a contract).
 */
interface Mark {
  readonly name:
    | 'checkpoints'
    | 'clock'
    | 'identity'
    | 'linkLost'
    | 'lock'
    | 'logoutPending'
    | 'givenUp'
    | 'removals'
    | 'session'
    | 'simulation'
    | 'transport'
    | 'walked'
    | 'word';
}
interface IdentityMark extends Mark {
  readonly name: 'identity';
  readonly tenantId: string;
  readonly userId: string;
  /** New at each sign-in, so that a cache filled under an earlier one is not used. */
  readonly epoch: string;
  readonly confirmedAt: number;
}

const logoutReasons = ['user', 'timeout', 'revoked'] as const;
const pendingSchema = z.object({ reason: z.enum(logoutReasons), at: z.optional(z.number()) });
const identitySchema = z.object({ tenantId: z.string(), userId: z.string(), epoch: z.string() });
const simulationSchema = z.object({ mode: z.enum(['live', 'off']), businessTime: isoTimeSchema });
const transportSchema = z.object({ transport: z.enum(transports) });
const linkLostSchema = z.object({ at: z.number() });
const clockSchema = z.object({ offsetMs: z.number(), heardAt: z.number(), activeAt: z.nullable(z.number()) });
const wordSchema = z.object({ userId: z.string(), word: z.string() });
const sessionSchema = z.object({
  user: userSchema,
  tenant: tenantSchema,
  confirmedAt: z.number(),
  locked: z.boolean(),
  sealed: z.optional(z.unknown()),
});

const escrowSchema = z.object({ id: z.string(), iv: z.string(), wrapped: z.string() });
const givenUpSchema = z.extend(escrowSchema, { userId: z.string(), tenantId: z.string(), at: z.number() });
const lockSchema = z.object({
  id: z.string(),
  userId: z.string(),
  kind: z.enum(['passkey', 'pin']),
  salt: z.string(),
  iterations: z.number(),
  credentialId: z.nullable(z.string()),
  iv: z.string(),
  wrapped: z.string(),
  rows: z.enum(['sealing', 'sealed', 'opening']),
  tries: z.optional(z.unknown()),
  escrow: z.optional(escrowSchema),
  digits: z.optional(z.boolean()),
  weak: z.optional(z.boolean()),
  shut: z.optional(z.boolean()),
});

/** A damaged counter does not invalidate the lock (lockCounter.ts). */
const lockMarkSchema = z.object({ lock: lockSchema, counter: z.optional(z.unknown()) });

/** Marks of the device by name, and the places of the chains that it has seen. */
export class MetaDb extends Dexie {
  declare readonly marks: Table<Mark, string>;
  declare readonly anchors: Table<ChainAnchor, string>;

  constructor() {
    // Strict durability: a sign-out lost in a power cut would open the console to the next person.
    super('ukweli-meta', { chromeTransactionDurability: 'strict' });
    this.version(1).stores(metaTables);
  }
}

/** Opens `ukweli-meta`. `newEpoch` returns a unique string. */
export function openMetaStore(
  newEpoch: () => string = () => crypto.randomUUID(),
  secondPlace: SecondPlace | null = cachePlace(),
): MetaStore {
  const db = new MetaDb();
  const counters = createCounterKeeper(secondPlace);
  const guard = fence(db, 'marks');
  const listeners = new Set<() => void>();
  const taken = (): void => {
    void counters.again();
    for (const listener of listeners) listener();
  };
  watchTakenAway(db, taken);
  const kept = keepCopy(db, guard, newEpoch, taken);
  /** Reads and writes go through the copy: a deleted database is recreated first. */
  const guarded = kept.guarded;
  return {
    claimTerm: () => plainly(kept.claim),
    holdsTerm: () => guarded(async () => (await guard.standing()) === 'mine'),
    look: kept.look,
    onTaken: (listener) => void listeners.add(listener),
    readSession: () =>
      guarded(async () => {
        const [session, identity, lock] = await db.marks.bulkGet(['session', 'identity', 'lock']);
        const parsed = sessionSchema.safeParse(session);
        // A user locked out on a full disk has no identity any more, although the session row could not be updated.
        const isLocked = identity === undefined && lock === undefined;
        return parsed.success ? { ...parsed.data, locked: parsed.data.locked || isLocked } : null;
      }),
    writeSession: (session) => guarded(() => writeSession(db, session, newEpoch)),
    readLock: () =>
      guarded(async () => {
        const parsed = lockMarkSchema.safeParse(await db.marks.get('lock'));
        if (!parsed.success) return null;
        const { lock, counter } = parsed.data;
        return { ...lock, tries: await counters.judge(lock, lock.tries, counter) };
      }),
    writeLock: (lock) =>
      guarded(async () => {
        const kept = lock === null ? null : await counters.next(lock);
        // In one transaction: without a lock and without the service worker's mark, a session reads as locked.
        const marked = db.transaction('rw', db.marks, async () => {
          // Older builds read a name from it, and ignore a lock without one.
          const mark = { name: 'lock', lock: { ...lock, name: 'this device' }, counter: kept?.counter } as const;
          if (lock === null) await db.marks.delete('lock');
          else await db.marks.put(mark);
          // Also updates the service worker's mark, which depends on the lock.
          const session = sessionSchema.safeParse(await db.marks.get('session'));
          if (session.success) await writeSession(db, session.data, newEpoch);
        });
        await marked.catch(async (error: unknown) => {
          if (lock !== null || !isFull(storageProblem(error))) throw error;
          // The removal alone needs no space, and must not fail for lack of it (F-16).
          await db.marks.delete('lock');
        });
        await (kept === null ? counters.forget() : kept.noted());
        return null;
      }),
    ...plainMarks(db, guarded),
    ...removalMarks(db, guarded),
    ...chainMarks(db, guarded),
    close: () => db.close(),
  };
}

type Guarded = ReturnType<typeof keepCopy>['guarded'];

/** Marks of one value each, which is there or not. */
function plainMarks(
  db: MetaDb,
  guarded: Guarded,
): Pick<
  MetaStore,
  | 'readLogoutPending'
  | 'writeLogoutPending'
  | 'readSimulation'
  | 'writeSimulation'
  | 'readWord'
  | 'writeWord'
  | 'readTransport'
  | 'writeTransport'
  | 'readLinkLost'
  | 'writeLinkLost'
  | 'readClock'
  | 'writeClock'
  | 'readGivenUp'
  | 'writeGivenUp'
> {
  return {
    readLogoutPending: () =>
      guarded(async () => {
        const parsed = pendingSchema.safeParse(await db.marks.get('logoutPending'));
        if (!parsed.success) return null;
        const { reason, at } = parsed.data;
        return at === undefined ? { reason } : { reason, at };
      }),
    writeLogoutPending: (reason, at = null) =>
      guarded(async () => {
        if (reason === null) await db.marks.delete('logoutPending');
        else {
          const mark = { name: 'logoutPending', reason, ...(at === null ? {} : { at }) } as const;
          await db.marks.put(mark);
        }
        return null;
      }),
    readSimulation: () =>
      guarded(async () => {
        const parsed = simulationSchema.safeParse(await db.marks.get('simulation'));
        return parsed.success ? { mode: parsed.data.mode, businessTime: parsed.data.businessTime } : null;
      }),
    writeSimulation: (simulation) =>
      guarded(async () => {
        const mark = { name: 'simulation', ...simulation } as const;
        await db.marks.put(mark);
        return null;
      }),
    readWord: () =>
      guarded(async () => {
        const parsed = wordSchema.safeParse(await db.marks.get('word'));
        return parsed.success ? { userId: parsed.data.userId, word: parsed.data.word } : null;
      }),
    writeWord: ({ userId, word }) =>
      guarded(async () => {
        const mark = { name: 'word', userId, word } as const;
        await db.marks.put(mark);
        return null;
      }),
    readTransport: () =>
      guarded(async () => {
        const parsed = transportSchema.safeParse(await db.marks.get('transport'));
        return parsed.success ? parsed.data.transport : null;
      }),
    writeTransport: (transport) =>
      guarded(async () => {
        const mark = { name: 'transport', transport } as const;
        await db.marks.put(mark);
        return null;
      }),
    readLinkLost: () =>
      guarded(async () => {
        const parsed = linkLostSchema.safeParse(await db.marks.get('linkLost'));
        return parsed.success ? parsed.data.at : null;
      }),
    writeLinkLost: (at) =>
      guarded(async () => {
        // Recording that the link is back is a deletion, which needs no space and must not fail for lack of it (F-16).
        if (at === null) await db.marks.delete('linkLost');
        else {
          const mark = { name: 'linkLost', at } as const;
          await db.marks.put(mark);
        }
        return null;
      }),
    readClock: () =>
      guarded(async () => {
        const parsed = clockSchema.safeParse(await db.marks.get('clock'));
        return parsed.success ? parsed.data : null;
      }),
    writeClock: (clock) =>
      guarded(async () => {
        const mark = { name: 'clock', ...clock } as const;
        await db.marks.put(mark);
        return null;
      }),
    readGivenUp: () =>
      guarded(async () => {
        const parsed = givenUpSchema.safeParse(await db.marks.get('givenUp'));
        return parsed.success ? parsed.data : null;
      }),
    writeGivenUp: (givenUp) =>
      guarded(async () => {
        if (givenUp === null) await db.marks.delete('givenUp');
        else {
          const mark = { name: 'givenUp', ...givenUp } as const;
          await db.marks.put(mark);
        }
        return null;
      }),
  };
}

const noted = { cleared: noteCleared, removed: noteRemoved, carried: noteCarried } as const;

/** Whose databases are in use, and which are still to be removed. */
function removalMarks(
  db: MetaDb,
  guarded: Guarded,
): Pick<MetaStore, 'claimStore' | 'renewStore' | 'oweRemoval' | 'readRemovals' | 'readHolder' | 'noteRemoval'> {
  return {
    claimStore: (tenantId, userId) =>
      guarded(() =>
        changeRemovals(db, (held) => {
          const claimed = claim(held, tenantId, userId);
          return { removals: claimed, answer: claimed.holder.generation };
        }).catch(async (error: unknown) => {
          // A full disk cannot store the claim; repeated calls, also by the next hub, get the same answer.
          if (!isFull(storageProblem(error))) throw error;
          return claim(await readRemovals(db), tenantId, userId).holder.generation;
        }),
      ),
    renewStore: (tenantId, userId) =>
      guarded(() =>
        changeRemovals(db, (held) => {
          const renewed = renew(held, tenantId, userId);
          return { removals: renewed, answer: renewed.holder.generation };
        }),
      ),
    oweRemoval: (tenantId, userId, carries = false) =>
      guarded(() =>
        changeRemovals(db, (held) => {
          const { removals, names } = owe(held, tenantId, userId, carries);
          return { removals, answer: names };
        }),
      ),
    readRemovals: () => guarded(async () => (await readRemovals(db)).due),
    readHolder: () => guarded(async () => (await readRemovals(db)).holder),
    noteRemoval: (name, outcome) =>
      guarded(() =>
        changeRemovals(db, (held) => ({
          removals: noted[outcome](held, name),
          answer: null,
        })),
      ),
  };
}

async function readRemovals(db: MetaDb): Promise<Removals> {
  const parsed = removalsSchema.safeParse(await db.marks.get('removals'));
  return parsed.success ? parsed.data : noRemovals;
}

function changeRemovals<T>(db: MetaDb, change: (held: Removals) => { readonly removals: Removals; readonly answer: T }): Promise<T> {
  return db.transaction('rw', db.marks, async () => {
    const held = await readRemovals(db);
    const { removals, answer } = change(held);
    // A returning user keeps their databases, so nothing is written; this works on a device without space too (F-16).
    if (JSON.stringify(removals) === JSON.stringify(held)) return answer;
    const mark = { name: 'removals', holder: removals.holder, due: [...removals.due] } as const;
    await db.marks.put(mark);
    return answer;
  });
}

/**
 * Session and identity are written together. The identity's epoch is kept while person and sign-in stay the same; a locked console has no identity, so that the service worker neither
 * serves from that person's cache nor adds to it.
 */
async function writeSession(db: MetaDb, session: StoredSession | null, newEpoch: () => string): Promise<null> {
  // First and separately: a full disk accepts deletions but no writes (F-16). Without an identity a session reads as locked.
  if (session?.locked === true) await db.marks.delete('identity');
  return db.transaction('rw', db.marks, async () => {
    if (session === null) {
      await db.marks.bulkDelete(['session', 'identity', 'word']);
      return null;
    }
    const stored = { name: 'session', ...session } as const;
    await db.marks.put(stored);
    // Under an app lock nothing is stored unencrypted, and the service worker has no key.
    if (session.locked || (await db.marks.get('lock')) !== undefined) {
      await db.marks.delete('identity');
      return null;
    }
    const before = identitySchema.safeParse(await db.marks.get('identity'));
    const same = before.success && before.data.tenantId === session.tenant.tenantId && before.data.userId === session.user.id;
    const identity: IdentityMark = {
      name: 'identity',
      tenantId: session.tenant.tenantId,
      userId: session.user.id,
      epoch: same ? before.data.epoch : newEpoch(),
      confirmedAt: session.confirmedAt,
    };
    await db.marks.put(identity);
    return null;
  });
}
