import { partHolds, recordVerified } from '../../domain/claims/proof.ts';
import type { Point } from '../../ui/chart/series.ts';
import type { Step } from '../../ui/evidence/StepList.tsx';
import type { VerdictPart } from '../../ui/evidence/VerdictPanel.tsx';
import type { KpiTrend } from '../../ui/panel/KpiCard.tsx';
import type { StripNumber } from '../../ui/panel/NumberStrip.tsx';
import { sampleYes } from '../../domain/claims/sample.ts';
import type { Mark } from '../../ui/status/statuses.ts';

/** Figures invented for this page and marked as such (D-17): the same on every visit, from no real site. */

/** A time on the seed's day, epoch milliseconds. */
export const sampleNow = Date.parse('2025-11-18T11:26:00.000Z');
const stepMs = 60_000;

/** One hour of points around `middle`, within `swing`; `lift` adds a rise over the last third. */
function sampleSeries(middle: number, swing: number, lift = 0): readonly Point[] {
  return Array.from({ length: 60 }, (_, minute): Point => {
    const wander = 0.6 * Math.sin(minute / 4.7) + 0.4 * Math.sin(minute / 1.9);
    return [sampleNow - (59 - minute) * stepMs, middle + swing * wander + lift * Math.max(0, (minute - 40) / 19)];
  });
}

/** A figure as its card shows it. */
export interface SampleFigure {
  readonly title: string;
  readonly value: string;
  readonly unit?: string;
  readonly basis: string;
  readonly state: { readonly status: Mark; readonly word: string };
  readonly trend: KpiTrend;
  readonly limit: string;
  /** The line: its label, and the value above which it is hot. */
  readonly line: { readonly points: readonly Point[]; readonly label: string; readonly hotAbove?: number };
}

const onTarget = { status: sampleYes('sample', 'On target'), word: 'On target' } as const;
const better = sampleYes('sample', 'better');

/** Four figures, the last of them close to its limit. */
export const sampleFigures: readonly SampleFigure[] = [
  {
    title: 'Verification Accuracy',
    value: '98.5',
    unit: '%',
    basis: '1,228 of 1,247 verified',
    state: onTarget,
    trend: { direction: 'up', text: '0.6%', mark: better },
    limit: 'Target 95.00%',
    line: { points: sampleSeries(98.4, 0.4), label: 'Accuracy over an hour' },
  },
  {
    title: 'Avg Latency',
    value: '2.3',
    unit: 's',
    basis: 'p50 2.3 s · p95 5.8 s',
    state: onTarget,
    trend: { direction: 'down', text: '4.2%', mark: better },
    limit: 'Limit p95 24 h',
    line: { points: sampleSeries(2.3, 0.5), label: 'Latency over an hour' },
  },
  {
    title: 'Automation Rate',
    value: '94.2',
    unit: '%',
    basis: '5.8% manual review',
    state: onTarget,
    trend: { direction: 'stable', text: '0.1%', mark: 'none' },
    limit: 'Target 90.00%',
    line: { points: sampleSeries(94.1, 0.6), label: 'Automation over an hour' },
  },
  {
    title: 'DLQ Items',
    value: '3',
    basis: 'Newest failed 14:12',
    state: { status: 'warn', word: 'Breach in 48 min' },
    trend: { direction: 'up', text: '200%', mark: 'warn' },
    limit: 'Limit 5 items',
    line: { points: sampleSeries(1, 0.4, 2), label: 'Dead letters over an hour', hotAbove: 5 },
  },
];

/** A strip of three. */
export const sampleNumbers: readonly StripNumber[] = [
  { value: '1,247', label: 'verifications' },
  { value: '214', label: 'packs' },
  { value: '12', label: 'schools' },
];

/** Thousands of shillings paid, out of the month's total. */
export const samplePaid = { thousands: 22, of: 40 } as const;

/** Lag of a stage in minutes; it crosses its limit. */
export const sampleLag = { points: sampleSeries(3.4, 0.7, 9), limitMinutes: 5, nowMinutes: 12.4 } as const;

/** A run in progress. */
export const sampleSteps: readonly Step[] = [
  { id: 'parse', title: 'Read the manifest', detail: '6 files, 4.2 MB', state: 'success', when: '14:24:01' },
  { id: 'hash', title: 'Hash the files', detail: '4 of 6', state: 'in_progress', progress: 0.66 },
  { id: 'sign', title: 'Check the signature', state: 'pending' },
];

/** Sites with their savings, in tonnes of CO2e. */
export const sampleSites = [
  { id: 'KE-KMB-004', name: 'Kiambu Township Secondary', savedTonnes: 12.4, state: 'verified' },
  { id: 'KE-NKR-009', name: 'Nakuru West Girls’', savedTonnes: 9.8, state: 'verified' },
  { id: 'KE-KLF-011', name: 'Kilifi Baobab Secondary', savedTonnes: 7.1, state: 'pending' },
] as const;

const samplePart = { state: 'passed', at: new Date(sampleNow).toISOString(), evidence: {} } as const;
const openPart = { state: 'notCheckable', reason: 'Available when online' } as const;

/** The verdict on an invented pack. */
export const sampleClaim = recordVerified('EP-SAMPLE', {
  kind: 'report',
  recordId: 'EP-SAMPLE',
  outcome: 'verified',
  intact: null,
  signed: {
    ...samplePart,
    evidence: {
      kid: 'sample-1',
      keysFetchedAt: null,
      tenant: 'notChecked',
      tenantId: null,
    },
  },
  later: null,
  covers: [],
  notCovered: [],
  checkedAt: samplePart.at,
});

/** The four parts of a verdict (D-8), one of them not checked yet. */
export const sampleVerdict: readonly VerdictPart[] = [
  { id: 'intact', title: 'Intact', claim: partHolds('intact', samplePart), proof: 'The manifest hash holds.' },
  { id: 'signed', title: 'Signed by a trusted key', claim: partHolds('signed', samplePart), proof: 'RS256, key sample-1.' },
  { id: 'sealedIn', title: 'Sealed in', claim: partHolds('sealedIn', samplePart), proof: 'Entry 1 of the chain, VRF-SAMPLE.' },
  { id: 'files', title: 'Files match', claim: partHolds('files', openPart), proof: 'Available when online' },
];
