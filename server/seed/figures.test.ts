import { describe, expect, it } from 'vitest';
import { figureOver } from '../../src/domain/figures/fold.ts';
import { reductionFold, tonnesFold } from '../../src/domain/figures/reduction.ts';
import { FIXED_ANCHOR } from './anchor.ts';
import { demoDay } from './demoDay.ts';
import { baselinesOf, dealToSchools } from './figures.ts';
import { kampalaDay } from './kampalaDay.ts';
import { demoProfile, kampalaProfile } from './profiles.ts';
import { draftVerifications } from './verifications.ts';

/** The seed's day can end at any moment (D-16): at night, on the first of a month, in a leap year. */
const anchors = [FIXED_ANCHOR, '2026-01-01T00:00:30Z', '2026-03-01T03:10:00Z', '2028-02-29T21:59:59Z', '2026-11-25T11:11:11Z'].map((at) =>
  Date.parse(at),
);
const tenants = [
  ['demo', demoProfile, demoDay, 27],
  ['kampala', kampalaProfile, kampalaDay, 8],
] as const;

describe.each(tenants)('the rows of %s', (_, profile, day, pictured) => {
  it.each(anchors)('are made so that the rules yield the figures, whenever the day ends (%d)', { tags: ['T-1', 'D-16'] }, (anchorMs) => {
    const drawn = draftVerifications(profile, anchorMs);
    const drafts = dealToSchools(drawn, profile.sites, day.schools, pictured);
    const baselines = baselinesOf(drafts, profile.sites, day.emissionReductionPercent);
    const rows = drafts.map(({ siteCode, status, performanceKpis }) => ({
      siteCode,
      status,
      records: 1,
      tonnes: performanceKpis.emissionReduction,
      baselineTonnes: baselines.get(siteCode) ?? null,
    }));
    for (const { siteCode, emissionReductions } of day.schools) {
      const own = rows.filter((row) => row.siteCode === siteCode);
      expect(figureOver(tonnesFold, own, undefined)?.tonnes, siteCode).toBe(emissionReductions);
    }
    expect(figureOver(reductionFold, rows, undefined)?.percent.toFixed(1)).toBe(day.emissionReductionPercent.toFixed(1));
    // Nothing else of a record has changed, and the newest records are unchanged.
    expect(drafts.slice(-pictured)).toEqual(drawn.slice(-pictured));
    const kept = (list: typeof drafts) =>
      list.map(({ siteCode: _site, siteName: _name, performanceKpis: { emissionReduction: _tonnes, ...kpis }, ...rest }) => ({
        ...rest,
        kpis,
      }));
    expect(kept(drafts)).toEqual(kept(drawn));
  });
});
