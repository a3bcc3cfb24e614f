import { useMemo } from 'react';
import type { PortfolioState } from '../../contracts/overview.ts';
import type { RecordVerdict } from '../../contracts/verdict.ts';
import { scoreOf } from '../../domain/figures/shown.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { cutHash, formatCount, formatPercent } from '../../domain/format.ts';
import { recordWord } from '../../ui/evidence/recordVerdict.ts';
import { SignatureBadge } from '../../ui/evidence/SignaturesLine.tsx';
import { portfolioSold } from '../../domain/claims/records.ts';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { OrderInAddress } from '../../ui/table/keptOrder.ts';
import type { TableOf, TableOpening } from '../../ui/table/table.ts';
import { Time } from '../../ui/time/Time.tsx';
import { movedAt } from '../../domain/exports/rules.ts';
import { scoreText, type ShownPortfolio, worthOf } from './model.ts';

/** Badge with a portfolio's state. */
export function PortfolioBadge({ about, state }: { readonly about: string; readonly state: PortfolioState }) {
  return <ClaimBadge claim={portfolioSold(about, state)} />;
}

/** A portfolio with the signature check made on this device; undefined until it is checked. */
interface Line {
  readonly portfolio: ShownPortfolio;
  readonly verdict: RecordVerdict | undefined;
}

/** Defined outside the component so that the table gets the same array on every render. */
const columns: readonly Column<Line>[] = [
  {
    id: 'portfolioId',
    header: 'Portfolio',
    width: 112,
    grow: 1,
    priority: 1,
    sortValue: ({ portfolio: { portfolioId } }) => portfolioId,
    cell: ({ portfolio: { portfolioId } }) => <span className="uk-mono">{portfolioId}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: 128,
    grow: 1,
    priority: 1,
    sortValue: ({ portfolio: { state } }) => state,
    cell: ({ portfolio: { portfolioId, state } }) => <PortfolioBadge about={portfolioId} state={state} />,
  },
  {
    id: 'receivables',
    header: 'Receivables',
    width: 144,
    align: 'end',
    priority: 1,
    descFirst: true,
    sortValue: ({ portfolio: { receivablesValue } }) => receivablesValue,
    cell: ({ portfolio }) => worthOf(portfolio),
  },
  {
    id: 'score',
    header: 'Verification score',
    width: 148,
    align: 'end',
    priority: 3,
    descFirst: true,
    sortValue: ({ portfolio }) => scoreOf(portfolio) ?? -1,
    cell: ({ portfolio }) => scoreText(portfolio),
  },
  {
    id: 'sites',
    header: 'Sites',
    width: 76,
    align: 'end',
    priority: 4,
    descFirst: true,
    sortValue: ({ portfolio: { performanceSummary } }) => performanceSummary.totalSites,
    cell: ({ portfolio: { performanceSummary } }) => formatCount(performanceSummary.totalSites),
  },
  {
    id: 'uptime',
    header: 'Avg uptime',
    width: 104,
    align: 'end',
    priority: 3,
    descFirst: true,
    sortValue: ({ portfolio: { performanceSummary } }) => performanceSummary.avgUptime,
    cell: ({ portfolio: { performanceSummary } }) =>
      performanceSummary.verificationCount === 0 ? '–' : formatPercent(performanceSummary.avgUptime, 1),
  },
  {
    id: 'package',
    header: 'Package',
    width: 132,
    grow: 1,
    priority: 4,
    cell: ({ portfolio: { dgnPackageId } }) =>
      dgnPackageId === undefined ? <span className="uk-fg3">None</span> : <span className="uk-mono uk-fg2">{dgnPackageId}</span>,
  },
  {
    id: 'signature',
    header: 'Signature',
    width: 116,
    grow: 1,
    priority: 2,
    sortValue: ({ portfolio: { portfolioId }, verdict }) => recordWord(portfolioId, verdict),
    cell: ({ portfolio: { portfolioId }, verdict }) => <SignatureBadge about={portfolioId} verdict={verdict} />,
  },
  {
    id: 'covenant',
    header: 'Covenant hash',
    width: 136,
    grow: 1,
    priority: 5,
    cell: ({ portfolio: { covenantHash } }) => (
      <span className="uk-mono uk-fg2" title={covenantHash}>
        {cutHash(covenantHash, 12)}
      </span>
    ),
  },
  {
    id: 'moved',
    header: 'Last moved',
    width: 152,
    align: 'end',
    priority: 2,
    descFirst: true,
    sortValue: ({ portfolio }) => movedAt(portfolio) ?? '',
    cell: ({ portfolio }) => {
      const at = movedAt(portfolio);
      return at === null ? <span className="uk-fg3">Not yet</span> : <Time at={at} as="when" inRow />;
    },
  },
];

const table: TableOf<Line> = {
  label: 'Refinance portfolios',
  columns,
  usual: { id: 'portfolioId', desc: false },
  rowId: ({ portfolio: { portfolioId } }) => portfolioId,
  rowName: ({ portfolio: { portfolioId } }) => `portfolio ${portfolioId}`,
  card: ({ portfolio }) => ({
    title: worthOf(portfolio),
    meta: <span className="uk-mono">{portfolio.portfolioId}</span>,
    aside: <PortfolioBadge about={portfolio.portfolioId} state={portfolio.state} />,
  }),
};

interface PortfolioTableProps {
  readonly portfolios: readonly ShownPortfolio[];
  readonly verdicts: ReadonlyMap<string, RecordVerdict>;
  readonly order: OrderInAddress;
  /** Receives the ids in the displayed order. */
  readonly onOrder: (ids: readonly string[]) => void;
  readonly opening: TableOpening;
  readonly exports: TableExport<{ readonly portfolio: ShownPortfolio }>;
}

/** The portfolios; cards on a phone. */
export function PortfolioTable({ portfolios, verdicts, order, onOrder, opening, exports }: PortfolioTableProps) {
  const lines = useMemo(
    () => portfolios.map((portfolio): Line => ({ portfolio, verdict: verdicts.get(portfolio.portfolioId) })),
    [portfolios, verdicts],
  );
  return (
    <DataTable
      table={table}
      source={{ kind: 'whole', rows: lines, order }}
      opening={{ ...opening, beside: true }}
      onOrder={onOrder}
      empty={null}
      exports={exports}
    />
  );
}
