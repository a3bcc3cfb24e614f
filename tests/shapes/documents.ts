import type { Callable } from '../../src/contracts/endpoints.ts';
import { adminUserEndpoints } from '../../src/contracts/adminUserEndpoints.ts';
import { complianceEndpoints } from '../../src/contracts/complianceEndpoints.ts';
import {
  count,
  exampleOf,
  flag,
  free,
  list,
  map,
  number,
  nullable,
  object,
  oneOf,
  optional,
  type Shape,
  share,
  text,
  time,
} from './shape.ts';

/**
 * Every shape of `core-console.md`, section 3, and `identity-admin.md`, section 3, field by field, with the ledger rows that require it.
 * Written from the documents alone; contracts, platform and screens are tested against it (T-3, D-58).
 */

const at = '2026-11-21T08:00:00Z';
const hash = 'ab'.repeat(32);
const notOf = (id: string): Shape => text(id, '');

const loginRoles = ['admin', 'bank_ops', 'auditor', 'operator'] as const;

/** "User (session): id, email, role, tenantId, name." Without a tenant the default demo tenant is used (section 1). */
export const user = object({
  id: notOf('u-1'),
  email: text('amina@ukweli.example', 'amina', 'amina@', ''),
  role: oneOf(...loginRoles),
  tenantId: optional(notOf('demo')),
  name: text('Amina Otieno'),
});
export const session = object({ user, expiresAt: time('2026-11-21T08:15:00Z') });

const metric = {
  value: number(98.48),
  previousValue: number(98.1),
  trend: oneOf('up', 'down', 'stable'),
  status: oneOf('green', 'amber', 'red'),
  lastUpdated: time(at),
};
export const kpis = object({
  verificationAccuracy: object({ ...metric, numerator: count(1228), denominator: count(1247) }),
  avgLatency: object({ p50: number(0.1), p95: number(0.4), status: oneOf('green', 'amber', 'red'), lastUpdated: time(at) }),
  automationRate: object(metric),
  fundedAmount: object({
    byCurrency: list(object({ currency: text('KES'), amount: number(22_000) })),
    fxSnapshotId: optional(text('FX-1')),
    fxTimestamp: optional(time(at)),
    lastUpdated: time(at),
  }),
});

export const portfolio = object({
  portfolioId: notOf('DGN-001'),
  state: oneOf('eligible', 'eligible_frozen', 'packaged', 'sold', 'recycled', 'defaulted', 'written_off'),
  verificationScore: share(0.94),
  receivablesValue: number(8_000_000),
  covenantHash: text(hash),
  jwsSignature: text('eyJh.eyJi.c2ln'),
  signerKid: text('k1'),
  frozenAt: optional(time(at)),
  packagedAt: optional(time(at)),
  soldAt: optional(time(at)),
  dgnPackageId: optional(text('PKG-1')),
  performanceSummary: object({
    avgUptime: number(97.5),
    avgFuelSavings: number(22.1),
    avgEmissionReduction: number(29.4),
    totalSites: count(4),
    verificationCount: count(120),
  }),
  liquidityMetrics: object({ availableFunding: number(900_000), recycledCapital: number(2_000_000), pendingPackaging: number(300_000) }),
});
export const portfolios = object({ portfolios: list(portfolio), totalCount: count(1), lastUpdated: time(at) });

export const component = object({
  name: oneOf('api_gateway', 'database', 'verification_engine', 'evidence_storage'),
  status: oneOf('healthy', 'warning', 'critical', 'unknown'),
  uptime: number(99.9),
  latency: object({ p50: number(12), p95: number(40) }),
  lastBackup: optional(time(at)),
  pitrWindow: optional(number(72)),
});
export const health = object({ components: list(component), lastUpdated: time(at) });

export const stage = object({
  name: oneOf('saastain_intake', 'outbox_pump', 'decision_service', 'bank_integration'),
  status: oneOf('gray', 'blue', 'green', 'amber', 'red'),
  queueDepth: count(12),
  processingRate: number(40),
  errorCount: count(3),
  lastProcessedAt: time(at),
  sloThresholdMinutes: number(12),
  currentLagMinutes: number(3),
  lastCorrelationId: optional(text('c-1')),
});
export const pipeline = object({ stages: list(stage), lastUpdated: time(at) });

