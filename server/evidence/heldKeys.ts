import { type Kysely, sql } from 'kysely';
import type { KeyLife, KeysResponse, SignedUnder } from '../../src/contracts/keys.ts';
import type { Database } from '../db/schema.ts';

/** All keys of the platform with their dates, including withdrawn ones: the current key first, then newest first. */
export async function readKeyLives(db: Kysely<Database>): Promise<readonly KeyLife[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'state', 'not_before', 'stopped_at', 'retired_at', 'withdrawn_at', 'withdrawn_reason'])
    .orderBy(sql`state = 'current'`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
  return rows.map((row) => ({
    kid: row.kid,
    state: row.state,
    notBefore: row.not_before,
    stoppedAt: row.stopped_at,
    retiredAt: row.retired_at,
    withdrawnAt: row.withdrawn_at,
    reason: row.withdrawn_reason,
  }));
}

/** Everything stored with a signature: table and column of the signature. Exports are signed but not stored, so they are not counted. */
const signed = [
  { what: 'packs', table: 'evidence_packs', column: 'jws' },
  { what: 'portfolios', table: 'portfolios', column: 'jws_signature' },
  { what: 'payments', table: 'rbf_payments', column: 'jws_signature' },
  { what: 'reports', table: 'compliance_reports', column: 'proof' },
] as const satisfies readonly { readonly what: keyof SignedUnder; readonly table: keyof Database; readonly column: string }[];

const nothing: SignedUnder = { packs: 0, portfolios: 0, payments: 0, reports: 0 };

/** Counts what was signed under each key id named in the signatures; `tenantId` null counts all tenants. */
export async function countSigned(db: Kysely<Database>, tenantId: string | null): Promise<ReadonlyMap<string, SignedUnder>> {
  const counts = new Map<string, SignedUnder>();
  for (const { what, table, column } of signed) {
    // Groups by protected header; a key has one header per kind.
    const { rows } = await sql<{ head: string; count: number }>`
      select split_part(${sql.ref(column)}, '.', 1) as head, count(*)::int as count from ${sql.table(table)}
      where ${sql.ref(column)} <> '' and ${tenantId === null ? sql`true` : sql`tenant_id = ${tenantId}`} group by 1`.execute(db);
    for (const { head, count } of rows) {
      const kid = kidOf(head);
      const before = counts.get(kid) ?? nothing;
      counts.set(kid, { ...before, [what]: before[what] + count });
    }
  }
  return counts;
}

/** The key id in a protected header; empty if it cannot be parsed. */
function kidOf(head: string): string {
  try {
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null && 'kid' in header && typeof header.kid === 'string' ? header.kid : '';
  } catch {
    return '';
  }
}

/** The keys with what each signed for this tenant. Key ids that signatures name but no key bears are listed separately (`strange`). */
export async function readKeysOf(db: Kysely<Database>, tenantId: string, at: string): Promise<KeysResponse> {
  const lives = await readKeyLives(db);
  const counts = new Map(await countSigned(db, tenantId));
  const keys = lives.map((life) => {
    const under = counts.get(life.kid) ?? nothing;
    counts.delete(life.kid);
    return { ...life, signed: under };
  });
  return { keys, strange: [...counts].map(([kid, under]) => ({ kid, signed: under })), lastUpdated: at };
}
