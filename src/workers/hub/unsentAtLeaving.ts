import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { HubMessage, UnsentGone } from '../../contracts/rpc.ts';
import { plural } from '../../domain/format.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import type { SessionState, Unsent } from '../../domain/session/types.ts';
import { type StoreLost, storeLostNotice } from '../../domain/storeLost.ts';
import { databaseName } from '../../store/schema.ts';
import type { MetaStore, WriteStore } from '../../store/types.ts';
import type { UnsentRows } from '../../store/unsentRows.ts';
import { isStandIn } from './sealedSession.ts';
import { within } from './within.ts';
import type { WipedPerson } from './wiping.ts';

export interface UnsentWorld {
  readonly meta: Pick<MetaStore, 'claimStore'>;
  readonly readUnsent: (name: string) => Promise<Result<UnsentRows>>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Shows decisions to their person, who can save them. */
  readonly gone: (gone: UnsentGone) => void;
  readonly notify: (notice: HubMessage) => void;
}

/**
 * What becomes of decisions that were not sent where their rows go: nothing is dropped that nobody was asked about (issue 13, point 3). Which of them it is the session machine decides
 * (`Unsent`); here they are kept over a database that had to be abandoned, shown to their person, or counted for somebody else.
 */
export interface UnsentAtLeaving {
  /** How many are in the database of whoever is in while it is not open; null where that cannot be told. */
  readonly count: (tenantId: string, userId: string) => Promise<number | null>;
  /** The rows of somebody are going, and these decisions with them. */
  readonly wiped: (what: Exclude<Unsent, 'drop'>, of: WipedPerson, rows: UnsentRows | null) => void;
  /** Says what went with storage that was taken away (F-17); what could not be kept again is shown until it was seen, whole: a message is gone after five seconds and names a few. */
  readonly lost: (state: SessionState, lost: StoreLost) => void;
  /** Whether something of this person's waits here for their next database. */
  readonly carries: (tenantId: string, userId: string) => boolean;
  /** What could not stay in the person's former database is put into the new one. */
  readonly bring: (tenantId: string, userId: string, store: WriteStore, storage: (problem: Problem) => void) => Promise<void>;
  /** The person was asked, and goes to another tenant without these, or without all of what could not be read; not without what is decided after. Null once they went, or did not. */
  readonly agree: (to: readonly OutboxItem[] | 'all' | null) => void;
}

/** How long is waited for what the disk says, milliseconds. */
const readLimitMs = 1_500;

export function createUnsentAtLeaving(world: UnsentWorld): UnsentAtLeaving {
  let carried: { readonly of: WipedPerson; readonly rows: UnsentRows } | null = null;
  /** Keys. */
  let agreed: ReadonlySet<string> | 'all' | null = null;

  const name = ({ userId, tenantId, session: stored }: WipedPerson, rows: UnsentRows | null): void => {
    // Behind a lock their name was sealed, and went with its key.
    const session = stored === null || isStandIn(stored) ? null : stored;
    world.gone({
      userId,
      why: 'access',
      person: session === null ? userId : `${session.user.name} (${session.user.email})`,
      tenant: session === null ? tenantId : `${session.tenant.name} · ${session.tenant.place}`,
      items: rows?.items ?? [],
      unread: rows?.unread ?? null,
    });
  };

  const carries = (tenantId: string, userId: string): boolean => carried?.of.tenantId === tenantId && carried.of.userId === userId;

  return {
    count: async (tenantId, userId) => {
      // Which database is theirs may not be known; that another one is empty says nothing of it.
      const claimed = await within(world.meta.claimStore(tenantId, userId), readLimitMs, world.setTimer);
      if (claimed === 'late' || !claimed.ok) return null;
      const name = databaseName(tenantId, userId, claimed.value);
      const read = await within(world.readUnsent(name), readLimitMs, world.setTimer);
      return read !== 'late' && read.ok ? read.value.items.length + read.value.unread : null;
    },
    wiped: (what, of, rows) => {
      if (what === 'count') return world.notify(countNotice(rows === null ? null : rows.items.length + rows.unread));
      if (what === 'name') {
        const unasked = agreed === null ? rows : beyond(rows, agreed);
        return agreed === null || unasked !== null ? name(of, unasked) : undefined;
      }
      // Their database had to be abandoned: they wait here for the next one, which is opened in a moment. What could not be read is said.
      if (rows !== null) carried = { of, rows };
      if (rows === null || rows.unread > 0) name(of, rows === null ? null : { items: [], unread: rows.unread });
    },
    lost: (state, lost) => {
      world.notify(storeLostNotice(lost));
      const items = lost.outbox?.filter(isUnsent) ?? null;
      if (state.name !== 'signedIn' || (items !== null && (lost.kept || items.length === 0))) return;
      const { user, tenant } = state;
      const of = { person: `${user.name} (${user.email})`, tenant: `${tenant.name} · ${tenant.place}` };
      world.gone({ userId: user.id, why: 'removed', ...of, items: items ?? [], unread: items === null ? null : 0 });
    },
    carries,
    bring: async (tenantId, userId, store, storage) => {
      if (carried === null || !carries(tenantId, userId)) return;
      const { of, rows } = carried;
      carried = null;
      const added = await store.outbox.add(rows.items.map(({ place: _place, ...draft }) => draft));
      if (added.ok) return;
      // They stand nowhere else: nobody may take them for what waits to be sent.
      storage(added.problem);
      name(of, rows);
    },
    agree: (to) => {
      agreed = to === null || to === 'all' ? to : new Set(to.filter(isUnsent).map(({ key }) => key));
    },
  };
}

/** What goes of which nobody was asked; null where that is nothing. */
function beyond(rows: UnsentRows | null, agreed: ReadonlySet<string> | 'all'): UnsentRows | null {
  if (rows === null || agreed === 'all') return null;
  const items = rows.items.filter(({ key }) => !agreed.has(key));
  // Sealed, or spoilt: only their number tells whether there are more than were agreed to.
  const unread = Math.max(0, rows.unread - (agreed.size - (rows.items.length - items.length)));
  return items.length + unread === 0 ? null : { items, unread };
}

function countNotice(count: number | null): HubMessage {
  return count === null
    ? {
        kind: 'notice',
        level: 'warning',
        title: 'What somebody else left here is removed',
        text: 'Another person used this device before you. Whether anything of theirs had not been sent to the platform could not be told.',
      }
    : {
        kind: 'notice',
        level: 'warning',
        title: `${plural(count, 'action')} of somebody else removed`,
        text: `Another person used this device before you, and ${count === 1 ? 'an action of theirs' : `${count} actions of theirs`} had not been sent to the platform. Tell them if you can: they have to decide again.`,
      };
}
