import { describe, expect, it } from 'vitest';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { portfolioRow } from '../../../tests/builders/programme.ts';
import { movedAt } from '../../domain/exports/rules.ts';
import { lifeOf } from './life.ts';
import { dgnViewOf, filterPortfolios, scoreText, stateOptions } from './model.ts';
import { dgnTrends } from './trends.ts';

const nothing = { availableFunding: 0, recycledCapital: 0, pendingPackaging: 0 };
const measured = (avgUptime: number, verificationCount: number) => ({
  avgUptime,
  avgFuelSavings: 20,
  avgEmissionReduction: 30,
  totalSites: 2,
  verificationCount,
});
const portfolios = [
  portfolioRow({
    portfolioId: 'P-1',
    state: 'eligible',
    receivablesValue: 2_600_000,
    liquidityMetrics: { ...nothing, availableFunding: 2_600_000 },
    performanceSummary: measured(90, 10),
  }),
  portfolioRow({
    portfolioId: 'P-2',
    state: 'sold',
    receivablesValue: 5_200_000,
    liquidityMetrics: nothing,
    performanceSummary: measured(98, 30),
    dgnPackageId: 'PKG-9',
  }),
  portfolioRow({
    portfolioId: 'P-3',
    state: 'recycled',
    receivablesValue: 1_000_000,
    liquidityMetrics: { ...nothing, recycledCapital: 1_000_000 },
    performanceSummary: measured(98, 0),
  }),
  portfolioRow({
    portfolioId: 'P-4',
    state: 'defaulted',
    receivablesValue: 350_000,
    liquidityMetrics: nothing,
    performanceSummary: measured(98, 0),
  }),
];

describe('the portfolio dashboard', () => {
  it('has the five steps in order, with numbers and thousands, and no loss among them', { tags: ['C-30'] }, () => {
    const { steps } = dgnViewOf(portfolios);
    expect(steps.map(({ title, values, portfolios: count }) => [title, ...values, count])).toEqual([
      ['Eligible', 'KES 2,600k', '1 portfolio'],
      ['Frozen', 'KES 0', '0 portfolios'],
      ['Packaged', 'KES 0', '0 portfolios'],
      ['Sold', 'KES 5,200k', '1 portfolio'],
      ['Recycled', 'KES 1,000k', '1 portfolio'],
    ]);
    expect(steps.map(({ share }) => share)).toEqual([0.5, 0, 0, 1, 1_000_000 / 5_200_000]);
  });

  it('shows losses only where there are any', { tags: ['C-30'] }, () => {
    expect(dgnViewOf(portfolios).losses).toEqual([
      { state: 'defaulted', title: 'Defaulted', values: ['KES 350k'], portfolios: '1 portfolio' },
    ]);
    expect(dgnViewOf(portfolios.slice(0, 3)).losses).toEqual([]);
  });

  it('recycling rate leaves out what is lost and what came round again', { tags: ['C-86'] }, () => {
    expect(dgnViewOf(portfolios).rates).toEqual([{ percent: '11.4%', basis: 'KES 1,000k recycled of 8,800k' }]);
    // [T-7] Without a basis there is no rate, rather than 0 %: everything is lost.
    const lost = portfolioRow({ state: 'defaulted', liquidityMetrics: { availableFunding: 0, recycledCapital: 0, pendingPackaging: 0 } });
    expect(dgnViewOf([lost]).rates.map(({ percent }) => percent)).toEqual(['–']);
  });

  it('weighs performance by verifications, and says nothing where there are none', { tags: ['C-30'] }, () => {
    expect(dgnViewOf(portfolios).performance.map(({ value }) => value)).toEqual(['96.0%', '20.0%', '30.0%', '8', '40']);
    expect(dgnViewOf(portfolios.slice(2)).performance[0]?.value).toBe('–');
  });

  it('sums liquidity', { tags: ['C-30'] }, () => {
    expect(dgnViewOf(portfolios).liquidity.map(({ label, values }) => [label, ...values])).toEqual([
      ['Available funding', 'KES 2,600k'],
      ['Recycled capital', 'KES 1,000k'],
      ['Pending packaging', 'KES 0'],
    ]);
  });

  it('never adds two currencies: worth and rate stand for each, shares go by number', { tags: ['C-30'] }, () => {
    const view = dgnViewOf([
      ...portfolios,
      portfolioRow({ portfolioId: 'P-5', currency: 'UGX', state: 'sold', receivablesValue: 88_000_000, liquidityMetrics: nothing }),
    ]);
    expect(view.currency).toBeNull();
    expect(view.steps[3]).toMatchObject({ values: ['KES 5,200k', 'UGX 88,000k'], share: 1 });
    expect(view.steps[0]?.share).toBe(0.5);
    expect(view.rates.map(({ basis }) => basis)).toEqual(['KES 1,000k recycled of 8,800k', 'UGX 0 recycled of 88,000k']);
  });
});

