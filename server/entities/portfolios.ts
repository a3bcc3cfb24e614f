import { type Selectable, sql } from 'kysely';
import type { PortfolioState } from '../../src/contracts/overview.ts';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import { mayMove, portfolioMoves } from '../../src/domain/finance/financeMoves.ts';
import { amountOf, ofMinor } from '../../src/domain/money/money.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { type PortfolioFigures, portfolioFiguresOf } from './portfolioFigures.ts';
import { snapshotAt } from './ratedMoney.ts';
import { readStatements, statePortfolio } from './signedStatements.ts';
import { changedSince, unsealedBasis } from './stillSigned.ts';
import { readSiteRecords } from './siteRecords.ts';
import type { SignedWriting } from './writing.ts';

/** A stored portfolio; amounts are whole minor units of its currency. */
export type PortfolioRow = Selectable<Database['portfolios']>;

/** Dates and liquidity that a new state sets. Money is in the portfolio's own currency. */
function effectOf(to: PortfolioState, row: PortfolioRow, at: string): Partial<PortfolioRow> {
  switch (to) {
    case 'eligible':
      return { frozen_at: null, pending_packaging: 0, available_funding: row.receivables_value };
    case 'eligible_frozen':
      return { frozen_at: at, pending_packaging: row.receivables_value };
    case 'packaged':
      return { packaged_at: at, pending_packaging: 0, available_funding: 0, dgn_package_id: `PKG-${row.portfolio_id}` };
    case 'sold':
      return { sold_at: at };
    case 'recycled':
      return { recycled_capital: row.receivables_value };
    case 'defaulted':
    case 'written_off':
      return {};
    default:
      return to satisfies never;
  }
}

/**
 * Moves a portfolio to another state if the table shared by console and server permits it (C-60). Refused with `not_found`, or as a
 * `conflict` that names both states; then nothing changed. The original signature stays; the move is signed as a separate statement with
 * the current figures of its sites (D-52).
 */
export async function movePortfolio(writing: SignedWriting, portfolioId: string, to: PortfolioState): Promise<PortfolioRow | Refusal> {
  const { trx, tenantId, now } = writing;
  const row = await trx
    .selectFrom('portfolios')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('portfolio_id', '=', portfolioId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return refuse('not_found');
  if (!mayMove(portfolioMoves, row.state, to)) return refuse('conflict', `A portfolio that is ${row.state} cannot become ${to}`);
  const { sites, records } = await readSiteRecords(trx, tenantId, sql<boolean>`s.portfolio_id = ${portfolioId}`);
  const siteCodes = sites.map(({ siteCode }) => siteCode);
  const figures = portfolioFiguresOf(siteCodes.length, records);
  const laterStatements = (await readStatements(trx, tenantId, 'portfolio', portfolioId)).get(portfolioId) ?? [];
  const stands = toPortfolio(row, { covenant: undefined, siteCodes, figures, laterStatements });
  const changed =
    (await changedSince(trx, tenantId, { kind: 'portfolio', value: stands })) ?? (await unsealedBasis(trx, tenantId, { siteCodes }));
  if (changed !== null) return changed;
  const at = now.toISOString();
  const moved = await trx
    .updateTable('portfolios')
    .set({
      ...effectOf(to, row, at),
      ...(to === 'sold' ? { fx_snapshot_id: snapshotAt(tenantId, at) } : {}),
      state: to,
      changed_at: at,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('portfolio_id', '=', portfolioId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await statePortfolio(writing, row.state, toPortfolio(moved, { covenant: undefined, siteCodes, figures }));
  return moved;
}

/** Data from other tables that a portfolio's response needs. */
export interface PortfolioContext {
  readonly covenant: Portfolio['covenant'];
  readonly siteCodes: readonly string[];
  readonly figures: PortfolioFigures;
  /** Statements signed after its own signature, oldest first. */
  readonly laterStatements?: readonly string[];
}

/** A portfolio as sent (C-41). */
export function toPortfolio(row: PortfolioRow, { covenant, siteCodes, figures, laterStatements = [] }: PortfolioContext): Portfolio {
  const inMajor = (minor: number): number => amountOf(ofMinor(minor, row.currency));
  return {
    portfolioId: row.portfolio_id,
    state: row.state,
    verificationScore: figures.verificationScore,
    receivablesValue: inMajor(row.receivables_value),
    currency: row.currency,
    covenantHash: row.covenant_hash,
    ...(covenant === undefined ? {} : { covenant }),
    jwsSignature: row.jws_signature,
    signerKid: row.signer_kid,
    laterStatements: [...laterStatements],
    ...(row.frozen_at === null ? {} : { frozenAt: row.frozen_at }),
    ...(row.packaged_at === null ? {} : { packagedAt: row.packaged_at }),
    ...(row.sold_at === null ? {} : { soldAt: row.sold_at }),
    changedAt: row.changed_at,
    ...(row.dgn_package_id === null ? {} : { dgnPackageId: row.dgn_package_id }),
    siteCodes: [...siteCodes],
    performanceSummary: figures.performanceSummary,
    basis: figures.basis,
    liquidityMetrics: {
      availableFunding: inMajor(row.available_funding),
      recycledCapital: inMajor(row.recycled_capital),
      pendingPackaging: inMajor(row.pending_packaging),
    },
    version: row.version,
  };
}
