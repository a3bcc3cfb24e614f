import { href } from '../../src/domain/screens/address.ts';
import type { Insertable, Selectable } from 'kysely';
import { componentNames } from '../../src/contracts/health.ts';
import { moneyOf } from '../../src/domain/money/money.ts';
import { healthStatusOf } from '../../src/domain/operations/thresholds.ts';
import type { Database } from '../db/schema.ts';
import { incidentAbout } from '../entities/incidents.ts';
import type { SchoolFigure } from '../db/tables/operations.ts';
import { usualReading } from '../simulation/componentWeather.ts';
import { atClock, EAT_OFFSET_MS, iso, startOfMonth } from './anchor.ts';
import type { TenantDay } from './day.ts';
import type { SiteSeed } from './sites.ts';
import type { VerificationDraft } from './verifications.ts';
import { demoAccounts } from '../identity/demo/demoAccounts.ts';

const DAY_MS = 86_400_000;

/** Epoch milliseconds of a moment in the day's data: a clock time on the seed's day, or a number of days before its end. */
export function momentOf(anchorMs: number, when: string | number): number {
  return typeof when === 'string' ? atClock(anchorMs, when) : Math.round(anchorMs - when * DAY_MS);
}

/** Fills in times and months of the seed's day, which moves with the anchor: `{at 11:45:08}` and `{lastMonth}`. */
export function fillText(anchorMs: number, text: string): string {
  const local = (atMs: number): Date => new Date(atMs + EAT_OFFSET_MS);
  return text
    .replace(/\{at (\d\d:\d\d:\d\d)\}/g, (_, clock: string) => local(atClock(anchorMs, clock)).toISOString().slice(11, 16))
    .replace('{lastMonth}', () =>
      new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(local(startOfMonth(anchorMs) - DAY_MS)),
    );
}

type Rows<Table extends keyof Database> = Insertable<Database[Table]>[];
/** Rows without their signature, which is added when the key is at hand. */
type Unsigned<Table extends 'portfolios' | 'rbf_payments'> = Omit<Selectable<Database[Table]>, 'jws_signature' | 'signer_kid'>[];

/** Stages, components, dead letters, activity and notifications of a tenant. */
export function operationRows(tenantId: string, day: TenantDay, anchorMs: number) {
  const at = (clock: string): string => iso(atClock(anchorMs, clock));
  const text = (template: string): string => fillText(anchorMs, template);
  const stages: Rows<'pipeline_stages'> = day.stages.map((stage, position) => ({
    tenant_id: tenantId,
    name: stage.name,
    position,
    status: stage.status,
    queue_depth: stage.queueDepth,
    processing_rate: stage.rate,
    error_count: stage.errors,
    last_processed_at: at(stage.lastProcessed),
    slo_minutes: stage.sloMinutes,
    lag_minutes: stage.lagMinutes,
    last_correlation_id: stage.correlationId,
    reporting: true,
    version: 1,
  }));
  const components: Rows<'health_components'> = componentNames.map((name, position) => {
    const { uptime, p50, p95, lastBackup, pitrWindowH } = usualReading(name, anchorMs);
    return {
      tenant_id: tenantId,
      name,
      position,
      status: healthStatusOf(name, uptime, p95),
      uptime,
      p50_ms: p50,
      p95_ms: p95,
      last_backup: lastBackup === null ? null : iso(lastBackup),
      pitr_window_h: pitrWindowH,
      simulated: true,
      changed_at: iso(anchorMs),
      version: 1,
    };
  });
  const deadLetters: Rows<'dead_letters'> = day.deadLetters.map((item) => ({
    tenant_id: tenantId,
    item_id: item.itemId,
    stage: item.stage,
    error_code: item.errorCode,
    error_message: item.message,
    retry_count: item.retries,
    correlation_id: item.correlationId,
    failed_at: at(item.failed),
    payload: JSON.stringify(item.payload),
    version: item.version,
  }));
  const activities: Rows<'activities'> = day.activities.toReversed().map((activity, index) => ({
    tenant_id: tenantId,
    activity_id: `ACT-${String(index + 1).padStart(6, '0')}`,
    text: text(activity.text),
    at: at(activity.clock),
    link: activity.link,
    status: activity.status,
    version: 1,
  }));
  const notifications: Rows<'notifications'> = day.notifications.toReversed().map((one, index) => ({
    tenant_id: tenantId,
    notification_id: `NTF-${String(index + 1).padStart(6, '0')}`,
    level: one.level,
    title: text(one.title),
    body: text(one.body),
    at: at(one.clock),
    link: one.link,
    about: aboutOf(day, one),
    version: 1,
  }));
  return { stages, components, deadLetters, activities, notifications };
}

