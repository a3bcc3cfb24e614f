import { type Kysely, sql } from 'kysely';
import type { ChainName } from '../../src/contracts/checkpoint.ts';
import type { ChainEntry } from '../../src/contracts/verification.ts';
import { GENESIS } from '../../src/domain/records/chain.ts';
import type { SeverityRule } from '../../src/domain/operations/severity.ts';
import { type TimeBack, timesBack } from '../../src/domain/records/timesBack.ts';
import type { Database } from '../db/schema.ts';
import { sha256, toChainEntry } from '../entities/verification.ts';
import { sealOf } from './audit.ts';

/** Links per pass: takes a few milliseconds, whatever the length of the list. */
export const linksAPass = 1000;

/** One link of either list. `holds`: its content matches its seal, and it names the given seal as its predecessor. */
export interface Link {
  readonly index: number;
  readonly seal: string;
  /** When it was written, ISO 8601; null if the link cannot be parsed. */
  readonly at: string | null;
  readonly holds: (before: string) => boolean;
}

/** One of the two lists, with the texts used when it does not hold. */
export interface Walked {
  /** The chain's name in its signed checkpoints. */
  readonly name: ChainName;
  readonly rule: Extract<SeverityRule, 'chainBroken' | 'recordBroken'>;
  readonly title: string;
  readonly what: string;
  readonly read: (db: Kysely<Database>, tenantId: string, from: number) => Promise<readonly Link[]>;
  /** The highest link index that data outside the list refers to; null if there is none. */
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
  // Each verification names its link, so the highest one reveals a chain whose end was cut off.
  named: async (db, tenantId) => {
    const { last } = await db
      .selectFrom('verifications')
      .select(({ fn }) => fn.max<number | null>('chain_index').as('last'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    return last;
  },
};

/**
 * Parses a link's text; null if it is not a valid link. It may still match its seal, since an attacker with write access can compute a
 * new seal.
 */
function entryOf(canonical: string, seal: string): Pick<ChainEntry, 'chainIndex' | 'prevHash' | 'timestamp'> | null {
  try {
    return toChainEntry({ canonical, seal });
  } catch {
    return null;
  }
}

/** The record (D-27). */
export const record: Walked = {
  name: 'record',
  rule: 'recordBroken',
  title: 'Audit record broken',
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

/** How far a list is known to hold: the next link, and the seal of the link before it. */
export interface Reached {
  readonly next: number;
  readonly seal: string;
  /** When the link before it was written; absent if not known. */
  readonly at?: string;
}

/** Table and seal column of each list. */
const tables = {
  verifications: { table: 'chain_entries', seal: 'seal' },
  record: { table: 'audit_records', seal: 'hash' },
} as const satisfies Readonly<Record<ChainName, { readonly table: keyof Database; readonly seal: string }>>;

/**
 * The first place between `from` and `upTo` where the platform signed a different seal than is stored now, or where the link is missing
 * (D-47); null if there is none. An attacker who rewrites and reseals a list cannot change what was signed, so a list that is consistent
 * in itself but fails here was rewritten.
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

/**
 * The first line of a record whose previous hash or position does not match the line before it; null if all match. This does not detect
 * content changed under an unchanged hash; the line's own seal does.
 */
export async function firstUntied(db: Kysely<Database>, tenantId: string): Promise<number | null> {
  const { rows } = await sql<{ readonly place: number }>`
    select place from (
      select chain_index::float8 as place, prev_hash, lag(hash, 1, ${GENESIS}::text) over (order by chain_index) as before,
        row_number() over (order by chain_index) - 1 as nth
      from audit_records where tenant_id = ${tenantId}
    ) l where prev_hash <> before or place <> nth order by place limit 1`.execute(db);
  return rows[0]?.place ?? null;
}

/**
 * Walks the next stretch of a list. Returns the link that does not hold, or how far it holds, whether the end was reached, and where time
 * goes back (S-6).
 */
export async function walkStretch(
  db: Kysely<Database>,
  tenantId: string,
  { name, read, named }: Pick<Walked, 'name' | 'read' | 'named'>,
  from: Reached | undefined,
): Promise<{ readonly broken: number } | (Reached & { readonly ended: boolean; readonly backs: readonly TimeBack[] })> {
  let { next, seal } = from ?? { next: 0, seal: GENESIS };
  // Read before the links: a link appended in between could be named but not yet be in what was read.
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
  // At the end, also compare checkpoints beyond it: they reveal that the end was cut off.
  const contradicted = await firstContradicted(db, tenantId, name, from?.next ?? 0, ended ? undefined : next - 1);
  if (contradicted !== null) return { broken: contradicted };
  if (ended && last !== null && next <= last) return { broken: next };
  const newest = dated.at(-1);
  return { next, seal, ended, backs: timesBack(dated), ...(newest?.place === next - 1 ? { at: newest.at } : {}) };
}

/** The position from which the next stretch continues. */
export function reachedOf({ next, seal, at }: Reached): Reached {
  return { next, seal, ...(at === undefined ? {} : { at }) };
}

/** Result of a walk: the link that does not hold, or the end position, from which a later walk can continue. */
export type WalkedTo = { readonly broken: number } | Reached;

/**
 * Walks a list to its current end, stretch by stretch, and calls `back` wherever time goes back. Outside a transaction, each stretch
 * blocks others only for its own duration.
 */
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
