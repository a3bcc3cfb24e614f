import { isValidElement, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import type { AdminUser } from '../../src/contracts/adminUser.ts';
import type { Agent, Override } from '../../src/contracts/agent.ts';
import type { DeadLetterResponse } from '../../src/contracts/deadLetter.ts';
import type { AvoidedEmissionsResult } from '../../src/contracts/emissions.ts';
import type { HealthResponse } from '../../src/contracts/health.ts';
import type { Incident } from '../../src/contracts/incident.ts';
import type { KpiResponse } from '../../src/contracts/kpi.ts';
import type { Activity } from '../../src/contracts/overview.ts';
import type { PcafPortfolioDetail, PcafPortfoliosResponse } from '../../src/contracts/pcaf.ts';
import type { PipelineResponse } from '../../src/contracts/pipeline.ts';
import type { PortfoliosResponse } from '../../src/contracts/portfolio.ts';
import type { RbfPaymentsResponse } from '../../src/contracts/rbf.ts';
import type { IssbReport, PcafReport } from '../../src/contracts/report.ts';
import type { School, SchoolFinancing } from '../../src/contracts/school.ts';
import type { Verification } from '../../src/contracts/verification.ts';
import { verificationItem } from '../../src/app/command/paletteModel.ts';
import { beside, checkChain, type ChainVerdict } from '../../src/domain/records/chain.ts';
import { linksOf } from '../../src/domain/records/chainLink.ts';
import { inCurrency } from '../../src/domain/money/own.ts';
import { csvOf, jsonOf } from '../../src/domain/exports/csv.ts';
import { type ExportRow, sheetOf } from '../../src/domain/exports/sheets.ts';
import type { ExportType } from '../../src/contracts/export.ts';
import { obstacleTo } from '../../src/domain/commands/commands.ts';
import { noVersionLabels } from '../../src/domain/noVersion.ts';
import { checkRecord } from '../../src/evidence/records.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { agentViews } from '../../src/screens/aiGovernance/model.ts';
import { aboutOf, askedByOf, decidedByOf, listedOverrides } from '../../src/screens/aiGovernance/overrides.ts';
import { listedPortfolios, portfolioView } from '../../src/screens/compliance/analyticsModel.ts';
import { compareResults } from '../../src/screens/compliance/check.ts';
import { paperOf } from '../../src/screens/compliance/reportModel.ts';
import { lifeOf } from '../../src/screens/dgn/life.ts';
import { dgnViewOf, filterPortfolios, worthOf } from '../../src/screens/dgn/model.ts';
import { filterLetters, groupLetters, subjectOf } from '../../src/screens/dlq/model.ts';
import { refusedByVersions, driftedSince, isPromotable, refsOf } from '../../src/screens/dlq/promotion.ts';
import { freshLinks } from '../../src/screens/evidence/freshLinks.ts';
import { componentViews, healthSummary } from '../../src/screens/health/model.ts';
import { bannerOf, incidentViews, untakenLabels } from '../../src/screens/incidents/model.ts';
import { kpiDetails, kpiViews } from '../../src/screens/overview/kpiModel.ts';
import { activityLines } from '../../src/screens/overview/model.ts';
import { healthTile, pipelineTile } from '../../src/screens/overview/platformModel.ts';
import { pipelineTotals, stageViews } from '../../src/screens/pipeline/model.ts';
import { claimFit } from '../../src/screens/rbf/claim.ts';
import { filterPayments, everyPayment, milestoneViews, rbfViewOf } from '../../src/screens/rbf/model.ts';
import { measuredOf, schoolViews, totalsOf } from '../../src/screens/schools/model.ts';
import { columnsOf } from '../../src/screens/users/columns.tsx';
import { changesOf, formOf } from '../../src/screens/users/model.ts';
import { usersSkins } from '../../src/screens/users/skins.ts';
import { chainLabels, decidedLabels, noLink, siteOf } from '../../src/screens/verifications/model.ts';
import { recordsSummary, recordVerdictView, recordWord } from '../../src/ui/evidence/recordVerdict.ts';
import * as documents from './documents.ts';
import { exampleOf, type Shape, takenOf } from './shape.ts';

/**
 * What the screens make of rows with only the documented fields (D-59): a missing addition is never displayed as a zero, an invented word
 * or a claim.
 */

const now = Date.parse('2026-11-21T09:00:00Z');
const zone = 'Africa/Nairobi';
const live = { kind: 'live', at: now } as const;
const noSeries = () => [];
/** The tenant's currency differs from the documents' one, so that a mix-up is noticed. */
const own = 'UGX';

/** All texts and numbers of a view, at any depth. Functions are skipped. */
function saidIn(view: unknown, into: (string | number)[] = []): readonly (string | number)[] {
  if (typeof view === 'string' || typeof view === 'number') into.push(view);
  else if (view instanceof Map) saidIn([...view.values()], into);
  else if (Array.isArray(view)) for (const each of view) saidIn(each, into);
  else if (isValidElement<{ children?: ReactNode; at?: unknown }>(view)) {
    if ('at' in view.props) into.push(typeof view.props.at === 'string' ? view.props.at : String(view.props.at));
    saidIn(view.props.children, into);
  } else if (typeof view === 'object' && view !== null) for (const each of Object.values(view)) saidIn(each, into);
  return into;
}
const wrong = /undefined|NaN|\bnull\b|Invalid|Infinity|\[object/;
function expectClean(view: unknown, what: string): void {
  const bad = saidIn(view).filter((said) => (typeof said === 'string' ? wrong.test(said) : Number.isNaN(said)));
  expect(bad, what).toEqual([]);
}

/** Checks a view for every value of the shape that the documents allow. */
function each<Value>(shape: Shape, look: (value: Value, what: string) => unknown): void {
  for (const { what, value } of takenOf(shape)) expectClean(look(value as Value, what), what); // client.test.ts checks the shape against the contract.
}
const as = <Value>(shape: Shape): Value => exampleOf(shape) as Value; // as above
function exportOf<Type extends ExportType>(type: Type, rows: readonly ExportRow<Type>[]): readonly string[] {
  const { columns } = sheetOf(type);
  // An empty cell and a JSON null are how a file marks a missing value.
  expect(csvOf(columns, rows)).not.toMatch(/undefined|NaN|null/);
  return [csvOf(columns, rows), jsonOf(columns, rows).replaceAll(/: ?null/g, '')];
}

describe('Overview', () => {
  it('shows KPIs that have no trend of the latency and no version', { tags: ['T-3', 'D-59', 'C-40'] }, () => {
    const facts = { kpisFreshness: live, letters: null, lettersFreshness: live, day: noSeries, hour: noSeries, now, asOf: now, zone };
    each<KpiResponse>(documents.kpis, (kpis) => [kpiViews({ ...facts, kpis }), kpiDetails(kpis, { now, zone })]);
    const latency = kpiViews({ ...facts, kpis: as<KpiResponse>(documents.kpis) }).find(({ id }) => id === 'latency');
    expect(latency?.trend).toBeNull();
  });

  it('shows health and pipeline, and activities without an id, told apart', { tags: ['T-3', 'D-59', 'C-42', 'C-16'] }, () => {
    each<HealthResponse>(documents.health, ({ components }) => healthTile(components, live));
    each<PipelineResponse>(documents.pipeline, ({ stages }) => pipelineTile(stages, live));
    each<Activity>(documents.activity, (activity) => activityLines([activity], new Set()));
    const one = as<Activity>(documents.activity);
    const ids = activityLines([one, { ...one, text: 'another' }, { ...one, time: '2026-11-21T08:01:00Z' }], new Set()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('Health, pipeline, dead letters', () => {
  it('show components and stages as they came', { tags: ['T-3', 'D-59', 'C-42'] }, () => {
    each<HealthResponse>(documents.health, ({ components }) => [componentViews(components, noSeries), healthSummary(components)]);
    each<PipelineResponse>(documents.pipeline, ({ stages }) => [
      stageViews({ stages, deadLetters: [], seriesOf: noSeries, historyState: 'ready', window: '24h', asOf: now, zone }),
      pipelineTotals(stages),
    ]);
    const { components } = as<HealthResponse>(documents.health);
    expect(componentViews(components, noSeries)).toHaveLength(1);
  });

  it('offer no promotion of an item whose version nobody tells, and say why', { tags: ['T-3', 'D-24', 'C-42'] }, () => {
    each<DeadLetterResponse>(documents.letters, ({ items }) => [
      groupLetters(filterLetters(items, '', null)),
      items.map(subjectOf),
      exportOf('dead_letters', items),
    ]);
    const { items } = as<DeadLetterResponse>(documents.letters);
    expect(items.map((item) => isPromotable(item, new Map()))).toEqual([false]);
    expect(refsOf(items)).toEqual([]);
    expect(refusedByVersions(items)).toContain(noVersionLabels);
    expect(refusedByVersions([...items, { ...items[0], itemId: 'dl-2', version: 1 } as (typeof items)[number]])).toBeNull();
    // An item promoted with its version that now comes without one counts as changed.
    expect(driftedSince([{ itemId: items[0]?.itemId ?? '', version: 3 }], items).get(items[0]?.itemId ?? '')).toBe('changed');
  });
});

describe('Verifications', () => {
  const bare = as<Verification>(documents.verification);

  it('call a site by its code, and say of nobody that they decided', { tags: ['T-3', 'D-59', 'C-44'] }, () => {
    each<Verification>(documents.verification, (one) => [
      siteOf(one),
      decidedLabels(one),
      verificationItem(one),
      exportOf('verifications', [one]),
    ]);
    expect([siteOf(bare), decidedLabels(bare)]).toEqual(['KE-NBO-001', 'Not reported']);
    expect(decidedLabels({ ...bare, status: 'pending' })).toBe('Not yet');
    expect([true, false].map((automated) => decidedLabels({ ...bare, automated }))).toEqual(['By rule', 'By a person']);
    const cells = sheetOf('verifications').columns.filter(({ id }) => ['siteName', 'automated', 'chainIndex', 'seal'].includes(id));
    expect(cells.map(({ value }) => value(bare))).toEqual([null, null, null, null]);
  });

  it('call a chain with a record that has no seal not checkable, never whole', { tags: ['T-3', 'D-9', 'C-44'] }, async () => {
    const verdict = await checkChain('demo', linksOf([bare]), null, () => '');
    expect(verdict).toEqual({ state: 'empty' });
    const whole: ChainVerdict = { state: 'whole', entries: 3, headIndex: 2, headSeal: 'ab'.repeat(32) };
    const gap: ChainVerdict = { state: 'gap', entries: 2, notHeld: [{ from: 1, to: 1 }], headIndex: 2 };
    for (const each of [verdict, whole, gap]) {
      for (const arriving of [true, false]) {
        const words = chainLabels('demo', beside(each, 1), { arriving, allHeld: true, found: null });
        expect([words.claim.answer, words.claim.word, words.seal]).toEqual(['unknown', 'Chain not checkable', null]);
        expect(words.detail).toMatch(/^1 record came without a seal/);
      }
    }
    const broken: ChainVerdict = { state: 'broken', chainIndex: 1, vrfId: 'VRF-2', link: 'seal', entries: 3 };
    expect(chainLabels('demo', beside(broken, 1), { arriving: false, allHeld: true, found: null }).claim.answer).toBe('no');
    expect(chainLabels('demo', beside(whole, 0), { arriving: false, allHeld: true, found: null }).claim.answer).toBe('yes');
    // Half of a link's fields make no link.
    for (const half of [{ seal: 'ab'.repeat(32) }, { chainIndex: 0 }]) expect(linksOf([{ ...bare, ...half }])).toEqual([]);
    expect(noLink.look).toBe('idle');
  });
});

describe('Finance', () => {
  const shown = ({ portfolios }: PortfoliosResponse) => portfolios.map((row) => inCurrency(row, own));
  const trust = lintKeys([]);
  const check = (value: unknown, kind: 'portfolio' | 'report') =>
    checkRecord({ kind, value } as Parameters<typeof checkRecord>[0], { set: trust, fetchedAt: null }, 'demo', '2026-11-21T09:00:00Z');

  it('shows portfolios in the tenant’s own currency where they name none', { tags: ['T-3', 'D-59', 'C-41'] }, () => {
    each<PortfoliosResponse>(documents.portfolios, (answer) => [
      dgnViewOf(shown(answer)),
      filterPortfolios(shown(answer), { search: '', state: null }).map(worthOf),
      answer.portfolios.map(lifeOf),
      exportOf('refinance_portfolios', answer.portfolios),
    ]);
    const answer = as<PortfoliosResponse>(documents.portfolios);
    expect(dgnViewOf(shown(answer)).currency).toBe(own);
    expect(shown(answer).map(worthOf)).toEqual(['UGX 8,000,000']);
    expect(shown({ ...answer, portfolios: answer.portfolios.map((row) => ({ ...row, currency: 'KES' })) }).map(worthOf)).toEqual([
      'KES 8,000,000',
    ]);
  });

  it('claims neither that a record’s signature holds nor that it fails where the record does not say all that is signed', {
    tags: ['T-3', 'D-33', 'D-52'],
  }, async () => {
    for (const [kind, shape] of [
      ['portfolio', documents.portfolio],
      ['report', documents.pcafReport],
      ['report', documents.issbReport],
    ] as const) {
      const verdict = await check(exampleOf(shape), kind);
      expect(verdict).toMatchObject({ outcome: 'unknown', signed: { state: 'notCheckable' } });
      const view = recordVerdictView(verdict, { now, zone });
      expect([view.claim.answer, view.claim.word]).toEqual(['unknown', 'Not verified']);
      expect(recordWord('r', verdict)).toBe('Not checked');
      expect(recordsSummary([verdict], 1, 0)?.look).toBe('unknown');
    }
  });

  it('shows schools without site and currency', { tags: ['T-3', 'D-59', 'C-48'] }, () => {
    const rowsOf = (school: School, financing: SchoolFinancing) => [inCurrency({ school, financing, currency: undefined }, own)];
    each<School>(documents.school, (school) => [schoolViews(rowsOf(school, as<SchoolFinancing>(documents.financing)))]);
    each<SchoolFinancing>(documents.financing, (one) => [
      schoolViews(rowsOf(as<School>(documents.school), one)),
      totalsOf(rowsOf(as<School>(documents.school), one)),
    ]);
    const [view] = schoolViews(rowsOf(as<School>(documents.school), as<SchoolFinancing>(documents.financing)));
    expect(view?.siteCode).toBeNull();
    expect(totalsOf(rowsOf(as<School>(documents.school), as<SchoolFinancing>(documents.financing)))?.savings).toBe('UGX 51,000');
    each<Verification>(documents.verification, (one) => measuredOf([one]));
  });

  it('shows payments that do not say when they are due, nor what their milestone promises', { tags: ['T-3', 'D-59', 'C-49'] }, () => {
    each<RbfPaymentsResponse>(documents.payments, ({ payments }) => [
      rbfViewOf(payments, null, 'KES', false),
      milestoneViews(payments),
      filterPayments(payments, everyPayment),
      payments.map((payment) => claimFit(payment, as<Verification>(documents.verification))),
      exportOf('rbf_payments', payments),
    ]);
    const { payments } = as<RbfPaymentsResponse>(documents.payments);
    expect(milestoneViews(payments)[0]?.each).toBeNull();
    expect(claimFit(payments[0] as (typeof payments)[number], null)).toEqual({ kind: 'notHeld' });
  });
});

describe('Compliance', () => {
  it('prints what a report does not say as not reported, and sums nothing over it', { tags: ['T-3', 'D-59', 'C-45'] }, () => {
    each<PcafReport>(documents.pcafReport, (report) => paperOf(report, own));
    each<IssbReport>(documents.issbReport, (report) => paperOf(report, own));
    const pcaf = paperOf(as<PcafReport>(documents.pcafReport), own);
    expect(pcaf.title).toContain('PCAF');
    expect(pcaf.figures.map(({ value }) => value)).toEqual(['12.00 t CO2e', 'Not reported', 'Not reported']);
    expect(pcaf.table.rows).toEqual([['Project finance', '–', '–', '–', '12.00', '–', '0.5000', '–', '90.0%']]);
    expect(pcaf.table.total).toEqual(['All', '–', '', '–', '12.00', '–', '', '–', '']);
    expect(pcaf.table.heads[3]?.unit).toBe(own);
    expect(pcaf.basis.map(({ value }) => value)).toEqual(['Not reported', 'Not reported', 'Not reported', 'Not reported']);
    const issb = paperOf(as<IssbReport>(documents.issbReport), own);
    expect(issb.title).toContain('ISSB');
    expect(issb.table.rows).toEqual([]);
    expect(issb.table.total).toEqual(['All', '–', '–', '12.50', '3.50']);
    // One class without it is enough: a total over the others would be too low.
    const [one] = as<PcafReport>(documents.pcafReport).portfolioBreakdown;
    const half = {
      ...as<PcafReport>(documents.pcafReport),
      portfolioBreakdown: [one, { ...one, assets: 2, financedAmount: 5, dataQualityScore: 2 }] as PcafReport['portfolioBreakdown'],
    };
    expect(paperOf(half, own).table.total.slice(0, 4)).toEqual(['All', '–', '', '–']);
  });

  it('shows analytics in the tenant’s own currency, and holds results without our level against the device’s', {
    tags: ['T-3', 'D-59', 'C-46'],
  }, () => {
    each<PcafPortfoliosResponse>(documents.pcafPortfolios, ({ portfolios }) => listedPortfolios(portfolios));
    each<PcafPortfolioDetail>(documents.pcafPortfolio, (detail) => portfolioView(detail, own));
    expect(portfolioView(as<PcafPortfolioDetail>(documents.pcafPortfolio), own).finance[0]?.value).toBe('UGX 5,000,000');
    const there = as<AvoidedEmissionsResult>(documents.avoided);
    const here = { ...there, uncertainty: { ...there.uncertainty, confidenceLevel: 95 }, dataQualityLevel: 4 } as Parameters<
      typeof compareResults
    >[0];
    expect(compareResults(here, there)).toEqual({ state: 'agrees', calculationId: 'CALC-1' });
  });
});

describe('Governance and incidents', () => {
  const person = { id: 'u-1', permissions: new Set(['action:decide_override', 'action:request_override'] as const) };

  it('shows agents, and requests of which nobody is named: they are told so, and nobody decides them', {
    tags: ['T-3', 'D-59', 'C-47'],
  }, () => {
    each<Agent>(documents.agent, (agent) => agentViews([agent]));
    each<Override>(documents.override, (override) => [
      listedOverrides([override], 'all'),
      aboutOf(override),
      askedByOf(override),
      decidedByOf(override),
      exportOf('ai_overrides', [override]),
    ]);
    const asked = as<Override>(documents.override);
    expect([aboutOf(asked), askedByOf(asked), decidedByOf(asked)]).toEqual(['Not reported', 'Not reported', null]);
    expect(decidedByOf({ ...asked, status: 'approved' })).toBe('Baraka Mwangi');
    const decide = { kind: 'decideOverride', overrideId: asked.overrideId, version: 1, decision: 'approve', note: '' } as const;
    expect(obstacleTo({ ...decide, version: asked.version }, { subject: asked, person })).toEqual({ code: 'noVersion' });
    expect(obstacleTo(decide, { subject: asked, person })).toEqual({ code: 'requesterUnknown' });
    expect(obstacleTo(decide, { subject: { ...asked, requestedBy: 'u-2' }, person })).toBeNull();
  });

  it('does not say of an incident without a history that nobody took it up', { tags: ['T-3', 'D-59', 'C-47'] }, () => {
    const viewsOf = (incident: Incident) =>
      incidentViews({ incidents: [incident], components: [], stages: [], businessNow: now, origin: 'https://console.example' });
    each<Incident>(documents.incident, (incident) => [
      viewsOf(incident),
      bannerOf(viewsOf(incident), false),
      exportOf('incidents', [incident]),
    ]);
    const { resolvedAt: _, ...open } = as<Incident>(documents.incident);
    expect(viewsOf(open).map((view) => untakenLabels(view, false))).toEqual(['Not reported']);
    expect(viewsOf({ ...open, timeline: [] }).map((view) => untakenLabels(view, false))).toEqual(['Unassigned']);
  });
});

describe('Users and evidence', () => {
  it('do not say of an account that it never signed in where nobody tells', { tags: ['T-3', 'D-59', 'I-11', 'I-18'] }, () => {
    const acts = { onEdit: () => {}, onChange: () => {}, onAccess: null, onRemove: () => {}, removalDisabledReason: () => null };
    const cell = (user: AdminUser, id: string) =>
      saidIn(
        columnsOf(usersSkins.older, acts, { kind: 'live', at: 0 })
          .find((column) => column.id === id)
          ?.cell(user),
      ).join(' ');
    const { users } = as<{ users: AdminUser[] }>(documents.accounts);
    const [{ last_login_at: _, created_at: __, ...bare }] = users as [AdminUser];
    expect([cell(bare, 'last_login_at'), cell(bare, 'created_at')]).toEqual(['Not reported', 'Not reported']);
    expect(cell({ ...bare, last_login_at: null }, 'last_login_at')).toBe('Never');
    each<{ users: AdminUser[] }>(documents.accounts, ({ users: rows }) => [
      rows.map((user) =>
        columnsOf(usersSkins.older, acts, { kind: 'live', at: 0 })
          .filter(({ id }) => id !== 'actions')
          .map(({ cell: draw }) => draw(user)),
      ),
      rows.map((user) => changesOf(user, formOf(user))),
      exportOf('users', rows),
    ]);
  });

  it('links that do not say how long they are good are signed anew each time', { tags: ['T-3', 'C-75'] }, async () => {
    const links = { urls: { 'meter.csv': '/files/meter.csv' } };
    // It reads only the links and the list of a run.
    const run = { packId: 'EP-1', links, manifest: { value: as(documents.manifest) } } as unknown as Parameters<typeof freshLinks>[0];
    let signed = 0;
    const ports = { now: () => now, signUrls: () => Promise.resolve({ state: 'held', value: { urls: { n: String((signed += 1)) } } }) };
    await freshLinks(run, () => ports as never); // Only the two ports in use.
    await freshLinks(run, () => ports as never);
    expect(signed).toBe(2);
  });
});
