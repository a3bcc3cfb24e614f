import { type Kysely, sql } from 'kysely';
import type { ChainName } from '../../src/contracts/checkpoint.ts';
import type { ChainEntry } from '../../src/contracts/verification.ts';
import { GENESIS } from '../../src/domain/chain.ts';
import type { SeverityRule } from '../../src/domain/severity.ts';
import { type TimeBack, timesBack } from '../../src/domain/timesBack.ts';
import type { Database } from '../db/schema.ts';
import { sha256, toChainEntry } from '../entities/verification.ts';
import { sealOf } from './audit.ts';

/** Links looked at in one pass: a few milliseconds, whatever the size of the whole. */
export const linksAPass = 1000;

/** A link as both lists have it. `holds`: whether its content gives its own seal and names the one before it. */
export interface Link {
  readonly index: number;
  readonly seal: string;
  /** When it was written, ISO; null where it does not say. */
  readonly at: string | null;
  readonly holds: (before: string) => boolean;
}

/** One of the two lists, and what is said where it does not hold. */
export interface Walked {
  /** As its signed checkpoints call it. */
  readonly name: ChainName;
  readonly rule: Extract<SeverityRule, 'chainBroken' | 'recordBroken'>;
  readonly title: string;
  readonly what: string;
  readonly read: (db: Kysely<Database>, tenantId: string, from: number) => Promise<readonly Link[]>;
  /** The last link that something outside the list itself names; null where nothing does. */
  readonly named: (db: Kysely<Database>, tenantId: string) => Promise<number | null>;
}

