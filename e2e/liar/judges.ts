import type { Agent } from '../../src/contracts/agent.ts';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import type { EvidencePack } from '../../src/contracts/evidence.ts';
import type { HealthComponent } from '../../src/contracts/health.ts';
import type { Incident } from '../../src/contracts/incident.ts';
import type { KpiResponse } from '../../src/contracts/kpi.ts';
import type { RbfSummary } from '../../src/contracts/overview.ts';
import type { PipelineStage } from '../../src/contracts/pipeline.ts';
import type { Portfolio } from '../../src/contracts/portfolio.ts';
import type { RbfPayment } from '../../src/contracts/rbf.ts';
import type { School } from '../../src/contracts/school.ts';
import type { Verification } from '../../src/contracts/verification.ts';
import { schoolStandingOf } from '../../src/domain/schoolRule.ts';
import { sloOf } from '../../src/domain/slo.ts';
import { kpiThresholds, statusAgainst } from '../../src/domain/thresholds.ts';

/** What the platform says when it is asked directly: only what a judge needs is asked for. */
export interface Facts {
  readonly kpis?: KpiResponse;
  readonly pipeline?: readonly PipelineStage[];
  readonly health?: readonly HealthComponent[];
  readonly letters?: readonly DeadLetter[];
  readonly verifications?: readonly Verification[];
  readonly packs?: readonly EvidencePack[];
  readonly payments?: readonly RbfPayment[];
  readonly month?: RbfSummary;
  readonly portfolios?: readonly Portfolio[];
  readonly incidents?: readonly Incident[];
  readonly agents?: readonly Agent[];
  readonly schools?: readonly School[];
  readonly halted?: boolean;
  /** Whether the way between this browser and the platform is open, which the proxy knows. */
  readonly linkOpen?: boolean;
}
export type Fact = keyof Facts;

/** Whether a *yes* about this is so; null where these facts cannot say. */
type Judge = (about: string, facts: Facts) => boolean | null;

interface Judged {
  readonly needs: readonly Fact[];
  readonly so: Judge;
  /** For how long a *yes* may go on after it has ceased to be so, milliseconds, and why. */
  readonly delayMs: number;
  /**
   * It tells what a row says, and stays under its panel's age once that is old (D-15): held against what was so then. Every other kind claims now, whatever moment it carries, since
   * it turns into the past by itself.
   */
  readonly asOf?: true;
}

/** A change is told by the stream and drawn: a second, on a machine that is busy with other stories a few more. */
const told = 12_000;
/** A link that falls silent with no call on it is noticed by the heartbeats that do not come: two of 25 s, and what the watchdog waits (C-88, M-11). */
export const silence = 90_000;
/** Fetched when it is looked at and each minute: what changed in between is owed, and the panel says so once it was told (`freshnessOf`). */
const fetched = 75_000;

/** The rows of a halted tenant are not called well by anybody: work stands still. */
const running = (facts: Facts, so: boolean | null): boolean | null => (facts.halted === true ? false : so);

/** A judge of one row by its id; `halts` where no state of it is well while work stands still. */
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
/** A judge of all rows together. */
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

/** How each kind of claim is judged. */
export const judges: Readonly<Record<string, Judged>> = {
  link: { needs: ['linkOpen'], delayMs: silence, so: linkSo },
  live: { needs: ['linkOpen'], delayMs: silence, so: linkSo },
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
  processing: { needs: ['halted'], delayMs: told, so: (_about, { halted }) => (halted === undefined ? null : !halted) },
};

/** Kinds that the liar does not judge, each with its reason: another test tries to make it lie. */
export const notJudged: Readonly<Record<string, string>> = {
  trend: 'arithmetic over the answer whose age stands beside it; kpiModel.test',
  sloThen: 'about a moment of the history; changes of pipeline/model.test',
  sensors: 'a reading with its own time; programme of states.test',
  schoolPaid: 'derived of payments that are judged',
  limitHeld: 'arithmetic over a figure that is judged with performing',
  approved: 'a row of the list that only some roles read; records.test',
  reached: 'arithmetic within one signed payment',
  claimAgrees: 'a comparison on this device; claim.test of rbf',
  kept: 'arithmetic over what is typed',
  calculation: 'an answer to what is typed; e2e/compliance',
  coverage: 'arithmetic within one answer',
  notice: 'the platform’s own tone of its own words',
  deed: 'told once, at the answer; each dialog’s test',
  rule: 'about what is typed',
  works: 'about this browser; e2e/install',
  figures: 'the sum of what is live, each of which is judged',
  displayApproved: 'a moment of the pairing; e2e/wall',
  handedOver: 'about this browser',
  passwordReset: 'about one link; e2e/passwordReset',
  signedOut: 'about this device’s own log-out; LoginScreen’s test',
  sample: 'on pages of samples alone',
  holds: 'a check that this device made itself; spoiled packs in e2e/evidence and Wycheproof',
  verified: 'a check that this device made itself; spoiled packs in e2e/evidence and Wycheproof',
  signed: 'a check that this device made itself',
  signatures: 'checks that this device made itself',
  hashAgrees: 'a check that this device made itself',
  fileMatches: 'a check that this device made itself',
  chainIntact: 'a check that this device made itself; tampered rows in tests of the chain worker',
  recordIntact: 'a check that this device made itself',
  wholeRecordIntact: 'a check that this device made itself',
  linkHolds: 'a check that this device made itself',
  step: 'a step of a check that this device made itself',
  sent: 'judged by e2e/outbox, where the platform is asked for each decision',
  promoted: 'judged by e2e/outbox, where the platform is asked for each item',
  nothingUnsent: 'judged by e2e/outbox and the hub’s tests',
  done: 'a line of the record as the platform wrote it',
  locked: 'about this device; e2e/appLock',
  active: 'a row of the administrators’ list',
  connected: 'a wall’s own word about itself; e2e/wall',
};
