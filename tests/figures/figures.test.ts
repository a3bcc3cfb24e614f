import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewAccuracy } from '../../server/entities/agents.ts';
import { renewKpis } from '../../server/entities/kpis.ts';
import { moveVerification, readVerificationRow } from '../../server/entities/verificationStatus.ts';
import { writeTransaction } from '../../server/realtime/log.ts';
import { projectRoot } from '../../server/root.ts';
import { behindTheRules } from '../../server/testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../server/testing/platform.ts';
import { type Answer, type EndpointId, endpoints } from '../../src/contracts/endpoints.ts';
import { pcafPortfoliosResponseSchema } from '../../src/contracts/pcaf.ts';
import { issbReportSchema } from '../../src/contracts/report.ts';
import { z } from '../../src/contracts/zod.ts';
import { inCurrency } from '../../src/domain/money/own.ts';
import { efficiencyEmissions } from '../../src/domain/finance/emissions.ts';
import { figureCatalogue } from '../../src/domain/figures/catalogue.ts';
import { dgnViewOf, scoreText } from '../../src/screens/dgn/model.ts';
import { componentViews, healthSummary } from '../../src/screens/health/model.ts';
import { standing } from '../../src/screens/incidents/services.ts';
import { incidentViews } from '../../src/screens/incidents/model.ts';
import { dgnView, financeTile, healthTile, pipelineTile } from '../../src/screens/overview/platformModel.ts';
import { pipelineTotals } from '../../src/screens/pipeline/model.ts';
import { rbfViewOf } from '../../src/screens/rbf/model.ts';
import { schoolViews, totalsOf } from '../../src/screens/schools/model.ts';

const live = { kind: 'live', at: 0 } as const;

/** A row of docs/FIGURES.md. */
interface FigureRow {
  readonly id: string;
  readonly screens: string;
  readonly figure: string;
  readonly labels: readonly string[];
  readonly rule: string;
  readonly rows: string;
  readonly source: string;
}

const document = readFileSync(join(projectRoot, 'docs/FIGURES.md'), 'utf8');
const quoted = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, label = '']) => label);
const figures: readonly FigureRow[] = document.split('\n').flatMap((line) => {
  const [, id = '', screens = '', figure = '', labels = '', rule = '', rows = '', source = ''] = line.split('|').map((cell) => cell.trim());
  return line.startsWith('| ') && id !== 'Id' ? [{ id, screens, figure, labels: quoted(labels), rule, rows, source }] : [];
});
const facts = new Set(quoted(document.slice(document.indexOf('## Facts of one row'))));

/** The code of the screens that show data, by screen, without sample presentations and pages that show no figures. */
const without = new Set([
  'designSystem',
  'newComponents',
  'login',
  'callback',
  'passwordReset',
  'privacy',
  'terms',
  'unauthorized',
  'notFound',
  'displays',
  'keys',
  'profile',
  'users',
]);
const screensAt = join(projectRoot, 'src/screens');
const code = new Map<string, string>();
for (const file of readdirSync(screensAt, { recursive: true, encoding: 'utf8' })) {
  const screen = file.split(/[\\/]/)[0] ?? '';
  if (!/\.tsx?$/.test(file) || /\.test\./.test(file) || without.has(screen)) continue;
  code.set(screen, `${code.get(screen) ?? ''} ${readFileSync(join(screensAt, file), 'utf8')}`.replaceAll(/\s+/g, ' '));
}

/** The labels of states are decided outside the screens (D-69). */
const claimWords = ['states', 'programme', 'records']
  .map((name) => readFileSync(join(projectRoot, `src/domain/claims/${name}.ts`), 'utf8'))
  .join(' ');