export const letter = object({
  itemId: notOf('dl-1'),
  errorCode: text('BANK_TIMEOUT'),
  errorMessage: text('No answer within 30 s'),
  retryCount: count(3),
  correlationId: text('c-1'),
  failedAt: time(at),
  payload: optional(free({ amount: 22_000 })),
});
export const letters = object({ items: list(letter), totalCount: count(1), lastUpdated: time(at) });

export const manifest = object({
  packId: notOf('EP-1'),
  files: list(object({ name: text('meter.csv'), size: count(120), hash: text(hash), url: optional(text('/files/meter.csv')) })),
  jwsSignature: text('eyJh.eyJi.c2ln'),
  signerKid: text('k1'),
  signatureTimestamp: time(at),
  wormStatus: oneOf('locked', 'unlocked', 'error'),
  manifestHash: text(hash),
});

export const verification = object({
  vrfId: notOf('VRF-00001'),
  siteCode: notOf('KE-NBO-001'),
  timestamp: time(at),
  performanceKpis: object({ uptime: number(98), fuelSavings: number(22), emissionReduction: number(1.4) }),
  confidenceScore: share(0.93),
  status: oneOf('verified', 'pending', 'failed', 'disputed'),
  covenantHash: text(hash),
  evidenceHash: text(hash),
  prevHash: text(hash),
  evidencePackId: optional(text('EP-1')),
});

const report = { reportId: notOf('RPT-1'), generatedAt: time(at), methodologyVersion: text('1.0'), proofFile: text('eyJh.eyJi.c2ln') };
const standing = object({ verified: number(12.5), estimated: number(3.5) });
export const pcafReport = object({
  ...report,
  portfolioBreakdown: list(
    object({
      assetClass: text('Project finance'),
      financedEmissions: number(12),
      emissionFactor: number(0.5),
      verificationScore: share(0.9),
    }),
  ),
  totalFinancedEmissions: number(12),
});
export const issbReport = object({
  ...report,
  emissionReductions: standing,
  carbonCredits: standing,
  covenantHash: optional(text(hash)),
  fxSnapshotId: optional(text('FX-1')),
});

const flags = { pcafCompliant: flag(true), issbCompliant: flag(true), icmaGreenBondEligible: flag(false) };
export const avoided = object({
  calculationId: notOf('CALC-1'),
  annualAvoidedEmissions: number(12.5),
  lifetimeAvoidedEmissions: number(250),
  financedAvoidedEmissions: number(6.25),
  attributionFactor: share(0.5),
  uncertainty: object({ range: number(15), confidenceLevel: number(90) }),
  pcafMetadata: object({ dataQualityScore: number(2) }),
  compliance: object(flags),
});

export const pcafPortfolios = object({
  portfolios: list(
    object({
      portfolioId: notOf('PF-1'),
      portfolioName: text('Schools'),
      portfolioType: text('Project finance'),
      totalSites: count(4),
      totalAnnualAvoidedEmissions: number(120),
      complianceRate: number(75),
    }),
  ),
});
const category = object({ annualAvoidedEmissions: number(60), siteCount: count(2), assetCount: count(3), percentageOfTotal: number(50) });
export const pcafPortfolio = object({
  portfolioName: text('Schools'),
  portfolioMetrics: object({
    totalSites: count(4),
    totalAssets: count(6),
    totalAnnualAvoidedEmissions: number(120),
    totalLifetimeAvoidedEmissions: number(2400),
    byCategory: object({ energyEfficiency: category, renewableEnergy: category }),
    dataQualityDistribution: object({ level1: count(0), level2: count(1), level3: count(2), level4: count(2), level5: count(1) }),
  }),
  financialMetrics: object({
    totalFinancedAmount: number(5_000_000),
    totalProjectCost: number(10_000_000),
    averageAttributionFactor: share(0.5),
  }),
  complianceSummary: object({
    pcafCompliantSites: count(3),
    issbCompliantSites: count(3),
    icmaGreenBondEligibleSites: count(1),
    complianceRate: number(75),
  }),
});

