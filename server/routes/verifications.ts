import { type Kysely, sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { ChainEntry, VerificationDetail } from '../../src/contracts/verification.ts';
import { amountOf, ofMinor } from '../../src/domain/money/money.ts';
import { figureOver } from '../../src/domain/figures/fold.ts';
import { scoreFold } from '../../src/domain/figures/score.ts';
import { readPlaces } from '../../src/domain/history.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { readSiteRecords } from '../entities/siteRecords.ts';
import { firstLink, toChainEntries, toVerification, type VerificationRow } from '../entities/verification.ts';
import { historyOf } from '../entities/verificationHistory.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { readCursor, writeCursor } from './verificationCursor.ts';

const DEFAULT_LIMIT = 100;
/** Maximum chain links per answer. */
const maxLinks = 500;

/** Verification History: the list, newest first, and one record with its chain entries and history. */
export function registerVerificationRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'verifications', async ({ db, tenantId, query }) => {
    const { cursor, limit = DEFAULT_LIMIT, ...filter } = query;
    const scope = { tenantId, filter };
    const after = cursor === undefined ? null : readCursor(scope, cursor);
    if (after !== null && !after.ok) return refuse(after.code);

    let matching = db
      .selectFrom('verifications as v')
      .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'v.tenant_id').onRef('s.site_code', '=', 'v.site_code'))
      .where('v.tenant_id', '=', tenantId);
    if (filter.status !== undefined) matching = matching.where('v.status', '=', filter.status);
    if (filter.site !== undefined) matching = matching.where('v.site_code', '=', filter.site);
    if (filter.q !== undefined && filter.q.trim() !== '') {
      // Escape % and _: search text has no wildcards.
      const typed = filter.q.trim().replace(/[\\%_]/g, '\\$&');
      matching = matching.where((where) =>
        where.or([
          where('v.vrf_id', 'ilike', `%${typed}%`),
          where('s.name', 'ilike', `%${typed}%`),
          where('v.site_code', 'ilike', `%${typed}%`),
          where('v.seal', 'like', `${typed.toLowerCase()}%`),
          where('v.evidence_hash', 'like', `${typed.toLowerCase()}%`),
          where('v.evidence_pack_id', 'ilike', `${typed}%`),
        ]),
      );
    }
    const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    // Count the whole filtered list; `since` only reduces the rows sent.
    const changed = filter.since === undefined ? matching : matching.where('v.seq', '>', filter.since);
    const page = after === null ? changed : changed.where('v.ordinal', '<', after.ordinal);
    // One row more than asked for shows whether there is a next page.
    const found: VerificationRow[] = await page
      .selectAll('v')
      .select(['s.name as site_name', firstLink])
      .orderBy('v.ordinal', 'desc')
      .limit(limit + 1)
      .execute();
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const head = await db
      .selectFrom('chain_entries')
      .select(['chain_index', 'seal'])
      .where('tenant_id', '=', tenantId)
      .orderBy('chain_index', 'desc')
      .limit(1)
      .executeTakeFirst();
    return {
      verifications: rows.map(toVerification),
      superseded: await supersededBy(db, tenantId, rows),
      totalCount: total,
      nextCursor: found.length > limit && last !== undefined ? writeCursor(scope, last.ordinal) : null,
      head: head === undefined ? null : { chainIndex: head.chain_index, seal: head.seal },
      lastUpdated: platform.clock.business().toISOString(),
    };
  });

  route(app, platform, 'chainLinks', async ({ db, tenantId, query }) => {
    const places = readPlaces(query.at, maxLinks);
    if (places === null) return refuse('bad_request', 'Name at most 500 places of links, such as 0-63,100');
    const rows = await db
      .selectFrom('chain_entries')
      .select(['canonical', 'seal'])
      .where('tenant_id', '=', tenantId)
      .where('chain_index', 'in', places)
      .orderBy('chain_index')
      .execute();
    return { links: toChainEntries(rows), lastUpdated: platform.clock.business().toISOString() };
  });

  route(app, platform, 'verification', async ({ db, tenantId, session, params }) => {
    const vrfId = params['vrfId'] ?? '';
    const row: VerificationRow | undefined = await db
      .selectFrom('verifications as v')
      .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'v.tenant_id').onRef('s.site_code', '=', 'v.site_code'))
      .selectAll('v')
      .select(['s.name as site_name', firstLink])
      .where('v.tenant_id', '=', tenantId)
      .where('v.vrf_id', '=', vrfId)
      .executeTakeFirst();
    if (row === undefined) return refuse('not_found');
    const chain = db.selectFrom('chain_entries').select(['canonical', 'seal']).where('tenant_id', '=', tenantId);
    const entries = toChainEntries(await chain.where('vrf_id', '=', vrfId).orderBy('chain_index').execute());
    const previous = await chain.where('chain_index', '=', row.chain_index - 1).executeTakeFirst();
    const next = await chain.where('chain_index', '=', row.chain_index + 1).executeTakeFirst();
    const covenant = await db
      .selectFrom('covenants')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('covenant_hash', '=', row.covenant_hash)
      .executeTakeFirst();
    // Finance data only with view:finance (D-38).
    const finance = session.permissions.has('view:finance');
    return {
      verification: toVerification(row),
      entries,
      previous: previous === undefined ? null : (toChainEntries([previous])[0] ?? null),
      next: next === undefined ? null : (toChainEntries([next])[0] ?? null),
      covenant:
        covenant === undefined
          ? null
          : {
              covenantHash: covenant.covenant_hash,
              title: covenant.title,
              version: covenant.covenant_version,
              agreedAt: covenant.agreed_at,
            },
      payment: finance ? await paymentFor(db, tenantId, vrfId) : null,
      portfolio: finance ? await portfolioOf(db, tenantId, row.site_code) : null,
      ...(!finance && { withheld: true as const }),
      history: await historyOf({ trx: db, tenantId }, row, entries, finance),
    };
  });
}

