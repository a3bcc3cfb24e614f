import type { OutboxItem } from '../../../contracts/outbox.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { LeftBehind } from '../../../contracts/rpc.ts';
import { apiCacheName, queryDatabaseName } from '../../../domain/accounts/deviceNames.ts';
import { isUnsent } from '../../../domain/outbox/item.ts';
import { leftBehind } from '../../../domain/session/leftBehind.ts';
import type { Unsent } from '../../../domain/session/types.ts';
import { databaseName } from '../../../store/schema.ts';
import type { MetaStore, Removal, StoredSession } from '../../../store/types.ts';
import type { UnsentRows } from '../../../store/unsentRows.ts';
import { within } from '../within.ts';

/** What the removal of a person's rows is given. */
export interface WipeDeps {
  readonly meta: Pick<MetaStore, 'readSession' | 'writeSession' | 'claimStore' | 'oweRemoval' | 'readRemovals' | 'noteRemoval'>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Makes a database's rows unreadable. Like `removeDatabase` it may not finish while another tab blocks it. */
  readonly emptyDatabase: (name: string, keep: readonly string[], encryptedAlone?: boolean) => Promise<Result<null>>;
  readonly readUnsent: (name: string, alsoDrafts?: boolean) => Promise<Result<UnsentRows>>;
  /** What this hub held of a person's outbox until their session context ended, settled or not; null if nothing is known. */
  readonly heldOutbox: (tenantId: string, userId: string) => readonly OutboxItem[] | null;
  readonly removeDatabase: (name: string) => Promise<Result<null>>;
  readonly deleteCache: (name: string) => Promise<void>;
  /** Whether this person is signed in by the machine's present decision (changed rights: rows go, the person stays). */
  readonly isIn: (tenantId: string, userId: string) => boolean;
  /** Whether this person stays at the console, in this tenant or another one. */
  readonly remains: (userId: string) => boolean;
  /**
   * What of this person's unsent commands to keep although they left for good: all behind a lock that is being given up (givenUp.ts);
   * after that only encrypted ones, because the user was asked about the rest.
   */
  readonly keepsEncrypted: (tenantId: string, userId: string) => Promise<'all' | 'encrypted' | 'none'>;
  /** Removes a person's app lock from this device. */
  readonly forgetLock: (userId: string) => Promise<void>;
  readonly tell: (state: LeftBehind) => void;
  /** Runs after everything the session has ordered, and before what it orders next. */
  readonly between: (work: () => Promise<void>) => void;
  /**
   * Stores this person's kept commands in their next database: the former one is abandoned, and a hub that ended before this would lose
   * them.
   */
  readonly bring: (of: WipedPerson) => Promise<void>;
  /** Number of commands kept for the same person's return; null if they could not be read. */
  readonly kept: (count: number | null) => void;
  /** Unsent commands that could not stay as they are. `rows` is null if they could not be read. */
  readonly unsent: (what: Exclude<Unsent, 'drop'>, of: WipedPerson, rows: UnsentRows | null) => void;
}

/** The person whose rows are wiped, as far as the device knows. */
export interface WipedPerson {
  readonly tenantId: string;
  readonly userId: string;
  readonly session: StoredSession | null;
}

/** The removals of one hub; what fails is retried as long as it runs. */
export interface Wiping {
  /**
   * Removes one person from the device, except unsent commands that are to be kept. Resolves in bounded time whatever blocks it; blocked
   * work continues.
   */
  readonly wipe: (tenantId: string, userId: string, unsent: Unsent) => Promise<Result<null>>;
  /**
   * At each start: retries what earlier hubs could not remove and reports what is left; failures are retried every minute. Resolves when
   * the result is known.
   */
  readonly goOn: () => Promise<void>;
}

