import type { Override } from '../../contracts/agent.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import type { EvidencePack } from '../../contracts/evidence.ts';
import type { Incident } from '../../contracts/incident.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import type { RbfPayment } from '../../contracts/rbf.ts';
import type { ReportSummary } from '../../contracts/report.ts';
import type { AdminUser } from '../../contracts/adminUser.ts';
import { type ExportFilter, type ExportType } from '../../contracts/export.ts';
import type { Verification } from '../../contracts/verification.ts';
import { auditActLabels, auditAreaOf } from '../auditLabels.ts';
import { scoreOf } from '../figures/shown.ts';
import { formatDate } from '../formatTime.ts';
import { incidentStateOf } from '../operations/incidents.ts';
import { serviceTitle } from '../operations/incidentServices.ts';
import type { ExportedAuditRecord } from './governance.ts';
import { beginsWords, byColumns, type ExportRule, hasWords, type Order } from './narrowing.ts';
import type { ExportRow } from './sheets.ts';

const text = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const at = (time: string): number => Date.parse(time);
/** Rows with a fixed order and no filters. */
const asTheyCome = { narrows: {}, listed: () => 0, orders: {}, opens: null } as const satisfies ExportRule<never>;
/** Series are read over the window named by the filter; their rows are not filtered further. */
const overWindow = { ...asTheyCome, narrows: { window: () => true } } as const satisfies ExportRule<never>;

/** When a record entered the chain; the same order as the lists on the device (src/store/entities/verification.ts). */
const cameAt = ({ timestamp, recordedAt = timestamp }: Verification): number => at(recordedAt);
const byTime: Order<Verification> = (a, b) => cameAt(a) - cameAt(b) || text(a.vrfId, b.vrfId);
const verifications: ExportRule<Verification> = {
  narrows: {
    search: ({ vrfId, siteCode, siteName = '', evidencePackId }, typed) =>
      beginsWords([vrfId, siteCode, siteName, evidencePackId ?? ''], typed),
    status: ({ status }, wanted) => status === wanted,
    siteCode: ({ siteCode }, wanted) => siteCode === wanted,
    from: (record, from) => cameAt(record) >= at(from),
  },
  listed: (a, b) => byTime(b, a),
  orders: {
    newest: (a, b) => byTime(b, a),
    oldest: byTime,
    site: (a, b) => text(a.siteCode, b.siteCode) || byTime(a, b),
    status: (a, b) => text(a.status, b.status) || byTime(a, b),
  },
  opens: 'newest',
};

export const packRule: ExportRule<EvidencePack> = {
  narrows: {
    search: ({ packId, siteCode, siteName, vrfId, signerKid }, typed) =>
      hasWords(`${packId} ${siteCode} ${siteName} ${vrfId ?? ''} ${signerKid}`, typed),
    status: ({ status }, wanted) => status === wanted,
    siteCode: ({ siteCode }, wanted) => siteCode === wanted,
    day: ({ timestamp }, day, { zone }) => formatDate(at(timestamp), zone) === day,
  },
  listed: (a, b) => at(b.timestamp) - at(a.timestamp) || text(b.packId, a.packId),
  orders: byColumns<EvidencePack>({
    packId: ({ packId }) => packId,
    site: ({ siteName }) => siteName,
    code: ({ siteCode }) => siteCode,
    at: ({ timestamp }) => timestamp,
    files: ({ fileCount }) => fileCount,
    size: ({ totalBytes }) => totalBytes,
    status: ({ status }) => status,
    worm: ({ wormStatus }) => wormStatus,
  }),
  opens: '-at',
};

/** Newest failure first; simultaneous failures by id, so that the list does not jump. */
export const letterRule: ExportRule<DeadLetter> = {
  narrows: {
    search: ({ itemId, errorCode, errorMessage, correlationId }, typed) =>
      hasWords(`${itemId} ${errorCode} ${errorMessage} ${correlationId}`, typed),
    errorCode: ({ errorCode }, wanted) => errorCode === wanted,
  },
  first: 'newest',
  listed: (a, b) => at(b.failedAt) - at(a.failedAt) || a.itemId.localeCompare(b.itemId),
  orders: byColumns<DeadLetter>({
    itemId: ({ itemId }) => itemId,
    errorCode: ({ errorCode }) => errorCode,
    errorMessage: ({ errorMessage }) => errorMessage,
    retryCount: ({ retryCount }) => retryCount,
    correlationId: ({ correlationId }) => correlationId,
    failedAt: ({ failedAt }) => failedAt,
  }),
  opens: '-failedAt',
};