/** The forms in which screens write a label beside a figure; the label is in the first or second group. */
const forms: readonly RegExp[] = [
  /\{ (?:key|label): (?:'([^']+)'|`([^`]+)`), values?:(?! ')/g,
  /\{ values?: (?!')[^{}]{1,160}?(?:\{[^{}]*\}[^{}]*?)?, label: (?:'([^']+)'|`([^`]+)`)/g,
  /\btitle: (?:'([^']+)'|`([^`]+)`), (?:basis|points|value):/g,
  /<WallTile (?:key=\{[^}]*\} )?title="([^"]+)"()/g,
  /<Tile title="([^"]+)"()/g,
  /<dt>([^<{]+)<\/dt>()/g,
  /<span>(p\d+ latency|uptime, 30 days)()<\/span>/g,
];

describe('docs/FIGURES.md', () => {
  it('says of each figure what the console says when asked how it is computed', { tags: ['T-1', 'D-59'] }, () => {
    expect(figures.map(({ labels: _labels, ...row }) => row)).toEqual(
      figureCatalogue.map(({ screens, ...row }) => ({ ...row, screens: screens.join(', ') })),
    );
    expect(new Set(figures.map(({ id }) => id)).size).toBe(figures.length);
  });

  it.each(figures)('has labels of $id that stand in the code of its screens', { tags: ['T-1'] }, ({ screens, labels }) => {
    expect(labels.length).toBeGreaterThan(0);
    const text = [...screens.split(', ').map((screen) => code.get(screen) ?? ''), claimWords].join(' ');
    expect(labels.filter((label) => !text.includes(label))).toEqual([]);
  });

  it('knows every label of a figure that the scan finds in the screens', { tags: ['T-1', 'D-59'] }, () => {
    const known = new Map<string, Set<string>>();
    for (const { screens, labels } of figures)
      for (const screen of screens.split(', ')) known.set(screen, new Set([...(known.get(screen) ?? []), ...labels]));
    const strangers: string[] = [];
    let found = 0;
    for (const [screen, text] of code)
      for (const form of forms)
        for (const [, plain, template] of text.matchAll(form)) {
          const label = plain || template || '';
          found += 1;
          if (known.get(screen)?.has(label) !== true && !facts.has(label)) strangers.push(`${screen}: ${label}`);
        }
    expect(strangers).toEqual([]);
    // Guards against a scan that finds nothing at all.
    expect(found).toBeGreaterThan(110);
  });
});

let test: TestPlatform;
let client: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  client = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

async function ask<Id extends EndpointId>(id: Id): Promise<Answer<Id>> {
  const { status, body, json } = await client.get(endpoints[id].path);
  expect(status, body).toBe(200);
  return z.parse(endpoints[id].answer, json()) as Answer<Id>; // The schema belongs to this endpoint.
}
const now = (): Date => test.platform.clock.business();
/** Changes rows past the rules that protect sealed and signed ones: figures are computed from the stored rows. */
const run = (statement: string): Promise<unknown> => behindTheRules(test.platform.db, (db) => sql.raw(statement).execute(db));
/** A change of verifications, payments or portfolios, followed by the KPI renewal that ends such transactions of the platform. */
const counted = (statement: string) => (): Promise<unknown> =>
  run(statement).then(() => writeTransaction(test.platform, 'demo', (trx, emit) => renewKpis(trx, emit, 'demo', now(), 'test')));
const changed = (statement: string) => (): Promise<unknown> => run(statement);

const demo = `tenant_id = 'demo'`;
const one = (status: string, where = 'true'): string =>
  `vrf_id = (select vrf_id from verifications where ${demo} and status = '${status}' and ${where} order by ordinal desc limit 1)`;
const disputed = (where = 'true'): string => `update verifications set status = 'disputed' where ${demo} and ${one('verified', where)}`;
const ofDgn14 = `site_code in (select site_code from sites where ${demo} and portfolio_id = 'DGN-014')`;
const atNakuru = `site_code = 'KE-NKR-018'`;

