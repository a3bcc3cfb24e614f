import canonicalize from 'canonicalize';
import { sha256 } from '../entities/verification.ts';
import { iso } from './anchor.ts';
import type { PortfolioSeed } from './day.ts';
import { momentOf } from './dayRows.ts';
import type { SiteSeed } from './sites.ts';

/**
 * The terms that a site's results, or a portfolio's funding, are measured against. `covenantHash` is SHA-256 of the RFC 8785 form of the
 * terms (D-33).
 */
export interface CovenantSeed {
  readonly covenantHash: string;
  readonly title: string;
  readonly version: number;
  readonly agreedAt: string;
  readonly terms: Readonly<Record<string, unknown>>;
}

/** One covenant per kind of kitchen, agreed before the tenant's first verification. */
export function seedCovenants(tenantId: string, firstDayMs: number): Readonly<Record<SiteSeed['kind'], CovenantSeed>> {
  const agreed = iso(Math.floor(firstDayMs / 86_400_000) * 86_400_000 + 6 * 3_600_000);
  const make = (
    title: string,
    version: number,
    limits: { minimumUptime: number; minimumFuelSavings: number; minimumConfidence: number },
  ): CovenantSeed => covenantOver(tenantId, title, version, agreed, limits);
  return {
    school: make('School kitchens on steam', 3, { minimumUptime: 92, minimumFuelSavings: 12, minimumConfidence: 0.75 }),
    college: make('College kitchens on steam', 2, { minimumUptime: 93, minimumFuelSavings: 14, minimumConfidence: 0.78 }),
    hospital: make('Hospital kitchens on steam', 1, { minimumUptime: 97, minimumFuelSavings: 10, minimumConfidence: 0.8 }),
  };
}

/** Time between a portfolio's agreement and its newest step; longer than any seeded portfolio's history, freezing included. */
const AGREED_BEFORE_MS = 14 * 86_400_000;

/** The covenant of each portfolio by its id: the terms that its buyer relies on. */
export function portfolioCovenants(
  tenantId: string,
  portfolios: readonly PortfolioSeed[],
  currency: string,
  anchorMs: number,
): ReadonlyMap<string, CovenantSeed> {
  return new Map(
    portfolios.map((one) => [
      one.portfolioId,
      covenantOver(tenantId, `Receivables of ${one.portfolioId}`, 1, iso(momentOf(anchorMs, one.changed) - AGREED_BEFORE_MS), {
        portfolioId: one.portfolioId,
        currency: one.currency ?? currency,
        advanceRatePercent: 80,
        minimumVerificationScore: 0.75,
      }),
    ]),
  );
}

function covenantOver(
  tenantId: string,
  title: string,
  version: number,
  agreedAt: string,
  limits: Readonly<Record<string, string | number>>,
): CovenantSeed {
  const terms = { tenantId, title, version, agreedAt, ...limits };
  return { covenantHash: sha256(canonicalize(terms) ?? ''), title, version, agreedAt, terms };
}