/** When the portfolio last changed state, or its last known date; null for one that only became eligible. */
export function movedAt({ changedAt, soldAt, packagedAt, frozenAt }: Portfolio): string | null {
  return changedAt ?? soldAt ?? packagedAt ?? frozenAt ?? null;
}
export const portfolioRule: ExportRule<Portfolio> = {
  narrows: {
    search: ({ portfolioId, dgnPackageId = '', siteCodes = [], signerKid }, typed) =>
      hasWords(`${portfolioId} ${dgnPackageId} ${siteCodes.join(' ')} ${signerKid}`, typed),
    state: ({ state }, wanted) => state === wanted,
  },
  listed: (a, b) => text(a.portfolioId, b.portfolioId),
  orders: byColumns<Portfolio>({
    portfolioId: ({ portfolioId }) => portfolioId,
    state: ({ state }) => state,
    receivables: ({ receivablesValue }) => receivablesValue,
    score: (portfolio) => scoreOf(portfolio) ?? -1,
    sites: ({ performanceSummary }) => performanceSummary.totalSites,
    uptime: ({ performanceSummary }) => performanceSummary.avgUptime,
    moved: (portfolio) => movedAt(portfolio) ?? '',
  }),
  opens: 'portfolioId',
};

/** How a payment is backed; null if the platform has not said. */
export function backingOf({ evidencePackId }: Pick<RbfPayment, 'evidencePackId'>): 'pack' | 'none' | null {
  return evidencePackId === undefined ? null : evidencePackId === null ? 'none' : 'pack';
}
export const paymentRule: ExportRule<RbfPayment> = {
  narrows: {
    search: ({ payment_id, verification_id, milestone_id, site_code, milestone, payment }, typed) =>
      hasWords(
        `${payment_id} ${verification_id} ${milestone_id} ${site_code} ${milestone.description} ${payment.transactionId ?? ''}`,
        typed,
      ),
    status: ({ payment }, wanted) => payment.status === wanted,
    siteCode: ({ site_code }, wanted) => site_code === wanted,
    milestoneId: ({ milestone_id }, wanted) => milestone_id === wanted,
    evidence: (row, wanted) => backingOf(row) === wanted,
  },
  listed: (a, b) => text(b.payment.dueAt ?? '', a.payment.dueAt ?? '') || text(b.payment_id, a.payment_id),
  orders: byColumns<RbfPayment>({
    payment: ({ payment_id }) => payment_id,
    milestone: ({ milestone }) => milestone.description,
    site: ({ site_code }) => site_code,
    amount: ({ payment }) => payment.amount,
    status: ({ payment }) => payment.status,
    // Unpaid ones sort after all dates; descending, they come first.
    paid: ({ payment }) => payment.paidAt ?? '9999',
    evidence: ({ evidencePackId }) => evidencePackId ?? '',
  }),
  opens: '-paid',
};

const reports: ExportRule<ReportSummary> = {
  narrows: { kind: ({ kind }, wanted) => kind === wanted },
  listed: () => 0,
  orders: byColumns<ReportSummary>({
    reportId: ({ reportId }) => reportId,
    subject: ({ kind }) => kind,
    at: ({ generatedAt }) => generatedAt,
  }),
  opens: '-at',
};

const waits = ({ status }: Override): number => (status === 'pending' ? 0 : 1);
/** Pending requests first, the oldest on top; then the others, newest first. */
export const overrideRule: ExportRule<Override> = {
  narrows: { status: ({ status }, wanted) => status === wanted },
  listed: (a, b) =>
    waits(a) - waits(b) ||
    (waits(a) === 0 ? at(a.createdAt) - at(b.createdAt) : at(b.createdAt) - at(a.createdAt)) ||
    a.overrideId.localeCompare(b.overrideId),
  orders: byColumns<Override>({
    overrideId: ({ overrideId }) => overrideId,
    agent: ({ agentName }) => agentName,
    subject: ({ subject = '' }) => subject,
    change: ({ originalPrediction }) => originalPrediction,
    by: ({ requestedByName = '' }) => requestedByName,
    asked: ({ createdAt }) => createdAt,
    state: ({ status }) => status,
  }),
  opens: null,
};

