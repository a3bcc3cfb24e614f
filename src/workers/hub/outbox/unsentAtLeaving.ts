import type { OutboxItem } from '../../../contracts/outbox.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { HubMessage, UnsentGone } from '../../../contracts/rpc.ts';
import { plural } from '../../../domain/format.ts';
import { isUnsent } from '../../../domain/outbox/item.ts';
import type { SessionState, Unsent } from '../../../domain/session/types.ts';
import { type StoreLost, storeLostNotice } from '../../../domain/freshness/storeLost.ts';
import { databaseName } from '../../../store/schema.ts';
import { isOf } from '../../../store/removals.ts';
import type { MetaStore, WriteStore } from '../../../store/types.ts';
import type { UnsentRows } from '../../../store/unsentRows.ts';
import { isStandIn } from '../lock/encryptedSession.ts';
import { within } from '../within.ts';
import type { WipedPerson } from '../storage/wiping.ts';

/** What is needed to carry commands over, and to tell people about them. */
export interface UnsentDeps {
  readonly meta: Pick<MetaStore, 'claimStore' | 'readRemovals'>;
  readonly readUnsent: (name: string) => Promise<Result<UnsentRows>>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Nothing is left to move out of this abandoned database. */
  readonly carried: (name: string) => Promise<void>;
  /** Shows lost commands to their owner, who can save them. */
  readonly gone: (gone: UnsentGone) => void;
  readonly notify: (notice: HubMessage) => void;
}

/**
 * What happens to unsent commands when a person's rows are deleted: none is dropped without a question (issue 13, point 3). The session
 * machine decides which case applies (`Unsent`); here they are carried over from an abandoned database, shown to their owner, or counted
 * for another user.
 */
export interface UnsentAtLeaving {
  /** Number of unsent commands in the person's database while it is not open; null if unknown. */
  readonly count: (tenantId: string, userId: string) => Promise<number | null>;
  /** A person's rows are deleted, and these commands with them. */
  readonly wiped: (what: Exclude<Unsent, 'drop'>, of: WipedPerson, rows: UnsentRows | null) => void;
  /**
   * Reports what was lost with deleted storage (F-17). Commands that could not be stored again are shown in full until dismissed: a
   * notice disappears after five seconds and names only a few.
   */
  readonly lost: (state: SessionState, lost: StoreLost) => void;
  /** Whether commands of this person wait here for their next database. */
  readonly carries: (tenantId: string, userId: string) => boolean;
  /** Moves commands from the person's former database to the new one, also those that an earlier hub did not move before it ended. */
  readonly bring: (tenantId: string, userId: string, store: WriteStore, storage: (problem: Problem) => void) => Promise<void>;
  /**
   * The user agreed to change tenant without these commands, or without all unreadable ones; not without later ones. Null once the change
   * has succeeded or failed.
   */
  readonly agree: (to: readonly OutboxItem[] | 'all' | null) => void;
}

/** How long to wait for the disk, milliseconds. */
const readLimitMs = 1_500;

