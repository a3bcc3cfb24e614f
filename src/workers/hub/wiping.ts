import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { LeftBehind } from '../../contracts/rpc.ts';
import { apiCacheName, queryDatabaseName } from '../../domain/deviceNames.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { leftBehind } from '../../domain/session/leftBehind.ts';
import type { Unsent } from '../../domain/session/types.ts';
import { databaseName } from '../../store/schema.ts';
import type { MetaStore, Removal, StoredSession } from '../../store/types.ts';
import type { UnsentRows } from '../../store/unsentRows.ts';
import { within } from './within.ts';

export interface WipeWorld {
  readonly meta: Pick<MetaStore, 'readSession' | 'writeSession' | 'claimStore' | 'oweRemoval' | 'readRemovals' | 'noteRemoval'>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Makes a database's rows unreadable. Like `removeDatabase` it may not end while another tab stands in its way. */
  readonly emptyDatabase: (name: string, keep: readonly string[], sealedAlone?: boolean) => Promise<Result<null>>;
  readonly readUnsent: (name: string) => Promise<Result<UnsentRows>>;
  /** What this hub held of somebody's outbox until their stay ended, settled or not; null where it held none, or does not know. */
  readonly heldOutbox: (tenantId: string, userId: string) => readonly OutboxItem[] | null;
  readonly removeDatabase: (name: string) => Promise<Result<null>>;
  readonly deleteCache: (name: string) => Promise<void>;
  /** Whether this person is in, now that the machine has decided (rights changed: rows go, the person stays). */
  readonly isIn: (tenantId: string, userId: string) => boolean;
  /** Whether this person stays at the console, in this tenant or another one. */
  readonly remains: (userId: string) => boolean;
  /** What of the unsent of this person stays though they left for good: all that stood behind a lock that is just given up (givenUp.ts); after that only what is sealed, since they were asked about the rest. */
  readonly keepsSealed: (tenantId: string, userId: string) => Promise<'all' | 'sealed' | 'none'>;
  /** Takes the app lock of somebody off this device. */
  readonly forgetLock: (userId: string) => Promise<void>;
  readonly tell: (state: LeftBehind) => void;
  /** Runs after everything that the session has ordered, and before what it orders next. */
  readonly between: (work: () => Promise<void>) => void;
  /** Puts what is kept of this person into their next database: the one it stood in is abandoned, and a hub that ends before would leave it nowhere. */
  readonly bring: (of: WipedPerson) => Promise<void>;
  /** Decisions that were not sent: what becomes of them where they could not stay as they are. `rows` is null where they could not be read. */
  /** So many stay for the person who comes in again; null where they could not be read. */
  readonly kept: (count: number | null) => void;
  readonly unsent: (what: Exclude<Unsent, 'drop'>, of: WipedPerson, rows: UnsentRows | null) => void;
}

/** Whose rows are wiped, as far as the device knows. */
export interface WipedPerson {
  readonly tenantId: string;
  readonly userId: string;
  readonly session: StoredSession | null;
}

export interface Wiping {
  /** Removes one person from the device, but for what is unsent where that is to be kept. Answers in bounded time, whatever stands in the way; what it could not do goes on. */
  readonly wipe: (tenantId: string, userId: string, unsent: Unsent) => Promise<Result<null>>;
  /** At each start: tries again what the hubs before could not remove, and says what is left; what fails is tried again every minute. Resolves when it is known. */
  readonly goOn: () => Promise<void>;
}

/** What another tab can hold up is waited for this long, milliseconds: leaving and the next person's coming together take less than five seconds. */
export const clearLimitMs = 1_200;
export const removeLimitMs = 800;
const markLimitMs = 1_000;
const bringLimitMs = 1_000;
/** What could not be cleared or removed, or was not known to have to be, is tried again after this long, milliseconds. */
const againMs = 60_000;
const isCache = (name: string): boolean => name.startsWith(apiCacheName('', '').split(':')[0] ?? '');

/**
 * Removes everything this device keeps of one person. The service worker's mark goes first: an answer that was under way is then either seen by the worker to be
 * nobody's, or was put before the cache went (src/sw/reads.ts). Then the names are abandoned (src/store/removals.ts), durably, so that nobody opens them again, whatever
 * becomes of the rest; rows are cleared, and last comes what a tab that does not answer can keep from happening: the removal of the databases. The remembered session
 * stays, locked, until the machine clears it: after a crash in here the wipe is done again.
 */