/** The verification chain (D-9). */
export const chain: Walked = {
  name: 'verifications',
  rule: 'chainBroken',
  title: 'Verification chain broken',
  what: 'verification chain',
  read: async (db, tenantId, from) => {
    const rows = await db
      .selectFrom('chain_entries')
      .select(['chain_index', 'canonical', 'seal'])
      .where('tenant_id', '=', tenantId)
      .where('chain_index', '>=', from)
      .orderBy('chain_index')
      .limit(linksAPass)
      .execute();
    return rows.map(({ chain_index: index, canonical, seal }) => {
      const entry = entryOf(canonical, seal);
      return {
        index,
        seal,
        at: entry?.timestamp ?? null,
        holds: (before) => sha256(canonical) === seal && entry !== null && entry.chainIndex === index && entry.prevHash === before,
      };
    });
  },
  // Every record names its newest link: a chain whose end was cut off holds by itself.
  named: async (db, tenantId) => {
    const { last } = await db
      .selectFrom('verifications')
      .select(({ fn }) => fn.max<number | null>('chain_index').as('last'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    return last;
  },
};

/** A link as its text has it; null where that is no link at all, though it may give its seal: whoever can write there can seal anew. */
function entryOf(canonical: string, seal: string): Pick<ChainEntry, 'chainIndex' | 'prevHash' | 'timestamp'> | null {
  try {
    return toChainEntry({ canonical, seal });
  } catch {
    return null;
  }
}

/** The record of what was done (D-27). */
export const record: Walked = {
  name: 'record',
  rule: 'recordBroken',
  title: 'Record of what was done broken',
  what: 'record',
  read: async (db, tenantId, from) => {
    const rows = await db
      .selectFrom('audit_records')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('chain_index', '>=', from)
      .orderBy('chain_index')
      .limit(linksAPass)
      .execute();
    return rows.map((row) => ({
      index: row.chain_index,
      seal: row.hash,
      at: row.at,
      holds: (before) => row.prev_hash === before && sealOf(row) === row.hash,
    }));
  },
  named: () => Promise.resolve(null),
};

/** How far a list was found to hold: the next link, and the seal of the one before it. */
export interface Reached {
  readonly next: number;
  readonly seal: string;
  /** When the one before it was written; absent where that is not known. */
  readonly at?: string;
}

/** The table of each list, and its column of seals. */
const tables = {
  verifications: { table: 'chain_entries', seal: 'seal' },
  record: { table: 'audit_records', seal: 'hash' },
} as const satisfies Readonly<Record<ChainName, { readonly table: keyof Database; readonly seal: string }>>;

/**
 * The first place from `from` up to `upTo` at which the platform has signed another seal than stands there now, or nothing stands (D-47); null where there is none. Whoever rewrites a
 * list and ties it anew has not changed what was signed of it, so a list that holds by itself and not here was rewritten.
 */
export async function firstContradicted(
  db: Kysely<Database>,
  tenantId: string,
  name: ChainName,
  from = 0,
  upTo: number = Number.MAX_SAFE_INTEGER,
): Promise<number | null> {
  const { table, seal } = tables[name];
  const { rows } = await sql<{ readonly place: number }>`
    select c.chain_index::float8 as place from checkpoints c
    left join ${sql.table(table)} l on l.tenant_id = c.tenant_id and l.chain_index = c.chain_index
    where c.tenant_id = ${tenantId} and c.chain = ${name} and c.chain_index >= ${from} and c.chain_index <= ${upTo}
      and l.${sql.ref(seal)} is distinct from c.seal
    order by c.chain_index limit 1`.execute(db);
  return rows[0]?.place ?? null;
}

/** The first line of a record that is not tied to the one before it; null where all are. One that was changed under its old seal still is: its own seal tells. */
export async function firstUntied(db: Kysely<Database>, tenantId: string): Promise<number | null> {
  const { rows } = await sql<{ readonly place: number }>`
    select place from (
      select chain_index::float8 as place, prev_hash, lag(hash, 1, ${GENESIS}::text) over (order by chain_index) as before,
        row_number() over (order by chain_index) - 1 as nth
      from audit_records where tenant_id = ${tenantId}
    ) l where prev_hash <> before or place <> nth order by place limit 1`.execute(db);
  return rows[0]?.place ?? null;
}

/** The next stretch of a list: the link that does not hold, or how far it does, whether that is its end, and where in it the time goes back (S-6). */
export async function walkStretch(
  db: Kysely<Database>,
  tenantId: string,
  { name, read, named }: Pick<Walked, 'name' | 'read' | 'named'>,
  from: Reached | undefined,
): Promise<{ readonly broken: number } | (Reached & { readonly ended: boolean; readonly backs: readonly TimeBack[] })> {
  let { next, seal } = from ?? { next: 0, seal: GENESIS };
  // Before the links: one that is appended meanwhile is named and not yet read.
  const last = await named(db, tenantId);
  const links = await read(db, tenantId, next);
  const dated = from?.at === undefined ? [] : [{ place: next - 1, at: from.at }];
  for (const link of links) {
    if (link.index !== next || !link.holds(seal)) return { broken: next };
    ({ seal } = link);
    next += 1;
    if (link.at !== null) dated.push({ place: link.index, at: link.at });
  }
  const ended = links.length < linksAPass;
  // At the end also what was signed beyond it: then the end was cut off.
  const contradicted = await firstContradicted(db, tenantId, name, from?.next ?? 0, ended ? undefined : next - 1);
  if (contradicted !== null) return { broken: contradicted };
  if (ended && last !== null && next <= last) return { broken: next };
  const newest = dated.at(-1);
  return { next, seal, ended, backs: timesBack(dated), ...(newest?.place === next - 1 ? { at: newest.at } : {}) };
}

/** Where a stretch has come to, for the next to go on from. */
export function reachedOf({ next, seal, at }: Reached): Reached {
  return { next, seal, ...(at === undefined ? {} : { at }) };
}

/** How far a list was walked: the link that does not hold, or the place from which to go on, which is where it ended. */
export type WalkedTo = { readonly broken: number } | Reached;

/** Walks a list to its end of now, a stretch after the other; `back` is told where its time goes back. Outside of a transaction no stretch keeps anybody waiting for longer than itself takes. */
export async function walkToEnd(
  db: Kysely<Database>,
  tenantId: string,
  list: Walked,
  from?: Reached,
  back: (found: TimeBack) => void = () => undefined,
): Promise<WalkedTo> {
  let reached = from;
  for (;;) {
    const stretch = await walkStretch(db, tenantId, list, reached);
    if ('broken' in stretch) return stretch;
    stretch.backs.forEach(back);
    reached = reachedOf(stretch);
    if (stretch.ended) return reached;
  }
}