/** Older chain entries of these verifications, replaced by newer ones, in chain order. */
async function supersededBy(db: Kysely<Database>, tenantId: string, rows: readonly VerificationRow[]): Promise<ChainEntry[]> {
  if (rows.length === 0) return [];
  const newest = new Set(rows.map((row) => row.chain_index));
  const entries = await db
    .selectFrom('chain_entries')
    .select(['chain_index', 'canonical', 'seal'])
    .where('tenant_id', '=', tenantId)
    .where(
      'vrf_id',
      'in',
      rows.map((row) => row.vrf_id),
    )
    .orderBy('chain_index')
    .execute();
  return toChainEntries(entries.filter((entry) => !newest.has(entry.chain_index)));
}

async function paymentFor(db: Kysely<Database>, tenantId: string, vrfId: string): Promise<VerificationDetail['payment']> {
  const row = await db
    .selectFrom('rbf_payments as p')
    .innerJoin('rbf_milestones as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.milestone_id', '=', 'p.milestone_id'),
    )
    .select(['p.payment_id', 'p.status', 'p.amount', 'p.currency', 'p.actual_performance', 'm.metric', 'm.threshold'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.vrf_id', '=', vrfId)
    .orderBy('p.due_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    paymentId: row.payment_id,
    status: row.status,
    amount: amountOf(ofMinor(row.amount, row.currency)),
    currency: row.currency,
    metric: row.metric,
    threshold: row.threshold,
    actualPerformance: row.actual_performance,
  };
}

async function portfolioOf(db: Kysely<Database>, tenantId: string, siteCode: string): Promise<VerificationDetail['portfolio']> {
  const row = await db
    .selectFrom('sites as s')
    .innerJoin('portfolios as p', (join) => join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.portfolio_id', '=', 's.portfolio_id'))
    .select(['p.portfolio_id', 'p.state', 'p.receivables_value', 'p.currency'])
    .where('s.tenant_id', '=', tenantId)
    .where('s.site_code', '=', siteCode)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { records } = await readSiteRecords(db, tenantId, sql`s.portfolio_id = ${row.portfolio_id}`);
  const score = figureOver(scoreFold, records, undefined);
  return {
    portfolioId: row.portfolio_id,
    state: row.state,
    receivablesValue: amountOf(ofMinor(row.receivables_value, row.currency)),
    currency: row.currency,
    verificationScore: score?.score ?? 0,
    decidedRecords: score === null ? 0 : score.verified + score.disputed + score.failed,
  };
}