export const agent = object({
  agentId: notOf('AGT-1'),
  name: text('VerifierAgent'),
  mode: oneOf('shadow', 'advisory', 'active'),
  confidenceScore: share(0.93),
  predictionAccuracy: share(0.95),
  enabled: flag(true),
  lastPrediction: optional(text('verified')),
});
/** A pending override has no approver: the field is absent or null. */
export const override = object({
  overrideId: notOf('OVR-1'),
  agentName: text('VerifierAgent'),
  originalPrediction: text('verified'),
  overrideValue: text('disputed'),
  justification: text('The meter was replaced that day.'),
  approvedBy: nullable(text('Baraka Mwangi')),
  createdAt: time(at),
  status: oneOf('pending', 'approved', 'rejected'),
});
export const incident = object({
  id: notOf('INC-1'),
  severity: oneOf('sev1', 'sev2', 'sev3'),
  title: text('Queue lag exceeded 12 minutes'),
  description: text('The decision service is behind.'),
  // An unusable link is no failure: it is displayed as text (issue 17, point 14).
  runbookUrl: optional(text('https://runbooks.example/lag')),
  createdAt: time(at),
  resolvedAt: optional(time(at)),
  affectedServices: list(text('decision_service')),
});

export const school = object({
  schoolId: notOf('SCH-1'),
  schoolName: text('Kibera Primary'),
  location: text('Nairobi'),
  cookingTime: number(5.2),
  steamFlow: number(118),
  fuelConsumption: number(61),
  fuelSavingsPercent: number(22),
  uptime: number(97),
  sensorHealth: oneOf('healthy', 'warning', 'critical'),
  lastUpdated: time(at),
});
export const financing = object({
  schoolId: notOf('SCH-1'),
  verifiedEnergyCharges: number(184_000),
  costSavings: number(51_000),
  paymentStatus: oneOf('paid', 'pending', 'overdue'),
  carbonCreditsGenerated: number(18),
  emissionReductions: number(20),
  dgnEligible: flag(true),
});
export const totalImpact = object({
  totalFuelSavings: number(51_000),
  totalEmissionReductions: number(20),
  totalCarbonCredits: number(18),
  schoolsServed: count(1),
});

const metrics = ['uptime', 'fuelSavings', 'emissionReduction'] as const;
export const payment = object({
  payment_id: notOf('RBF-1'),
  verification_id: notOf('VRF-00001'),
  milestone_id: notOf('MS-1'),
  site_code: notOf('KE-NBO-001'),
  milestone: object({
    description: text('Kitchen available on 95% of cooking days'),
    metric: oneOf(...metrics),
    threshold: number(95),
    actualPerformance: number(97.4),
  }),
  payment: object({
    amount: number(22_000),
    currency: text('KES'),
    status: oneOf('pending', 'paid', 'failed'),
    paidAt: nullable(time(at)),
    transactionId: nullable(text('TX-1')),
  }),
  covenant_hash: text(hash),
  jws_signature: text('eyJh.eyJi.c2ln'),
});
export const payments = object({
  payments: list(payment),
  summary: object({
    totalPayments: count(1),
    totalPaid: number(22_000),
    totalPending: number(0),
    paidCount: count(1),
    pendingCount: count(0),
  }),
  lastUpdated: time(at),
});

/** "Its first dot-separated part is the topic"; `data` is a free map. */
export const event = object({
  type: text('pipeline.stage', 'pipeline', ''),
  tenantId: notOf('demo'),
  resourceId: notOf('decision_service'),
  version: count(7),
  ts: time(at),
  correlationId: text('c-1'),
  data: free(exampleOf(stage) as Record<string, unknown>), // an object's example
});

