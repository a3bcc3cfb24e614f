import type { PipelineStage } from '../../src/contracts/pipeline.ts';
import { schoolStandingOf } from '../../src/domain/finance/schoolRule.ts';
import { sloOf } from '../../src/domain/operations/slo.ts';
import { kpiThresholds, statusAgainst } from '../../src/domain/operations/thresholds.ts';
import type { Facts, Judge, Judged } from './facts.ts';
import { proofJudges } from './proofJudges.ts';

/** A change arrives by the stream and is drawn: a second, and a few more on a busy machine. */
const told = 12_000;
/** A silent link without calls is noticed by missing heartbeats: two of 25 s, plus the watchdog's wait (C-88, M-11). */
export const silence = 90_000;
/** Fetched when shown and once a minute; a change in between is reported as owed once announced (`freshnessOf`). */
const fetched = 75_000;

/** While the tenant is halted, no row may be called well: processing is stopped. */
const running = (facts: Facts, so: boolean | null): boolean | null => (facts.halted === true ? false : so);

/** Judges one row by its id; `halts`: no state of it is well while processing is stopped. */
const byId =
  <Row>(
    rowsOf: (facts: Facts) => readonly Row[] | undefined,
    idOf: (row: Row) => string,
    so: (row: Row) => boolean,
    halts = false,
  ): Judge =>
  (about, facts) => {
    const row = rowsOf(facts)?.find((each) => idOf(each) === about);
    const said = row === undefined ? null : so(row);
    return halts ? running(facts, said) : said;
  };
/** Judges all rows together. */
const ofAll =
  <Row>(rowsOf: (facts: Facts) => readonly Row[] | undefined, so: (rows: readonly Row[]) => boolean, halts = false): Judge =>
  (_about, facts) => {
    const rows = rowsOf(facts);
    if (rows === undefined) return null;
    return halts ? running(facts, so(rows)) : so(rows);
  };

const idOfStage = ({ name }: PipelineStage): string => name;
const kpiSo: Judge = (about, { kpis, letters, ...facts }) => {
  if (about === 'dlq')
    return letters === undefined ? null : running(facts, statusAgainst(letters.length, kpiThresholds.dlqItems) === 'green');
  if (kpis === undefined) return null;
  const metric = { accuracy: kpis.verificationAccuracy, latency: kpis.avgLatency, automation: kpis.automationRate }[about];
  return metric === undefined ? null : running(facts, metric.status === 'green');
};
const within = (stage: PipelineStage): boolean => !sloOf(stage).breach;
const stageWithin = byId(({ pipeline }) => pipeline, idOfStage, within, true);
const allWithin = ofAll(
  ({ pipeline }) => pipeline,
  (stages) => stages.every(within),
  true,
);
const verified = byId(
  ({ verifications }) => verifications,
  ({ vrfId }) => vrfId,
  ({ status }) => status === 'verified',
);
const packVerified = byId(
  ({ packs }) => packs,
  ({ packId }) => packId,
  ({ status }) => status === 'verified',
);
const linkSo: Judge = (_about, { linkOpen }) => linkOpen ?? null;
/**
 * "Live" is true if the link is open and no row of the platform is missing (`liveOf` names the resource; for others only the link is
 * checked).
 */
const liveSo: Judge = (about, { linkOpen, behind }) =>
  linkOpen === false ? false : (behind?.[about]?.length ?? 0) > 0 ? false : (linkOpen ?? null);