/** The incident whose opening caused a notification. */
function aboutOf({ incidents }: TenantDay, { title, clock }: TenantDay['notifications'][number]): string | null {
  const incident = incidents.find((one) => one.title === title && one.created === clock);
  return incident === undefined ? null : incidentAbout(incident.id);
}

/**
 * Portfolios, and the portfolio that each site's receivables belong to. Sites are assigned in turn, except that the site of VRF-001244
 * belongs to DGN-014.
 */
export function portfolioRows(
  tenantId: string,
  day: TenantDay,
  sites: readonly SiteSeed[],
  covenants: ReadonlyMap<string, { readonly covenantHash: string }>,
  anchorMs: number,
) {
  const portfolios: Unsigned<'portfolios'> = day.portfolios.map((one) => {
    const changedMs = momentOf(anchorMs, one.changed);
    const reached = (states: readonly string[]): boolean => states.includes(one.state);
    const packaged = reached(['packaged', 'sold', 'recycled', 'defaulted', 'written_off']);
    const sold = reached(['sold', 'recycled']);
    const currency = one.currency ?? day.currency;
    const receivables = moneyOf(one.receivables, currency).minor;
    const covenant = covenants.get(one.portfolioId);
    if (covenant === undefined) throw new Error(`no covenant for ${one.portfolioId}`);
    return {
      tenant_id: tenantId,
      portfolio_id: one.portfolioId,
      state: one.state,
      receivables_value: receivables,
      currency,
      covenant_hash: covenant.covenantHash,
      frozen_at: one.state === 'eligible' ? null : iso(one.state === 'eligible_frozen' ? changedMs : changedMs - 6 * DAY_MS),
      packaged_at: packaged ? iso(one.state === 'packaged' ? changedMs : changedMs - 4 * DAY_MS) : null,
      sold_at: sold ? iso(one.state === 'sold' ? changedMs : changedMs - 2 * DAY_MS) : null,
      fx_snapshot_id: sold ? seedSnapshotId(anchorMs) : null,
      dgn_package_id: packaged ? `PKG-${one.portfolioId}` : null,
      available_funding: one.state === 'eligible' || one.state === 'eligible_frozen' ? receivables : 0,
      recycled_capital: one.state === 'recycled' ? receivables : 0,
      pending_packaging: one.state === 'eligible_frozen' ? receivables : 0,
      changed_at: iso(changedMs),
      version: 1,
    };
  });
  const fixed: Readonly<Record<string, string>> = { 'KE-KLF-011': 'DGN-014' };
  const portfolioOf = new Map(
    sites.map((site, index) => [site.siteCode, fixed[site.siteCode] ?? day.portfolios[index % day.portfolios.length]?.portfolioId ?? '']),
  );
  return { portfolios, portfolioOf };
}

/** Id of the seed's only exchange-rate snapshot, of its own day. */
export const seedSnapshotId = (anchorMs: number): string => `FX-${iso(anchorMs).slice(0, 10)}`;