/** Role and status of an account; the older table also has the two times. */
export const account = object({
  id: notOf('u-1'),
  email: text('amina@ukweli.example'),
  name: text('Amina Otieno'),
  role: oneOf(...loginRoles),
  status: oneOf('active', 'inactive', 'suspended'),
  last_login_at: optional(nullable(time(at))),
  created_at: optional(time(at)),
});
export const accounts = object({
  users: list(account),
  pagination: object({ page: count(1), limit: count(10), total: count(1), totalPages: count(1) }),
});

/** "text, time, link, status (success, info, warning)". */
export const activity = object({
  text: text('VRF-00001 was verified'),
  time: time(at),
  link: text('/operations/verifications'),
  status: oneOf('success', 'info', 'warning'),
});

/** A shape that a documented call answers with, or a documented entity in the answer of one of our own calls. */
export interface Documented {
  readonly title: string;
  /** Ids of its ledger rows, which tag its tests. */
  readonly tags: readonly string[];
  readonly shape: Shape;
  readonly call: Callable;
  /** Builds the answer around a value of the shape. */
  readonly answer: (value: unknown) => unknown;
  /** Extracts the value from an answer; null if it holds none. */
  readonly within: (answer: unknown) => unknown;
  /** The call's path on the embedded platform, for the demo admin. */
  readonly path: string;
  readonly body?: unknown;
}

const whole = { answer: (value: unknown) => value, within: (answer: unknown) => answer };
/** Entities of a list; `rest` is what our own call adds beside them. */
const listed = (name: string, rest: Readonly<Record<string, unknown>> = { lastUpdated: at }): Pick<Documented, 'answer' | 'within'> => ({
  answer: (value) => ({ [name]: [value], ...rest }),
  within: (answer) => (answer as Record<string, unknown>)[name],
});

const efficiency = {
  projectId: 'P-1',
  baselineEnergySource: 'electricity',
  baselineEnergyConsumption: 100_000,
  projectEnergyConsumption: 75_000,
  electricityEmissionFactor: 0.5,
  projectLifetime: 20,
  financedAmount: 500_000,
  totalProjectCost: 1_000_000,
  efficiencyMeasure: 'Induction cookers',
  buildingType: 'School',
  dataQualityScore: 4,
  energySavings: 25_000,
};
const renewable = {
  projectId: 'P-2',
  capacity: 2,
  capacityFactor: 0.2,
  displacedEmissionFactor: 0.8,
  projectLifetime: 25,
  financedAmount: 500_000,
  totalProjectCost: 1_000_000,
  technologyType: 'Solar PV',
  dataQualityLevel: 4,
};
const schoolsRest = (value: { readonly schools?: unknown; readonly financing?: unknown; readonly totalImpact?: unknown }) => ({
  schools: [exampleOf(school)],
  financing: [exampleOf(financing)],
  totalImpact: exampleOf(totalImpact),
  lastUpdated: at,
  ...value,
});
const part = (name: string, wrap: (value: unknown) => unknown): Pick<Documented, 'answer' | 'within'> => ({
  answer: (value) => schoolsRest({ [name]: wrap(value) }),
  within: (answer) => (answer as Record<string, unknown>)[name],
});