/** How each kind of claim is judged. */
export const judges: Readonly<Record<string, Judged>> = {
  link: { needs: ['linkOpen'], delayMs: silence, so: linkSo },
  live: { needs: ['linkOpen', 'behind'], delayMs: told, so: liveSo },
  kpi: { needs: ['kpis', 'letters', 'halted'], delayMs: told, so: kpiSo },
  stage: {
    needs: ['pipeline', 'halted'],
    delayMs: told,
    so: byId(
      ({ pipeline }) => pipeline,
      idOfStage,
      ({ status }) => status === 'green',
      true,
    ),
  },
  withinSlo: {
    needs: ['pipeline', 'halted'],
    delayMs: told,
    so: (about, facts) => (about === 'pipeline' ? allWithin : stageWithin)(about, facts),
  },
  component: {
    needs: ['health', 'halted'],
    delayMs: told,
    so: byId(
      ({ health }) => health,
      ({ name }) => name,
      ({ status }) => status === 'healthy',
      true,
    ),
  },
  health: {
    needs: ['health', 'halted'],
    delayMs: told,
    so: ofAll(
      ({ health }) => health,
      (all) => all.every(({ status }) => status === 'healthy'),
      true,
    ),
  },
  onTrack: {
    needs: ['month', 'halted'],
    delayMs: fetched,
    so: (_about, { month, ...facts }) =>
      month === undefined
        ? null
        : running(
            facts,
            month.paidCount > 0 && month.failedCount === 0 && (month.refusedCount ?? 0) === 0 && (month.overdueCount ?? 0) === 0,
          ),
  },
  record: {
    needs: ['verifications', 'packs'],
    delayMs: told,
    asOf: true,
    so: (about, facts) => verified(about, facts) ?? packVerified(about, facts),
  },
  worm: {
    needs: ['packs'],
    delayMs: told,
    asOf: true,
    so: byId(
      ({ packs }) => packs,
      ({ packId }) => packId,
      ({ wormStatus }) => wormStatus === 'locked',
    ),
  },
  paid: {
    needs: ['payments'],
    delayMs: fetched,
    asOf: true,
    so: byId(
      ({ payments }) => payments,
      ({ payment_id }) => payment_id,
      ({ payment }) => payment.status === 'paid',
    ),
  },
  sold: {
    needs: ['portfolios'],
    delayMs: fetched,
    asOf: true,
    so: byId(
      ({ portfolios }) => portfolios,
      ({ portfolioId }) => portfolioId,
      ({ state }) => state === 'sold' || state === 'recycled',
    ),
  },
  resolved: {
    needs: ['incidents'],
    delayMs: told,
    asOf: true,
    so: byId(
      ({ incidents }) => incidents,
      ({ id }) => id,
      ({ resolvedAt, timeline = [] }) => resolvedAt !== undefined && timeline.every(({ stillHeld = [] }) => stillHeld.length === 0),
    ),
  },
  quiet: {
    needs: ['incidents'],
    delayMs: told,
    so: ofAll(
      ({ incidents }) => incidents,
      (all) => all.every(({ resolvedAt }) => resolvedAt !== undefined),
    ),
  },
  performing: {
    needs: ['schools', 'halted'],
    delayMs: fetched,
    so: byId(
      ({ schools }) => schools,
      ({ schoolId }) => schoolId,
      (school) => school.records !== 0 && schoolStandingOf(school).performing,
      true,
    ),
  },
  agentActive: {
    needs: ['agents', 'halted'],
    delayMs: fetched,
    so: byId(
      ({ agents }) => agents,
      ({ agentId }) => agentId,
      ({ mode }) => mode === 'active',
      true,
    ),
  },
  enabled: {
    needs: ['agents', 'halted'],
    delayMs: fetched,
    so: byId(
      ({ agents }) => agents,
      ({ agentId }) => agentId,
      ({ enabled }) => enabled,
      true,
    ),
  },
  approved: {
    needs: ['overrides'],
    delayMs: fetched,
    asOf: true,
    so: byId(
      ({ overrides }) => overrides,
      ({ overrideId }) => overrideId,
      ({ status }) => status === 'approved',
    ),
  },
  active: {
    needs: ['accounts'],
    delayMs: fetched,
    asOf: true,
    so: byId(
      ({ accounts }) => accounts,
      ({ id }) => id,
      ({ status }) => status === 'active',
    ),
  },
  letterSent: {
    needs: ['accounts'],
    delayMs: fetched,
    asOf: true,
    so: byId(
      ({ accounts }) => accounts?.flatMap(({ letters }) => letters ?? []),
      ({ id }) => id,
      ({ state }) => state === 'sent',
    ),
  },
  ...proofJudges,
  processing: { needs: ['halted'], delayMs: told, so: (_about, { halted }) => (halted === undefined ? null : !halted) },
};