const portfolio = async () => {
  const { portfolios } = await ask('refinancePortfolios');
  const found = portfolios.find(({ portfolioId }) => portfolioId === 'DGN-014');
  if (found === undefined) throw new Error('no DGN-014');
  return found;
};
const performance = async (label: string) => [
  dgnViewOf((await ask('refinancePortfolios')).portfolios.map((row) => inCurrency(row, 'KES'))).performance.find(
    (figure) => figure.label === label,
  )?.value,
  dgnView(await ask('refinanceSummary')).performance,
];
const schools = async () => {
  const { schools: rows, financing, currency } = await ask('schools');
  return rows.map((school) =>
    inCurrency({ currency, school, financing: financing.find(({ schoolId }) => schoolId === school.schoolId) ?? null }, 'KES'),
  );
};
const nakuru = async () => schoolViews(await schools()).find(({ siteCode }) => siteCode === 'KE-NKR-018');
const none = (): readonly [] => [];

/** For each derived figure: how it is read, and a change of rows that must move it. */
interface Probe {
  readonly read: () => Promise<unknown>;
  readonly change: () => Promise<unknown>;
}
let typed = 20_000;
const probes: Readonly<Record<string, Probe>> = {
  accuracy: { read: async () => (await ask('kpis')).verificationAccuracy.value, change: counted(disputed()) },
  automation: {
    read: async () => (await ask('kpis')).automationRate.value,
    change: counted(`update verifications set automated = false where ${demo} and ${one('verified', 'automated')}`),
  },
  'latency-p50': {
    read: async () => (await ask('kpis')).avgLatency.p50,
    change: counted(`update verifications set decision_latency_ms = decision_latency_ms * 2 where ${demo}`),
  },
  'latency-p95': {
    read: async () => (await ask('kpis')).avgLatency.p95,
    change: counted(`update verifications set decision_latency_ms = decision_latency_ms * 2 where ${demo}`),
  },
  'dlq-items': {
    read: async () => (await ask('dlq')).totalCount,
    change: changed(`update dead_letters set promoted_at = failed_at where ${demo} and item_id = 'DLQ-00318'`),
  },
  funded: {
    read: async () => (await ask('kpis')).fundedAmount.byCurrency,
    change: counted(
      `update rbf_payments set status = 'paid', paid_at = due_at, transaction_id = 'TX-1' where ${demo} and payment_id = 'RBF-0218'`,
    ),
  },
  'data-quality': {
    read: async () => (await ask('confidence')).dataQuality,
    change: changed(`update verifications set readings_received = 0 where ${demo} and ${one('verified')}`),
  },
  'rule-adherence': {
    read: async () => (await ask('confidence')).ruleAdherence,
    change: changed(`update verifications set rules_passed = 0 where ${demo} and ${one('verified')}`),
  },
  confidence: {
    read: async () => (await ask('confidence')).confidence,
    change: changed(`update verifications set rules_passed = 1 where ${demo} and ${one('verified')}`),
  },
  anomalies: {
    read: async () => (await ask('confidence')).anomalies,
    change: changed(`update verifications set anomalous = true where ${demo} and ${one('verified', 'not anomalous')}`),
  },
  healthy: {
    read: async () => [healthTile((await ask('health')).components, live).healthy, healthSummary((await ask('health')).components)?.words],
    change: changed(`update health_components set status = 'warning' where ${demo} and name = 'database'`),
  },
  'pipeline-alerts': {
    read: async () => pipelineTile((await ask('pipeline')).stages, live).alerts,
    change: changed(`update pipeline_stages set lag_minutes = slo_minutes * 2 where ${demo} and name = 'saastain_intake'`),
  },
  'month-paid': {
    read: async () => financeTile(await ask('rbfSummary'), live).paid,
    change: counted(`update rbf_payments set amount = amount + 900000 where ${demo} and payment_id = 'RBF-0218'`),
  },
  'on-track': {
    read: async () => financeTile(await ask('rbfSummary'), live).state.word,
    change: changed(`update rbf_payments set status = 'pending' where ${demo} and status = 'failed'`),
  },
  queued: {
    read: async () => pipelineTotals((await ask('pipeline')).stages)?.queued,
    change: changed(`update pipeline_stages set queue_depth = queue_depth + 5 where ${demo} and name = 'outbox_pump'`),
  },
  'per-minute': {
    read: async () => pipelineTotals((await ask('pipeline')).stages)?.perMinute,
    change: changed(`update pipeline_stages set processing_rate = processing_rate + 3 where ${demo} and name = 'bank_integration'`),
  },
  errors: {
    read: async () => pipelineTotals((await ask('pipeline')).stages)?.errors,
    change: changed(`update pipeline_stages set error_count = error_count + 1 where ${demo} and name = 'outbox_pump'`),
  },
  'longest-lag': {
    read: async () => pipelineTotals((await ask('pipeline')).stages)?.longestLag,
    change: changed(`update pipeline_stages set lag_minutes = 40 where ${demo} and name = 'decision_service'`),
  },
  'by-state': {
    read: async () => [
      dgnView(await ask('refinanceSummary')).states,
      dgnViewOf((await ask('refinancePortfolios')).portfolios.map((row) => inCurrency(row, 'KES'))).steps,
    ],
    change: changed(`update portfolios set receivables_value = receivables_value + 10000000 where ${demo} and portfolio_id = 'DGN-013'`),
  },
  score: { read: async () => scoreText(await portfolio()), change: changed(disputed(ofDgn14)) },
  reduction: {
    read: () => performance('Emission reduction'),
    change: changed(`update sites set baseline_tonnes = baseline_tonnes * 2 where ${demo}`),
  },
  'avg-uptime': { read: () => performance('Average uptime'), change: changed(`update verifications set uptime = 50 where ${demo}`) },
  'avg-savings': {
    read: () => performance('Fuel savings'),
    change: changed(`update verifications set fuel_savings = 50 where ${demo} and not (${atNakuru})`),
  },
  sites: {
    read: () => performance('Sites'),
    change: changed(`update sites set portfolio_id = '' where ${demo} and site_code = 'KE-TRK-002'`),
  },
  recycling: {
    read: async () => [
      dgnView(await ask('refinanceSummary')).recyclingRate,
      dgnViewOf((await ask('refinancePortfolios')).portfolios.map((row) => inCurrency(row, 'KES'))).rates,
    ],
    change: changed(
      `update portfolios set receivables_value = receivables_value * 3, recycled_capital = recycled_capital * 3 where ${demo} and state = 'recycled'`,
    ),
  },
  'rbf-totals': {
    read: async () => [
      rbfViewOf((await ask('rbfPayments')).payments, null, 'KES', false).totalPaid,
      (await ask('rbfPayments')).summary.totalPaid,
    ],
    change: counted(`update rbf_payments set amount = amount + 100000 where ${demo} and payment_id = 'RBF-0216'`),
  },
  completion: {
    read: async () => rbfViewOf((await ask('rbfPayments')).payments, null, 'KES', false).completion,
    change: counted(
      `update rbf_payments set status = 'failed', paid_at = null, transaction_id = null where ${demo} and payment_id = 'RBF-0215'`,
    ),
  },
  'school-savings': {
    read: async () => [(await nakuru())?.fuelSavings.text, (await nakuru())?.uptime.text],
    change: changed(`update verifications set fuel_savings = 31.5, uptime = 99.1 where ${demo} and ${one('verified', atNakuru)}`),
  },
  'school-tonnes': {
    read: async () => [(await nakuru())?.groups.at(-1)?.facts, totalsOf(await schools())?.emissionReductions],
    change: changed(disputed(`${atNakuru} and ordinal < 1240`)),
  },
  'school-payments': {
    read: async () => (await nakuru())?.payment,
    change: changed(`update rbf_payments set status = 'pending', paid_at = null, transaction_id = null where ${demo} and ${atNakuru}`),
  },
  'school-eligible': { read: async () => (await nakuru())?.dgnEligible, change: changed(disputed(atNakuru)) },
  performing: {
    read: async () => totalsOf(await schools())?.performing,
    change: changed(`update verifications set fuel_savings = 3 where ${demo} and ${atNakuru}`),
  },
  slowest: {
    read: async () => {
      const { components } = await ask('health');
      return [healthSummary(components)?.slowestP95, componentViews(components, none).map(({ p95 }) => p95)];
    },
    change: changed(`update health_components set p95_ms = 4321 where ${demo} and name = 'database'`),
  },
  financed: {
    read: async () =>
      z
        .parse(pcafPortfoliosResponseSchema, (await client.get('/api/pcaf/analytics/portfolios')).json())
        .portfolios.map(({ totalAnnualAvoidedEmissions }) => totalAnnualAvoidedEmissions),
    change: changed(`update financed_assets set project_kwh = project_kwh / 2 where ${demo} and category = 'energyEfficiency'`),
  },
  'verified-reductions': {
    read: async () => {
      const answer = await client.post('/api/reports/issb');
      return z.parse(issbReportSchema, answer.json()).emissionReductions;
    },
    // The report counts chain links and names the newest of them; changing a row beside them would move nothing.
    change: () =>
      writeTransaction(test.platform, 'demo', async (trx, emit) => {
        const writing = { trx, emit, tenantId: 'demo', now: now(), day: now(), correlationId: 'probe' };
        const { vrf_id } = await trx
          .selectFrom('verifications')
          .select('vrf_id')
          .where('tenant_id', '=', 'demo')
          .where('status', '=', 'verified')
          .orderBy('ordinal', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow();
        const row = await readVerificationRow(writing, vrf_id);
        if (row !== undefined) await moveVerification(writing, row, 'disputed', {});
      }),
  },
  calculated: {
    read: async () =>
      efficiencyEmissions({
        projectId: 'P',
        baselineEnergySource: 'electricity',
        baselineEnergyConsumption: 50_000,
        projectEnergyConsumption: typed,
        electricityEmissionFactor: 0.5,
        projectLifetime: 20,
        financedAmount: 1,
        totalProjectCost: 2,
        efficiencyMeasure: '',
        buildingType: '',
        dataQualityScore: 4,
      }),
    change: async () => {
      typed += 1000;
    },
  },
  'agent-accuracy': {
    read: async () => (await ask('aiAgents')).agents.map(({ predictionAccuracy }) => predictionAccuracy),
    change: () =>
      writeTransaction(test.platform, 'demo', async (trx, emit) => {
        await sql
          .raw(`update ai_predictions set human_decision = 'other' where ${demo} and agent_id = 'AGT-RISK' and human_decision is not null`)
          .execute(trx);
        await renewAccuracy({ trx, emit, tenantId: 'demo', now: now(), day: now(), correlationId: 'test' }, 'AGT-RISK');
      }),
  },
  incidents: {
    read: async () => {
      const { incidents } = await ask('incidents');
      const views = incidentViews({ incidents, components: [], stages: [], businessNow: now().getTime(), origin: '' });
      return standing(views, now().getTime(), null);
    },
    change: changed(`update incidents set resolved_at = null where ${demo} and incident_id = 'INC-0041'`),
  },
};

describe('a derived figure', () => {
  it('has a probe for each row of docs/FIGURES.md, and none for another', { tags: ['T-1', 'D-59'] }, () => {
    const derived = figures.filter(({ source }) => source === 'derived').map(({ id }) => id);
    expect(Object.keys(probes).sort()).toEqual(derived.sort());
  });

  it.each(Object.keys(probes))('moves with its rows: %s', { tags: ['T-1', 'D-59'] }, async (id) => {
    const probe = probes[id];
    if (probe === undefined) throw new Error(`no probe ${id}`);
    const before = await probe.read();
    expect(before).not.toBeUndefined();
    // A second read gives the same value: only the rows change it.
    expect(await probe.read()).toEqual(before);
    await probe.change();
    expect(await probe.read()).not.toEqual(before);
  });
});
