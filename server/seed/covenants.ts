import canonicalize from 'canonicalize';
import { sha256 } from '../entities/verification.ts';
import { iso } from './anchor.ts';
import type { SiteSeed } from './sites.ts';

/** What a site's results are held against. `covenantHash` is SHA-256 of the RFC 8785 form of the terms (D-33). */
export interface CovenantSeed {
  readonly covenantHash: string;
  readonly title: string;
  readonly version: number;
  readonly agreedAt: string;
  readonly terms: Readonly<Record<string, unknown>>;
}

/** One covenant for each kind of kitchen, agreed before the first verification of the tenant. */
export function seedCovenants(tenantId: string, firstDayMs: number): Readonly<Record<SiteSeed['kind'], CovenantSeed>> {
  const agreed = iso(Math.floor(firstDayMs / 86_400_000) * 86_400_000 + 6 * 3_600_000);
  const make = (
    title: string,
    version: number,
    limits: { minimumUptime: number; minimumFuelSavings: number; minimumConfidence: number },
  ): CovenantSeed => {
    const terms = { tenantId, title, version, agreedAt: agreed, ...limits };
    return { covenantHash: sha256(canonicalize(terms) ?? ''), title, version, agreedAt: agreed, terms };
  };
  return {
    school: make('School kitchens on steam', 3, { minimumUptime: 92, minimumFuelSavings: 12, minimumConfidence: 0.75 }),
    college: make('College kitchens on steam', 2, { minimumUptime: 93, minimumFuelSavings: 14, minimumConfidence: 0.78 }),
    hospital: make('Hospital kitchens on steam', 1, { minimumUptime: 97, minimumFuelSavings: 10, minimumConfidence: 0.8 }),
  };
}