/** Carries nothing yet. */
export function createUnsentAtLeaving(deps: UnsentDeps): UnsentAtLeaving {
  let carried: { readonly of: WipedPerson; readonly rows: UnsentRows } | null = null;
  /** Keys of the commands the user agreed to lose. */
  let agreed: ReadonlySet<string> | 'all' | null = null;

  const name = ({ userId, tenantId, session: stored }: WipedPerson, rows: UnsentRows | null): void => {
    // Behind a lock the name was encrypted, and its key is gone.
    const session = stored === null || isStandIn(stored) ? null : stored;
    deps.gone({
      userId,
      why: 'access',
      person: session === null ? userId : `${session.user.name} (${session.user.email})`,
      tenant: session === null ? tenantId : `${session.tenant.name} · ${session.tenant.place}`,
      items: rows?.items ?? [],
      unread: rows?.unread ?? null,
    });
  };

  const carries = (tenantId: string, userId: string): boolean => carried?.of.tenantId === tenantId && carried.of.userId === userId;

  const abandonedOf = async (tenantId: string, userId: string): Promise<readonly string[]> => {
    const listed = await within(deps.meta.readRemovals(), readLimitMs, deps.setTimer);
    return listed === 'late' || !listed.ok ? [] : listed.value.filter((one) => isOf(one, tenantId, userId)).map((one) => one.name);
  };

  /** What the abandoned databases that can be read still hold and the new one does not. */
  const fromDisk = async (
    names: readonly string[],
    store: WriteStore,
  ): Promise<{ readonly rows: UnsentRows | null; readonly read: readonly string[] }> => {
    const read: string[] = [];
    const items: OutboxItem[] = [];
    let unread = 0;
    for (const each of names) {
      const held = await within(deps.readUnsent(each), readLimitMs, deps.setTimer);
      if (held === 'late' || !held.ok) continue;
      read.push(each);
      items.push(...held.value.items);
      unread += held.value.unread;
    }
    if (read.length === 0) return { rows: null, read };
    const there = await store.outbox.list();
    // Asked again at the next start: added twice, a command that is withdrawn would still be sent.
    if (!there.ok) return { rows: null, read: [] };
    const keys = new Set(there.value.items.map(({ key }) => key));
    return { rows: { items: items.filter(({ key }) => !keys.has(key)), unread }, read };
  };

  return {
    count: async (tenantId, userId) => {
      // The database's generation may be unknown; that another generation is empty proves nothing.
      const claimed = await within(deps.meta.claimStore(tenantId, userId), readLimitMs, deps.setTimer);
      if (claimed === 'late' || !claimed.ok) return null;
      const name = databaseName(tenantId, userId, claimed.value);
      const read = await within(deps.readUnsent(name), readLimitMs, deps.setTimer);
      return read !== 'late' && read.ok ? read.value.items.length + read.value.unread : null;
    },
    wiped: (what, person, rows) => {
      if (what === 'count') return deps.notify(countNotice(rows === null ? null : rows.items.length + rows.unread));
      if (what === 'name') {
        const unasked = agreed === null ? rows : beyond(rows, agreed);
        return agreed === null || unasked !== null ? name(person, unasked) : undefined;
      }
      // Their database had to be abandoned: they wait here for the next one, which opens in a moment. Unreadable ones are reported.
      if (rows !== null) carried = { of: person, rows };
      if (rows === null || rows.unread > 0) name(person, rows === null ? null : { items: [], unread: rows.unread });
    },
    lost: (state, lost) => {
      deps.notify(storeLostNotice(lost));
      const items = lost.outbox?.filter(isUnsent) ?? null;
      if (state.name !== 'signedIn' || (items !== null && (lost.kept || items.length === 0))) return;
      const { user, tenant } = state;
      const owner = { person: `${user.name} (${user.email})`, tenant: `${tenant.name} · ${tenant.place}` };
      deps.gone({ userId: user.id, why: 'removed', ...owner, items: items ?? [], unread: items === null ? null : 0 });
    },
    carries,
    bring: async (tenantId, userId, store, storage) => {
      const abandoned = await abandonedOf(tenantId, userId);
      const mine = carries(tenantId, userId) ? carried : null;
      if (mine !== null) carried = null;
      const { rows, read } = mine === null ? await fromDisk(abandoned, store) : { rows: mine.rows, read: abandoned };
      if (rows === null) return;
      const added = await store.outbox.add(rows.items.map(({ place: _place, ...newItem }) => newItem));
      if (!added.ok) storage(added.problem);
      // They stay where they are, for the next start.
      if (!added.ok && mine === null) return;
      const person = mine?.of ?? { tenantId, userId, session: null };
      // Nobody moves them any more: do not let them look as if they were still waiting to be sent.
      if (!added.ok) name(person, rows);
      else if (mine === null && rows.unread > 0) name(person, { items: [], unread: rows.unread });
      for (const each of read) await deps.carried(each);
    },
    agree: (to) => {
      agreed = to === null || to === 'all' ? to : new Set(to.filter(isUnsent).map(({ key }) => key));
    },
  };
}

/** Commands that are lost without the user's agreement; null if none. */
function beyond(rows: UnsentRows | null, agreed: ReadonlySet<string> | 'all'): UnsentRows | null {
  if (rows === null || agreed === 'all') return null;
  const items = rows.items.filter(({ key }) => !agreed.has(key));
  // Encrypted or damaged: only their number shows whether there are more than were agreed to.
  const unread = Math.max(0, rows.unread - (agreed.size - (rows.items.length - items.length)));
  return items.length + unread === 0 ? null : { items, unread };
}

function countNotice(count: number | null): HubMessage {
  return count === null
    ? {
        kind: 'notice',
        level: 'warning',
        title: 'Data of another person was removed',
        text: 'Another person used this device before you. It is not known whether they had unsent actions.',
      }
    : {
        kind: 'notice',
        level: 'warning',
        title: `${plural(count, 'action')} of another person removed`,
        text: `Another person used this device before you, and ${count === 1 ? 'an action of theirs' : `${count} actions of theirs`} had not been sent to the platform. Tell them if you can: they must decide again.`,
      };
}