/** How long to wait for work that another tab can block, milliseconds: sign-out plus the next sign-in take less than five seconds. */
export const clearLimitMs = 1_200;
export const removeLimitMs = 800;
const markLimitMs = 1_000;
const bringLimitMs = 1_000;
/** Retry delay for what could not be cleared or removed, or when the list was unknown, milliseconds. */
const againMs = 60_000;
const isCache = (name: string): boolean => name.startsWith(apiCacheName('', '').split(':')[0] ?? '');

/**
 * Removes everything this device stores about one person. The service worker's mark goes first: an answer under way is then either
 * dropped by the worker, or was cached before the cache is deleted (src/sw/reads.ts). Then the database names are durably abandoned
 * (src/store/removals.ts), so that nobody opens them again; rows are cleared; last, the databases are removed, which a tab that does not
 * answer can block. The remembered session stays, locked, until the machine clears it: after a crash the wipe is repeated.
 */
export function createWiping(deps: WipeDeps): Wiping {
  /** Rows of a person who was away too long are still stored beside unsent commands, because clearing was blocked. */
  let held = false;
  let cancelAgain = () => {};
  const removals = createRemovals(deps, (list) => deps.tell(leftBehind({ ...list, held })));
  const { tell } = removals;
  const bounded = (work: Promise<Result<unknown>>, limitMs: number) => atMost(work, limitMs, deps.setTimer);

  const nameLate = (person: WipedPerson, late: Result<UnsentRows>): void => {
    if (late.ok && late.value.items.length + late.value.unread > 0) deps.unsent('name', person, late.value);
  };

  const inMemory = (tenantId: string, userId: string): UnsentRows | null => {
    const items = deps.heldOutbox(tenantId, userId)?.filter(isUnsent) ?? null;
    return items === null ? null : { items, unread: 0 };
  };

  /** The generation of a person's databases in use; null if unknown. Works on a full disk, because it writes nothing. */
  const generationOf = async (tenantId: string, userId: string): Promise<number | null> => {
    const claimed = await within(deps.meta.claimStore(tenantId, userId), markLimitMs, deps.setTimer);
    return claimed !== 'late' && claimed.ok ? claimed.value : null;
  };

  const namesWithoutList = async (tenantId: string, userId: string): Promise<readonly string[]> => {
    const generation = (await generationOf(tenantId, userId)) ?? 0;
    return [databaseName(tenantId, userId, generation), queryDatabaseName(tenantId, userId, generation), apiCacheName(tenantId, userId)];
  };

  const again = (tenantId: string, userId: string): void => {
    cancelAgain = deps.setTimer(againMs, () =>
      deps.between(async () => {
        if (held && !deps.isIn(tenantId, userId)) await wipe(tenantId, userId, 'keep');
      }),
    );
  };

  const wipe: Wiping['wipe'] = async (tenantId, userId, asked) => {
    const stays = await within(deps.keepsEncrypted(tenantId, userId), markLimitMs, deps.setTimer);
    const isEncrypted = stays !== 'none';
    const encryptedAlone = asked === 'drop' && stays !== 'all';
    const unsent = asked === 'drop' && isEncrypted ? 'keep' : asked;
    const outcomes: Result<unknown>[] = [];
    held = false;
    cancelAgain();
    const marked = await within(deps.meta.readSession(), markLimitMs, deps.setTimer);
    const remembered = marked !== 'late' && marked.ok ? marked.value : null;
    const session = remembered?.user.id === userId && remembered.tenant.tenantId === tenantId ? remembered : null;
    if (session !== null) outcomes.push(await bounded(deps.meta.writeSession({ ...session, locked: true }), markLimitMs));
    const back = async (): Promise<void> => {
      if (session !== null && deps.isIn(tenantId, userId)) outcomes.push(await bounded(deps.meta.writeSession(session), markLimitMs));
    };
    const answer = (): Result<null> => {
      const failed = outcomes.find((outcome) => !outcome.ok);
      return failed === undefined || failed.ok ? { ok: true, value: null } : { ok: false, problem: failed.problem };
    };
    if (unsent !== 'drop') {
      // What somebody typed is theirs in another role too; nobody reads it of a person who is not here.
      const staysTyped = asked === 'keep' && deps.isIn(tenantId, userId);
      const kept = staysTyped ? ['outbox', 'drafts'] : ['outbox'];
      // The database's generation may be unknown; that another generation is empty proves nothing.
      const generation = await generationOf(tenantId, userId);
      const reading = generation === null ? null : deps.readUnsent(databaseName(tenantId, userId, generation), staysTyped);
      const read = reading === null ? 'late' : await within(reading, clearLimitMs, deps.setTimer);
      // A suspended tab or a lock can prevent reading; this hub's memory still has the commands it was about to send.
      const onDisk = read !== 'late' && read.ok ? read.value : null;
      // Commands encrypted under a lock that was given up were never read by a hub.
      const rows = onDisk?.unread === 0 || isEncrypted ? onDisk : (inMemory(tenantId, userId) ?? onDisk);
      const some = rows === null || rows.items.length + rows.unread > 0;
      if (unsent === 'keep') deps.kept(rows === null ? null : rows.items.length + rows.unread);
      const isTyped = staysTyped && (rows?.drafts ?? 0) > 0;
      if ((some || isTyped) && unsent === 'keep') {
        const cleared = generation !== null && (await clearBut(kept, { tenantId, userId, generation }, encryptedAlone, deps));
        // Nobody is signed in to take the commands: they stay, and so do the rows, which nobody is shown, until they can be cleared.
        held = !cleared && !deps.isIn(tenantId, userId);
        if (held) again(tenantId, userId);
        if (cleared || held) {
          tell();
          await back();
          return held ? { ok: false, problem: heldRows } : answer();
        }
      }
      if (some) deps.unsent(unsent, { tenantId, userId, session }, rows);
      // Requested before anything was cleared, the read may still answer late: no command disappears unreported on a slow disk.
      if (rows === null && unsent !== 'count') void reading?.then((late) => nameLate({ tenantId, userId, session }, late));
    }
    const owed = await within(deps.meta.oweRemoval(tenantId, userId), markLimitMs, deps.setTimer);
    const known = owed !== 'late' && owed.ok;
    if (!known) outcomes.push(owed === 'late' ? { ok: false, problem: heldMarks } : owed);
    if (known && unsent === 'keep' && deps.isIn(tenantId, userId))
      await within(settled(deps.bring({ tenantId, userId, session })), bringLimitMs, deps.setTimer);
    if (known) await removals.look();
    // If the list cannot be written they are removed all the same, but their removal cannot be confirmed.
    else removals.listUnknown();
    const names = known ? owed.value : await namesWithoutList(tenantId, userId);
    // Without its key nothing encrypted can be read, whatever becomes of the rows.
    await Promise.all([removals.removeAll(names), deps.remains(userId) ? null : deps.forgetLock(userId)]);
    await back();
    // The session is too old and nothing waits to be sent: forget the person.
    if (unsent === 'keep' && session !== null && !deps.isIn(tenantId, userId))
      outcomes.push(await bounded(deps.meta.writeSession(null), markLimitMs));
    return answer();
  };

  return {
    wipe,
    goOn: removals.goOn,
  };
}