export const documented: readonly Documented[] = [
  { title: 'the user of a session', tags: ['C-38', 'C-1'], shape: user, call: 'me', ...whole, path: '/api/auth/me' },
  { title: 'a session', tags: ['C-38', 'C-1'], shape: session, call: 'refresh', ...whole, path: '/api/auth/refresh', body: null },
  { title: 'KPIs', tags: ['C-40'], shape: kpis, call: 'kpis', ...whole, path: '/api/kpis' },
  {
    title: 'refinance portfolios',
    tags: ['C-41'],
    shape: portfolios,
    call: 'refinancePortfolios',
    ...whole,
    path: '/api/refinance/portfolios',
  },
  { title: 'health', tags: ['C-42'], shape: health, call: 'health', ...whole, path: '/api/health' },
  { title: 'pipeline', tags: ['C-42'], shape: pipeline, call: 'pipeline', ...whole, path: '/api/pipeline' },
  { title: 'dead letters', tags: ['C-42'], shape: letters, call: 'dlq', ...whole, path: '/api/dlq' },
  { title: 'an evidence manifest', tags: ['C-43'], shape: manifest, call: 'manifest', ...whole, path: '/api/evidence/{packId}/manifest' },
  {
    title: 'signed addresses',
    tags: ['C-43', 'C-75'],
    shape: object({ urls: map(text('/api/evidence/EP-1/files/meter.csv?token=t')) }),
    call: 'signedUrls',
    ...whole,
    path: '/api/evidence/{packId}/signed-urls',
    body: { files: ['{file}'] },
  },
  {
    title: 'a verification',
    tags: ['C-44'],
    shape: verification,
    call: 'verifications',
    ...listed('verifications', { totalCount: 1, nextCursor: null, head: null, lastUpdated: at }),
    path: '/api/verifications?limit=500',
  },
  {
    title: 'a PCAF report',
    tags: ['C-45'],
    shape: pcafReport,
    call: complianceEndpoints.generatePcafReport,
    ...whole,
    path: '/api/reports/pcaf',
    body: null,
  },
  {
    title: 'an ISSB report',
    tags: ['C-45'],
    shape: issbReport,
    call: complianceEndpoints.generateIssbReport,
    ...whole,
    path: '/api/reports/issb',
    body: null,
  },
  {
    title: 'avoided emissions by efficiency',
    tags: ['C-46'],
    shape: avoided,
    call: complianceEndpoints.avoidedByEfficiency,
    ...whole,
    path: '/api/pcaf/avoided-emissions/energy-efficiency',
    body: efficiency,
  },
  {
    title: 'avoided emissions by renewables',
    tags: ['C-46'],
    shape: avoided,
    call: complianceEndpoints.avoidedByRenewables,
    ...whole,
    path: '/api/pcaf/avoided-emissions/renewable-energy',
    body: renewable,
  },
  {
    title: 'PCAF portfolios',
    tags: ['C-46'],
    shape: pcafPortfolios,
    call: complianceEndpoints.pcafPortfolios,
    ...whole,
    path: '/api/pcaf/analytics/portfolios',
  },
  {
    title: 'a PCAF portfolio',
    tags: ['C-46'],
    shape: pcafPortfolio,
    call: complianceEndpoints.pcafPortfolio,
    ...whole,
    path: '/api/pcaf/analytics/portfolio/{portfolioId}',
  },
  { title: 'an agent', tags: ['C-47'], shape: agent, call: 'aiAgents', ...listed('agents'), path: '/api/ai/agents' },
  {
    title: 'an override',
    tags: ['C-47'],
    shape: override,
    call: 'aiOverrides',
    ...listed('overrides', { predictions: [], lastUpdated: at }),
    path: '/api/ai/overrides',
  },
  {
    title: 'an incident',
    tags: ['C-47'],
    shape: incident,
    call: 'incidents',
    ...listed('incidents', { totalCount: 1, lastUpdated: at }),
    path: '/api/incidents',
  },
  { title: 'a school', tags: ['C-48'], shape: school, call: 'schools', ...part('schools', (value) => [value]), path: '/api/schools' },
  {
    title: 'a school’s financing',
    tags: ['C-48'],
    shape: financing,
    call: 'schools',
    ...part('financing', (value) => [value]),
    path: '/api/schools',
  },
  {
    title: 'the impact of all schools',
    tags: ['C-48'],
    shape: totalImpact,
    call: 'schools',
    ...part('totalImpact', (value) => value),
    path: '/api/schools',
  },
  { title: 'payments', tags: ['C-49'], shape: payments, call: 'rbfPayments', ...whole, path: '/api/rbf/payments' },
  {
    title: 'accounts',
    tags: ['I-18', 'I-23'],
    shape: accounts,
    call: adminUserEndpoints.adminUsers,
    ...whole,
    path: '/api/v1/admin/users',
  },
  { title: 'an activity', tags: ['C-16', 'I-18'], shape: activity, call: 'activity', ...listed('activities'), path: '/api/activity' },
];