describe('the list of portfolios', () => {
  it('its address says all and survives the way there and back', { tags: ['D-28'] }, () => {
    const address = { search: 'pkg', state: 'sold', window: '7d', sort: '-receivables', open: 'P-2' } as const;
    expect(readAddress('dgn', new URLSearchParams(queryOf('dgn', address)))).toEqual(address);
    expect(queryOf('dgn', { search: '', state: null, window: '30d', sort: null, open: null })).toBe('');
    expect(readAddress('dgn', new URLSearchParams('state=gone&window=9y'))).toEqual({
      search: '',
      state: null,
      window: '30d',
      sort: null,
      open: null,
    });
  });

  it('finds by id, package and state', { tags: ['C-30'] }, () => {
    const found = (search: string, state: 'sold' | 'eligible' | null) =>
      filterPortfolios(portfolios, { search, state }).map(({ portfolioId }) => portfolioId);
    expect(found('pkg-9', null)).toEqual(['P-2']);
    expect(found('p-', 'eligible')).toEqual(['P-1']);
    expect(found('p-2', 'eligible')).toEqual([]);
    expect(stateOptions(portfolios, 'packaged').map(({ label, hint }) => `${label} ${hint}`)).toEqual([
      'Eligible 1',
      'Packaged 0',
      'Sold 1',
      'Recycled 1',
      'Defaulted 1',
    ]);
  });

  it('finds by a site whose receivables it holds', { tags: ['C-30'] }, () => {
    const held = [portfolioRow({ portfolioId: 'P-1', siteCodes: ['KE-KLF-011', 'KE-NKR-018'] }), portfolioRow({ portfolioId: 'P-2' })];
    expect(filterPortfolios(held, { search: 'klf', state: null }).map(({ portfolioId }) => portfolioId)).toEqual(['P-1']);
  });

  it('a portfolio moved last when it came into its state, else when it was sold, packaged or frozen', { tags: ['C-30'] }, () => {
    expect(movedAt(portfolioRow())).toBeNull();
    const dates = { frozenAt: '2026-11-01T00:00:00Z', packagedAt: '2026-11-02T00:00:00Z' };
    expect(movedAt(portfolioRow(dates))).toBe('2026-11-02T00:00:00Z');
    expect(movedAt(portfolioRow({ ...dates, changedAt: '2026-11-05T00:00:00Z' }))).toBe('2026-11-05T00:00:00Z');
  });
});

describe('the way of one portfolio', () => {
  const way = (change: Parameters<typeof portfolioRow>[0]) => lifeOf(portfolioRow(change)).map(({ title, kind, at }) => [title, kind, at]);

  it('tells what is behind it with its dates, where it stands, and what the platform lets come next', { tags: ['C-30', 'C-60'] }, () => {
    const covenant = { title: 'x', version: 1, agreedAt: '2026-10-01T00:00:00Z', terms: {} };
    const frozenAt = '2026-10-05T00:00:00Z';
    expect(way({ state: 'packaged', covenant, frozenAt, packagedAt: '2026-10-09T00:00:00Z', changedAt: '2026-10-09T00:00:00Z' })).toEqual([
      ['Eligible', 'past', '2026-10-01T00:00:00Z'],
      ['Frozen', 'past', frozenAt],
      ['Packaged', 'now', '2026-10-09T00:00:00Z'],
      ['Sold', 'next', null],
      ['Defaulted', 'next', null],
    ]);
  });

  it('a loss stands at the end of its way, and a date that no row carries is not invented', { tags: ['C-30'] }, () => {
    expect(way({ state: 'written_off', changedAt: '2026-11-01T00:00:00Z' })).toEqual([
      ['Eligible', 'past', null],
      ['Defaulted', 'past', null],
      ['Written off', 'now', '2026-11-01T00:00:00Z'],
    ]);
    expect(way({ state: 'recycled' }).map(([title]) => title)).toEqual(['Eligible', 'Recycled']);
  });
});

it('draws four histories, money in thousands of the tenant’s currency and the rate in percent', { tags: ['D-35', 'C-84'] }, () => {
  const trends = dgnTrends((metric) => (metric === 'dgn.recyclingRate' ? [[1, 11.38]] : [[1, 31_900_000]]), 'KES');
  expect(trends.map(({ title, points, format }) => `${title} ${format(points[0]?.[1] ?? 0)}`)).toEqual([
    'Receivables KES 31,900k',
    'Available funding KES 31,900k',
    'Recycled capital KES 31,900k',
    'Recycling rate 11.4%',
  ]);
});

describe('what score and reduction rest on', () => {
  const basis = { verified: 3, disputed: 1, failed: 0, tonnes: 4, baselineTonnes: 20 };

  it('adds up tonnes and baselines rather than percentages', { tags: ['T-1', 'C-30'] }, () => {
    const two = [
      portfolioRow({ performanceSummary: { ...measured(90, 10), avgEmissionReduction: 20 }, basis }),
      portfolioRow({
        performanceSummary: { ...measured(90, 30), avgEmissionReduction: 60 },
        basis: { ...basis, tonnes: 48, baselineTonnes: 80 },
      }),
    ];
    const reduction = (rows: typeof two) => dgnViewOf(rows).performance.find(({ label }) => label === 'Emission reduction')?.value;
    expect(reduction(two)).toBe('52.0%');
    expect(reduction(two.map((one) => ({ ...one, basis: { ...basis, tonnes: 0, baselineTonnes: 0 } })))).toBe('–');
    // If the platform sends only the documented fields: weighted by verifications.
    expect(reduction(two.map(({ performanceSummary }) => portfolioRow({ performanceSummary })))).toBe('50.0%');
  });

  it('has no score while no record was decided', { tags: ['T-1', 'D-59'] }, () => {
    expect(scoreText(portfolioRow({ verificationScore: 0.984, basis }))).toBe('98.4%');
    expect(scoreText(portfolioRow({ verificationScore: 0, basis: { ...basis, verified: 0, disputed: 0 } }))).toBe('–');
    expect(scoreText(portfolioRow({ verificationScore: 0.94 }))).toBe('94.0%');
  });
});
