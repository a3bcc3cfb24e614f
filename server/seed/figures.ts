import { rounded } from './random.ts';
import type { SiteSeed } from './sites.ts';
import { emissionReduction, type VerificationDraft } from './verifications.ts';

/** Tonnes CO2e that a school's verified records sum to. */
export interface SchoolTonnes {
  readonly siteCode: string;
  readonly emissionReductions: number;
}

/** Moves a draft to another site; the emission reduction follows the size of that kitchen. */
function atSite(draft: VerificationDraft, site: SiteSeed): VerificationDraft {
  const { performanceKpis: kpis } = draft;
  return {
    ...draft,
    siteCode: site.siteCode,
    siteName: site.name,
    performanceKpis: { ...kpis, emissionReduction: emissionReduction(site, kpis.fuelSavings) },
  };
}

/**
 * Reassigns drafts between sites so that the verified ones of each school sum exactly to its tonnes (D-16): first the school's own
 * newest, then as many of other sites as needed, the last of them with reduced tonnes; the school's remaining drafts go to other sites.
 * The `pictured` newest drafts stay, and only site and tonnes of a record change.
 */
export function dealToSchools(
  drafts: readonly VerificationDraft[],
  sites: readonly SiteSeed[],
  schools: readonly SchoolTonnes[],
  pictured: number,
): VerificationDraft[] {
  const dealt = [...drafts];
  const isSchool = (siteCode: string): boolean => schools.some((one) => one.siteCode === siteCode);
  const others = sites.filter(({ siteCode }) => !isSchool(siteCode));
  let turn = 0;
  for (const { siteCode, emissionReductions } of schools) {
    const site = sites.find((one) => one.siteCode === siteCode);
    if (site === undefined) throw new Error(`no site ${siteCode}`);
    const movable = (at: number): boolean => at < dealt.length - pictured && dealt[at]?.status === 'verified';
    let missing = emissionReductions;
    for (const draft of dealt.slice(-pictured))
      if (draft.siteCode === siteCode && draft.status === 'verified') missing -= draft.performanceKpis.emissionReduction;
    const places = dealt
      .map((_, at) => at)
      .filter(movable)
      .reverse();
    const own = places.filter((at) => dealt[at]?.siteCode === siteCode);
    const foreign = places.filter((at) => !isSchool(dealt[at]?.siteCode ?? ''));
    for (const at of [...own, ...foreign]) {
      const draft = dealt[at];
      if (draft === undefined) continue;
      const left = rounded(missing, 2);
      if (left > 0) {
        const moved = atSite(draft, site);
        const tonnes = Math.min(moved.performanceKpis.emissionReduction, left);
        dealt[at] = { ...moved, performanceKpis: { ...moved.performanceKpis, emissionReduction: tonnes } };
        missing = left - tonnes;
      } else if (draft.siteCode === siteCode) {
        const next = others[turn % others.length];
        turn += 1;
        if (next !== undefined) dealt[at] = atSite(draft, next);
      } else break;
    }
    if (rounded(missing, 2) !== 0) throw new Error(`${siteCode} cannot come to ${emissionReductions} t`);
  }
  return dealt;
}

/** Relative emissions per person served, used for the sites in turn. */
const spreads = [1, 0.97, 1.04, 0.95, 1.02, 1.06, 0.98, 0.94, 1.03, 1.01] as const;

/**
 * The baseline of each site, tonnes CO2e in the period of one record, scaled so that over all sites the verified records saved `percent`
 * of it.
 */
export function baselinesOf(
  drafts: readonly VerificationDraft[],
  sites: readonly SiteSeed[],
  percent: number,
): ReadonlyMap<string, number> {
  const weights = new Map(sites.map((site, index) => [site.siteCode, site.served * (spreads[index % spreads.length] ?? 1)]));
  const verified = drafts.filter(({ status }) => status === 'verified');
  const saved = verified.reduce((total, { performanceKpis }) => total + performanceKpis.emissionReduction, 0);
  const weight = verified.reduce((total, { siteCode }) => total + (weights.get(siteCode) ?? 0), 0);
  const perWeight = weight === 0 ? 0 : (saved * 100) / percent / weight;
  return new Map([...weights].map(([siteCode, own]) => [siteCode, rounded(own * perWeight, 2)]));
}
