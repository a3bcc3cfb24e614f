import type { Threshold } from '../operations/thresholds.ts';

/** A rule that is either met or not, without a middle. */
export interface Limit extends Pick<Threshold, 'title' | 'direction' | 'limit' | 'source'> {
  readonly unit: 'score' | 'percent';
  /** The rule in one sentence, shown on request. */
  readonly rule: string;
}

/**
 * What the badges PCAF, ISSB and ICMA Green Bond require of a financed project, besides a financed share above 0 (C-35, D-36). The
 * frameworks ask for disclosure and leave the limits to their users.
 */
export const complianceThresholds = {
  pcafScore: {
    title: 'PCAF',
    unit: 'score',
    direction: 'atMost',
    limit: 3,
    rule: 'Avoids emissions, with a PCAF data quality score of 3 or better (1 is the best)',
    source: 'PCAF Global GHG Accounting and Reporting Standard, Part A: scores 1 to 5; limit: Ukweli default',
  },
  issbUncertainty: {
    title: 'ISSB',
    unit: 'percent',
    direction: 'atMost',
    limit: 15,
    rule: 'Avoids emissions, with an uncertainty of ± 15% or less: measured directly, or verified',
    source: 'IFRS S2, B40: directly measured and verified data come first; limit: Ukweli default',
  },
  icmaSaving: {
    title: 'ICMA Green Bond',
    unit: 'percent',
    direction: 'atLeast',
    limit: 20,
    rule: 'Avoids emissions, and saves at least 20% of the energy it replaces',
    source: 'ICMA Green Bond Principles: renewable energy and energy efficiency are eligible; limit: Ukweli default',
  },
} as const satisfies Record<string, Limit>;