/** Milestones and payments: this month's from the day's data, plus paid ones of earlier months. */
export function paymentRows(
  tenantId: string,
  day: TenantDay,
  drafts: readonly VerificationDraft[],
  covenantOf: ReadonlyMap<string, string>,
  anchorMs: number,
) {
  const monthMs = startOfMonth(anchorMs);
  // Early in a month 'eight days ago' would be in the month before; keep this month's payments in the month.
  const thisMonth = (when: string | number): number => Math.max(momentOf(anchorMs, when), Math.min(anchorMs, monthMs + 60_000));
  const milestones = new Map(day.milestones.map((one) => [one.milestoneId, one]));
  const payments: Unsigned<'rbf_payments'> = [];
  // Payments that the bank refused are dead letters; they count as refused since that time.
  const refused = new Map(day.deadLetters.map(({ payload, failed }) => [String(payload['paymentId']), iso(momentOf(anchorMs, failed))]));
  const pay = (paymentId: string, milestoneId: string, draft: VerificationDraft, dueMs: number, paidMs: number | null): void => {
    const milestone = milestones.get(milestoneId);
    if (milestone === undefined) throw new Error(`no milestone ${milestoneId}`);
    payments.push({
      tenant_id: tenantId,
      payment_id: paymentId,
      vrf_id: draft.vrfId,
      milestone_id: milestoneId,
      site_code: draft.siteCode,
      actual_performance: draft.performanceKpis[milestone.metric],
      amount: moneyOf(milestone.amount, milestone.currency ?? day.currency).minor,
      currency: milestone.currency ?? day.currency,
      status: paidMs !== null ? 'paid' : refused.has(paymentId) ? 'failed' : 'pending',
      due_at: iso(dueMs),
      paid_at: paidMs === null ? null : iso(paidMs),
      transaction_id: paidMs === null ? null : `TX-${paymentId}`,
      fx_snapshot_id: paidMs === null ? null : seedSnapshotId(anchorMs),
      covenant_hash: covenantOf.get(draft.siteCode) ?? '',
      version: paidMs === null && !refused.has(paymentId) ? 1 : 2,
    });
  };
  const paidFor = new Set<string>(
    day.payments.flatMap((one) => (one.ordinal === undefined ? [] : [`${drafts[one.ordinal - 1]?.vrfId} ${one.milestoneId}`])),
  );
  /** The newest verification before a moment that meets the milestone and has no payment for it yet; at the given site if there is one. */
  const metBefore = (milestoneId: string, siteCode: string | null, beforeMs: number): VerificationDraft => {
    const milestone = milestones.get(milestoneId);
    const met = (draft: VerificationDraft): boolean =>
      draft.status === 'verified' &&
      milestone !== undefined &&
      draft.performanceKpis[milestone.metric] >= milestone.threshold &&
      !paidFor.has(`${draft.vrfId} ${milestoneId}`);
    const found =
      drafts.findLast((draft) => draft.sealedAt < beforeMs && met(draft) && (siteCode === null || draft.siteCode === siteCode)) ??
      drafts.findLast(met);
    if (found === undefined) throw new Error(`nothing met ${milestoneId}`);
    paidFor.add(`${found.vrfId} ${milestoneId}`);
    return found;
  };

  const [first] = day.payments;
  const prefix = first?.paymentId.slice(0, -4) ?? '';
  const firstNumber = Number(first?.paymentId.slice(-4) ?? 1);
  for (let back = day.olderPayments; back >= 1; back -= 1) {
    const dueMs = monthMs - back * 1.6 * DAY_MS;
    const milestone = day.milestones[back % day.milestones.length]?.milestoneId ?? '';
    pay(
      `${prefix}${String(firstNumber - back).padStart(4, '0')}`,
      milestone,
      metBefore(milestone, null, dueMs),
      dueMs,
      Math.min(monthMs - 60_000, dueMs + 1.4 * DAY_MS),
    );
  }
  for (const one of day.payments) {
    const dueMs = thisMonth(one.due);
    const draft = one.ordinal === undefined ? metBefore(one.milestoneId, one.siteCode, dueMs) : drafts[one.ordinal - 1];
    if (draft === undefined) throw new Error(`no verification ${one.ordinal}`);
    pay(one.paymentId, one.milestoneId, draft, dueMs, one.paid === null ? null : Math.max(dueMs, thisMonth(one.paid)));
  }
  const milestoneRows: Rows<'rbf_milestones'> = day.milestones.map((one) => ({
    tenant_id: tenantId,
    milestone_id: one.milestoneId,
    description: one.description,
    metric: one.metric,
    threshold: one.threshold,
    payment_amount: moneyOf(one.amount, one.currency ?? day.currency).minor,
    payment_type: 'fixed',
    currency: one.currency ?? day.currency,
    version: 1,
  }));
  return { milestones: milestoneRows, payments, refused };
}