const titles = (incident: Incident): readonly string[] => incident.affectedServices.map(serviceTitle);
const rank = (one: Incident): string => (one.resolvedAt === undefined ? one.severity : 'sev9');
/** Active incidents first, by severity; then newest first. */
export const incidentRule: ExportRule<Incident> = {
  narrows: {
    search: (one, typed) =>
      hasWords([one.id, one.title, one.description, ...one.affectedServices, ...titles(one), takenUpBy(one)].join(' '), typed),
    status: ({ resolvedAt }, wanted) => (resolvedAt === undefined) === (wanted === 'active'),
    severity: ({ severity }, wanted) => severity === wanted,
  },
  listed: (a, b) => rank(a).localeCompare(rank(b)) || at(b.createdAt) - at(a.createdAt) || b.id.localeCompare(a.id),
  orders: byColumns<Incident>({
    id: ({ id }) => id,
    severity: ({ severity }) => severity,
    title: ({ title }) => title,
    services: (one) => titles(one).join(', '),
    by: takenUpBy,
    opened: ({ createdAt }) => createdAt,
    state: incidentStateOf,
  }),
  opens: null,
};
function takenUpBy({ acknowledgedAt, acknowledgedBy }: Incident): string {
  return acknowledgedAt === undefined ? '' : (acknowledgedBy ?? 'somebody');
}

const audit: ExportRule<ExportedAuditRecord> = {
  narrows: {
    search: ({ actorName, action, target, correlationId }, typed) =>
      beginsWords([actorName, action, auditActLabels(action), target, correlationId], typed),
    area: ({ action }, wanted) => auditAreaOf(action) === wanted,
    actor: ({ actorName }, wanted) => actorName === wanted,
    outcome: ({ outcome }, wanted) => outcome === wanted,
    from: (row, from) => at(row.at) >= at(from),
  },
  listed: (a, b) => b.chainIndex - a.chainIndex,
  orders: { newest: (a, b) => b.chainIndex - a.chainIndex, oldest: (a, b) => a.chainIndex - b.chainIndex },
  opens: 'newest',
};

const users: ExportRule<AdminUser> = {
  narrows: {
    search: ({ name, email }, typed) => hasWords(`${name}\n${email}`, typed),
    role: ({ role }, wanted) => role === wanted,
    status: ({ status }, wanted) => status === wanted,
  },
  listed: (a, b) => text(a.id, b.id),
  orders: byColumns<AdminUser>({
    name: ({ name }) => name,
    email: ({ email }) => email,
    role: ({ role }) => role,
    status: ({ status }) => status,
    last_login_at: ({ last_login_at }) => last_login_at ?? '',
    created_at: ({ created_at }) => created_at ?? '',
  }),
  opens: 'name',
};

const rules = {
  verifications,
  evidence_packs: packRule,
  dead_letters: letterRule,
  stage_changes: overWindow,
  refinance_portfolios: portfolioRule,
  rbf_payments: paymentRule,
  rbf_milestones: asTheyCome,
  compliance_reports: reports,
  ai_overrides: overrideRule,
  ai_trail: asTheyCome,
  component_latency: overWindow,
  incidents: incidentRule,
  incident_services: asTheyCome,
  audit_records: audit,
  users,
} as const satisfies { readonly [Type in ExportType]: ExportRule<ExportRow<Type>> };

/** The filters and order of a kind of export, with its row type. */
export function ruleOf<Type extends ExportType>(type: Type): ExportRule<ExportRow<Type>> {
  return rules[type] as unknown as ExportRule<ExportRow<Type>>; // the table's own row for this type
}

/**
 * The part of the device's filter that the platform can apply: drops an order by something only this device knows (a verdict, an outbox).
 */
export function platformFilter(type: ExportType, filter: ExportFilter): ExportFilter {
  const { sort, ...narrowed } = filter;
  return sort !== undefined && Object.hasOwn(rules[type].orders, String(sort)) ? filter : narrowed;
}