/**
 * Clears all rows of a person in place, except `keep` or (with `encryptedAlone`) the encrypted rows there; false if blocked or failed.
 * Blocked work continues.
 */
async function clearBut(
  keep: readonly string[],
  { tenantId, userId, generation }: { readonly tenantId: string; readonly userId: string; readonly generation: number },
  encryptedAlone: boolean,
  deps: Pick<WipeDeps, 'emptyDatabase' | 'deleteCache' | 'setTimer'>,
): Promise<boolean> {
  const clear = async (): Promise<boolean> => {
    const emptied = await Promise.all([
      settledResult(deps.emptyDatabase(databaseName(tenantId, userId, generation), keep, encryptedAlone)),
      settledResult(deps.emptyDatabase(queryDatabaseName(tenantId, userId, generation), [])),
    ]);
    const deleted = await settled(deps.deleteCache(apiCacheName(tenantId, userId)));
    return deleted && emptied.every(Boolean);
  };
  return (await within(clear(), clearLimitMs + removeLimitMs, deps.setTimer)) === true;
}

/** The list of what is to be removed from this device. */
interface DueList {
  /** Null if it is not known. */
  readonly due: readonly Removal[] | null;
  readonly underWay: number;
}

/** Clears and removes databases and caches, and keeps the list of those still due. */
function createRemovals(deps: WipeDeps, told: (list: DueList) => void) {
  let due: readonly Removal[] | null = null;
  /** Something to remove is missing in the list: the list is incomplete. */
  let unlisted = false;
  let underWay = 0;
  const going = new Set<string>();
  const tell = (): void => told({ due, underWay });

  const note = async (name: string, outcome: 'cleared' | 'removed'): Promise<void> => {
    await atMost(deps.meta.noteRemoval(name, outcome), markLimitMs, deps.setTimer);
    if (due !== null)
      due =
        outcome === 'removed'
          ? due.filter((one) => one.name !== name)
          : due.map((one) => (one.name === name ? { name, cleared: true } : one));
    tell();
  };

  /** Clears and removes one database or cache; resolves when done or at the time limit. A later result is still recorded. */
  const removeOne = async (name: string): Promise<void> => {
    // This hub has already started it, and it continues by itself.
    if (going.has(name)) return;
    going.add(name);
    if (isCache(name)) {
      const deleted = await within(settled(deps.deleteCache(name)), removeLimitMs, deps.setTimer);
      going.delete(name);
      if (deleted === true) await note(name, 'removed');
      return;
    }
    const cleared = settledResult(deps.emptyDatabase(name, [])).then(async (done) => {
      if (done) await note(name, 'cleared');
    });
    await within(cleared, clearLimitMs, deps.setTimer);
    // A transaction that blocks the clearing blocks the removal too; once requested, both happen as soon as it ends.
    const removed = settledResult(deps.removeDatabase(name)).then(async (done) => {
      going.delete(name);
      if (done) await note(name, 'removed');
    });
    await within(removed, removeLimitMs, deps.setTimer);
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
    const read = await within(deps.meta.readRemovals(), markLimitMs, deps.setTimer);
    if (read !== 'late' && read.ok && !unlisted) due = read.value;
  };

  let cancelGoOn = () => {};
  const goOn: Wiping['goOn'] = async () => {
    cancelGoOn();
    await look();
    if (due !== null && due.length > 0) await removeAll(due.map(({ name }) => name));
    else tell();
    // The list was not read in time, or a removal was refused: retry, since a screen that nobody reloads never would.
    if (due?.every(({ name }) => going.has(name)) !== true) cancelGoOn = deps.setTimer(againMs, () => deps.between(goOn));
  };

  return {
    tell,
    look,
    removeAll,
    goOn,
    listUnknown: (): void => {
      due = null;
      unlisted = true;
    },
  };
}

/** The result of the work; past the time limit, that another tab blocks the marks. */
async function atMost(work: Promise<Result<unknown>>, limitMs: number, setTimer: WipeDeps['setTimer']): Promise<Result<unknown>> {
  const outcome = await within(work, limitMs, setTimer);
  return outcome === 'late' ? { ok: false, problem: heldMarks } : outcome;
}

/** A tab that does not answer blocks the device's marks (`ukweli-meta`). */
export const heldMarks: Problem = {
  code: 'storage',
  message: 'Another tab that does not respond is using this device’s data. Close the console’s other tabs, then reload this one.',
  retry: true,
};

/** Rows of a person who was away too long could not be cleared; unsent commands are stored beside them. */
const heldRows: Problem = {
  code: 'storage',
  message:
    'What was stored here more than 72 hours ago could not be removed yet: another tab or the disk did not answer in time. It is not shown to anybody, and is removed as soon as possible. Unsent actions are kept.',
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