export function createWiping(world: WipeWorld): Wiping {
  let due: readonly Removal[] | null = null;
  /** Something was to be removed that the list does not have: what the list says is not all. */
  let unlisted = false;
  let underWay = 0;
  /** Rows of whoever was away for too long still stand beside what waits to be sent: clearing them was held up. */
  let held = false;
  let cancelAgain = () => {};
  const going = new Set<string>();
  const tell = (): void => world.tell(leftBehind({ due, underWay, held }));

  const bounded = async (work: Promise<Result<unknown>>, limitMs: number): Promise<Result<unknown>> => {
    const outcome = await within(work, limitMs, world.setTimer);
    return outcome === 'late' ? { ok: false, problem: heldMarks } : outcome;
  };

  const note = async (name: string, outcome: 'cleared' | 'removed'): Promise<void> => {
    await bounded(world.meta.noteRemoval(name, outcome), markLimitMs);
    if (due !== null)
      due =
        outcome === 'removed'
          ? due.filter((one) => one.name !== name)
          : due.map((one) => (one.name === name ? { name, cleared: true } : one));
    tell();
  };

  /** Clears and removes what is named; resolves when that is done or takes too long. What comes of it later is noted then. */
  const removeOne = async (name: string): Promise<void> => {
    // Asked for already by this hub: it goes on by itself.
    if (going.has(name)) return;
    going.add(name);
    if (isCache(name)) {
      const deleted = await within(settled(world.deleteCache(name)), removeLimitMs, world.setTimer);
      going.delete(name);
      if (deleted === true) await note(name, 'removed');
      return;
    }
    const cleared = settledResult(world.emptyDatabase(name, [])).then(async (done) => {
      if (done) await note(name, 'cleared');
    });
    await within(cleared, clearLimitMs, world.setTimer);
    // A transaction that holds up the clearing holds up the removal too; asked for all the same, both happen as soon as it ends.
    const removed = settledResult(world.removeDatabase(name)).then(async (done) => {
      going.delete(name);
      if (done) await note(name, 'removed');
    });
    await within(removed, removeLimitMs, world.setTimer);
  };

  const removeAll = async (names: readonly string[]): Promise<void> => {
    underWay += 1;
    tell();
    await Promise.all(names.filter((name) => !isCache(name)).map(removeOne));
    await Promise.all(names.filter(isCache).map(removeOne));
    underWay -= 1;
    tell();
  };

  const look = async (): Promise<void> => {
    const read = await within(world.meta.readRemovals(), markLimitMs, world.setTimer);
    if (read !== 'late' && read.ok && !unlisted) due = read.value;
  };

  const nameLate = (of: WipedPerson, late: Result<UnsentRows>): void => {
    if (late.ok && late.value.items.length + late.value.unread > 0) world.unsent('name', of, late.value);
  };

  const inMemory = (tenantId: string, userId: string): UnsentRows | null => {
    const items = world.heldOutbox(tenantId, userId)?.filter(isUnsent) ?? null;
    return items === null ? null : { items, unread: 0 };
  };

  /** Clears all rows of somebody but their outbox, or what of it is sealed, in place; false where that is held up or fails. What is held up goes on by itself. */
  const clearButOutbox = async (tenantId: string, userId: string, generation: number, sealedAlone: boolean): Promise<boolean> => {
    const clear = async (): Promise<boolean> => {
      const emptied = await Promise.all([
        settledResult(world.emptyDatabase(databaseName(tenantId, userId, generation), ['outbox'], sealedAlone)),
        settledResult(world.emptyDatabase(queryDatabaseName(tenantId, userId, generation), [])),
      ]);
      const deleted = await settled(world.deleteCache(apiCacheName(tenantId, userId)));
      return deleted && emptied.every(Boolean);
    };
    return (await within(clear(), clearLimitMs + removeLimitMs, world.setTimer)) === true;
  };

  /** Which of somebody's databases is in use; null where that is not known. A full disk knows it: nothing is written for it. */
  const generationOf = async (tenantId: string, userId: string): Promise<number | null> => {
    const claimed = await within(world.meta.claimStore(tenantId, userId), markLimitMs, world.setTimer);
    return claimed !== 'late' && claimed.ok ? claimed.value : null;
  };

  const namesWithoutList = async (tenantId: string, userId: string): Promise<readonly string[]> => {
    const generation = (await generationOf(tenantId, userId)) ?? 0;
    return [databaseName(tenantId, userId, generation), queryDatabaseName(tenantId, userId, generation), apiCacheName(tenantId, userId)];
  };

  const again = (tenantId: string, userId: string): void => {
    cancelAgain = world.setTimer(againMs, () =>
      world.between(async () => {
        if (held && !world.isIn(tenantId, userId)) await wipe(tenantId, userId, 'keep');
      }),
    );
  };

  const wipe: Wiping['wipe'] = async (tenantId, userId, asked) => {
    const stays = await within(world.keepsSealed(tenantId, userId), markLimitMs, world.setTimer);
    const isSealed = stays !== 'none';
    const sealedAlone = asked === 'drop' && stays !== 'all';
    const unsent = asked === 'drop' && isSealed ? 'keep' : asked;
    const outcomes: Result<unknown>[] = [];
    held = false;
    cancelAgain();
    const marked = await within(world.meta.readSession(), markLimitMs, world.setTimer);
    const remembered = marked !== 'late' && marked.ok ? marked.value : null;
    const session = remembered?.user.id === userId && remembered.tenant.tenantId === tenantId ? remembered : null;
    if (session !== null) outcomes.push(await bounded(world.meta.writeSession({ ...session, locked: true }), markLimitMs));
    const back = async (): Promise<void> => {
      if (session !== null && world.isIn(tenantId, userId)) outcomes.push(await bounded(world.meta.writeSession(session), markLimitMs));
    };
    const answer = (): Result<null> => {
      const failed = outcomes.find((outcome) => !outcome.ok);
      return failed === undefined || failed.ok ? { ok: true, value: null } : { ok: false, problem: failed.problem };
    };
    if (unsent !== 'drop') {
      // Which database is theirs may not be known; that another one is empty says nothing of it.
      const generation = await generationOf(tenantId, userId);
      const reading = generation === null ? null : world.readUnsent(databaseName(tenantId, userId, generation));
      const read = reading === null ? 'late' : await within(reading, clearLimitMs, world.setTimer);
      // A tab that stands still in the database keeps it from being read, and so does a lock; what this hub was about to send it knows all the same.
      const onDisk = read !== 'late' && read.ok ? read.value : null;
      // What a lock that was given up keeps sealed no hub has ever read.
      const rows = onDisk?.unread === 0 || isSealed ? onDisk : (inMemory(tenantId, userId) ?? onDisk);
      const some = rows === null || rows.items.length + rows.unread > 0;
      if (unsent === 'keep') world.kept(rows === null ? null : rows.items.length + rows.unread);
      if (some && unsent === 'keep') {
        const cleared = generation !== null && (await clearButOutbox(tenantId, userId, generation, sealedAlone));
        // Nobody is in who could be given what waits: it stays where it is, and beside it the rows, which nobody is shown, until they can be cleared.
        held = !cleared && !world.isIn(tenantId, userId);
        if (held) again(tenantId, userId);
        if (cleared || held) {
          tell();
          await back();
          return held ? { ok: false, problem: heldRows } : answer();
        }
      }
      if (some) world.unsent(unsent, { tenantId, userId, session }, rows);
      // Asked for before anything was cleared, it is still answered, however late: a slow disk takes no decision away unseen.
      if (rows === null && unsent !== 'count') void reading?.then((late) => nameLate({ tenantId, userId, session }, late));
    }
    const owed = await within(world.meta.oweRemoval(tenantId, userId), markLimitMs, world.setTimer);
    const known = owed !== 'late' && owed.ok;
    if (!known) outcomes.push(owed === 'late' ? { ok: false, problem: heldMarks } : owed);
    if (known && unsent === 'keep' && world.isIn(tenantId, userId))
      await within(settled(world.bring({ tenantId, userId, session })), bringLimitMs, world.setTimer);
    if (known) await look();
    // Where the list cannot be kept they are removed all the same; that they are gone is not known then.
    else {
      due = null;
      unlisted = true;
    }
    const names = known ? owed.value : await namesWithoutList(tenantId, userId);
    // Without its key nothing that was sealed can be read, whatever becomes of the rows.
    await Promise.all([removeAll(names), world.remains(userId) ? null : world.forgetLock(userId)]);
    await back();
    // Too old to be kept, and nothing waits to be sent: nobody needs to be remembered for it.
    if (unsent === 'keep' && session !== null && !world.isIn(tenantId, userId))
      outcomes.push(await bounded(world.meta.writeSession(null), markLimitMs));
    return answer();
  };

  let cancelGoOn = () => {};
  const goOn: Wiping['goOn'] = async () => {
    cancelGoOn();
    await look();
    if (due !== null && due.length > 0) await removeAll(due.map(({ name }) => name));
    else tell();
    // A list that was not read in time, or what was refused: nothing that goes on by itself. A screen that nobody reloads would never try again.
    if (due?.every(({ name }) => going.has(name)) !== true) cancelGoOn = world.setTimer(againMs, () => world.between(goOn));
  };

  return {
    wipe,
    goOn,
  };
}

/** The device's own list of marks is held by a tab that does not answer. */
export const heldMarks: Problem = {
  code: 'storage',
  message: 'Another tab that does not answer holds what this device remembers. Close the console’s other tabs, then reload this one.',
  retry: true,
};

/** What somebody was away from for too long could not be cleared; what waits to be sent stands beside it. */
const heldRows: Problem = {
  code: 'storage',
  message:
    'What was stored here more than 72 hours ago could not be removed yet: another tab or the disk did not answer in time. It is shown to nobody, and removed as soon as that can be done. What waits to be sent is kept.',
  retry: true,
};

async function settled(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch {
    return false;
  }
}

async function settledResult(work: Promise<Result<unknown>>): Promise<boolean> {
  try {
    return (await work).ok;
  } catch {
    return false;
  }
}