/** Schools, incidents and agents. */
export function programmeRows(tenantId: string, day: TenantDay, sites: readonly SiteSeed[], anchorMs: number) {
  const bySite = new Map(sites.map((site) => [site.siteCode, site]));
  const schools: Rows<'schools'> = day.schools.map((school) => ({
    tenant_id: tenantId,
    school_id: school.schoolId,
    site_code: school.siteCode,
    school_name: bySite.get(school.siteCode)?.name ?? school.siteCode,
    location: bySite.get(school.siteCode)?.county ?? '',
    updated_at: iso(anchorMs - 90_000),
    version: 1,
  }));
  const readings: Rows<'school_readings'> = day.schools.flatMap((school) => {
    const reading = (
      figure: SchoolFigure,
      source: 'meter' | 'sensor' | 'bill',
      read: { value: number } | { word: string },
      atMs: number,
    ) => ({
      tenant_id: tenantId,
      school_id: school.schoolId,
      figure,
      value: 'value' in read ? read.value : null,
      word: 'word' in read ? read.word : null,
      at: iso(atMs),
      source,
      simulated: true,
    });
    const readMs = anchorMs - 90_000;
    const billedMs = startOfMonth(anchorMs) - DAY_MS;
    return [
      reading('cooking_time', 'meter', { value: school.cookingTime }, readMs),
      reading('steam_flow', 'meter', { value: school.steamFlow }, readMs),
      reading('fuel_consumption', 'meter', { value: school.fuelConsumption }, readMs),
      reading('sensor_health', 'sensor', { word: school.sensorHealth }, readMs),
      reading('energy_charges', 'bill', { value: school.energyCharges }, billedMs),
      reading('cost_savings', 'bill', { value: school.costSavings }, billedMs),
    ];
  });
  const incidents: Rows<'incidents'> = day.incidents.map((one) => ({
    tenant_id: tenantId,
    incident_id: one.id,
    severity: one.severity,
    title: one.title,
    description: fillText(anchorMs, one.description),
    runbook_url: href('incidents', { runbook: one.runbook }),
    created_at: iso(momentOf(anchorMs, one.created)),
    resolved_at: one.resolved === null ? null : iso(momentOf(anchorMs, one.resolved)),
    ...acknowledgedOf(one, anchorMs),
    affected_services: JSON.stringify(one.services),
    version: 1 + one.timeline.length + (one.resolved === null ? 0 : 1),
  }));
  const entries: Rows<'incident_entries'> = day.incidents.flatMap((one) => {
    const lines = [
      { at: one.created, kind: 'opened' as const, by: '', text: '' },
      ...one.timeline,
      ...(one.resolved === null
        ? []
        : [{ at: one.resolved, kind: 'resolved' as const, by: one.ending?.by ?? '', text: one.ending?.text ?? '' }]),
    ];
    return lines.map(({ at, kind, by, text }, index) => ({
      tenant_id: tenantId,
      incident_id: one.id,
      place: index + 1,
      at: iso(momentOf(anchorMs, at)),
      kind,
      by_name: by,
      by_id: accountNamed(by),
      text,
    }));
  });
  const agents: Rows<'ai_agents'> = day.agents.map((one) => ({
    tenant_id: tenantId,
    agent_id: one.agentId,
    name: one.name,
    mode: one.mode,
    confidence_score: one.confidence,
    prediction_accuracy: one.accuracy,
    enabled: one.enabled,
    last_prediction: one.lastPrediction,
    version: 1,
  }));
  return { schools, readings, incidents, entries, agents };
}

/** First acknowledgement of an incident: its author and time. */
function acknowledgedOf({ timeline }: TenantDay['incidents'][number], anchorMs: number) {
  const first = timeline.find(({ kind }) => kind === 'acknowledged');
  return first === undefined
    ? {}
    : { acknowledged_at: iso(momentOf(anchorMs, first.at)), acknowledged_by: first.by, acknowledged_by_id: accountNamed(first.by) };
}

/** The demo account with this name; null for the platform. */
function accountNamed(by: string): string | null {
  return demoAccounts.find(({ name }) => name === by)?.accountId ?? null;
}
