import type { PortfolioState } from '../../contracts/overview.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import { cutHash, formatCount, formatPercent } from '../../domain/format.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { movedAt, stateNames, worthOf } from './model.ts';

/** A portfolio's state as shape and word. */
export function PortfolioBadge({ state }: { readonly state: PortfolioState }) {
  const { word, look } = stateNames[state];
  return <StatusBadge status={look}>{word}</StatusBadge>;
}

/** Outside the component: their identity matters to the table. */
const columns: readonly Column<Portfolio>[] = [
  {
    id: 'portfolioId',
    header: 'Portfolio',
    width: 112,
    priority: 1,
    sortValue: ({ portfolioId }) => portfolioId,
    cell: ({ portfolioId }) => <span className="uk-mono">{portfolioId}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: 128,
    priority: 1,
    sortValue: ({ state }) => state,
    cell: ({ state }) => <PortfolioBadge state={state} />,
  },
  {
    id: 'receivables',
    header: 'Receivables',
    width: 144,
    align: 'end',
    priority: 1,
    descFirst: true,
    sortValue: ({ receivablesValue }) => receivablesValue,
    cell: worthOf,
  },
  {
    id: 'score',
    header: 'Verification score',
    width: 148,
    align: 'end',
    priority: 3,
    descFirst: true,
    sortValue: ({ verificationScore }) => verificationScore,
    cell: ({ verificationScore }) => formatPercent(verificationScore * 100, 0),
  },
  {
    id: 'sites',
    header: 'Sites',
    width: 76,
    align: 'end',
    priority: 4,
    descFirst: true,
    sortValue: ({ performanceSummary }) => performanceSummary.totalSites,
    cell: ({ performanceSummary }) => formatCount(performanceSummary.totalSites),
  },
  {
    id: 'uptime',
    header: 'Avg uptime',
    width: 104,
    align: 'end',
    priority: 3,
    descFirst: true,
    sortValue: ({ performanceSummary }) => performanceSummary.avgUptime,
    cell: ({ performanceSummary }) => (performanceSummary.verificationCount === 0 ? '–' : formatPercent(performanceSummary.avgUptime, 1)),
  },
  {
    id: 'package',
    header: 'Package',
    width: 132,
    grow: 1,
    priority: 4,
    cell: ({ dgnPackageId }) =>
      dgnPackageId === undefined ? <span className="uk-fg3">None</span> : <span className="uk-mono uk-fg2">{dgnPackageId}</span>,
  },
  {
    id: 'covenant',
    header: 'Covenant hash',
    width: 136,
    priority: 5,
    cell: ({ covenantHash }) => (
      <span className="uk-mono uk-fg2" title={covenantHash}>
        {cutHash(covenantHash, 12)}
      </span>
    ),
  },
  {
    id: 'moved',
    header: 'Last moved',
    width: 132,
    align: 'end',
    priority: 2,
    descFirst: true,
    sortValue: (portfolio) => movedAt(portfolio) ?? '',
    cell: (portfolio) => {
      const at = movedAt(portfolio);
      return at === null ? <span className="uk-fg3">Not yet</span> : <Time at={at} as="when" inRow />;
    },
  },
];

interface PortfolioTableProps {
  readonly portfolios: readonly Portfolio[];
  readonly selected: string | null;
  readonly onOpen: (portfolioId: string) => void;
}

/** The portfolios; cards on a phone. */
export function PortfolioTable({ portfolios, selected, onOpen }: PortfolioTableProps) {
  return (
    <DataTable
      label="Refinance portfolios"
      columns={columns}
      rows={portfolios}
      rowId={({ portfolioId }) => portfolioId}
      rowName={({ portfolioId }) => `portfolio ${portfolioId}`}
      card={(portfolio) => ({
        title: worthOf(portfolio),
        meta: <span className="uk-mono">{portfolio.portfolioId}</span>,
        aside: <PortfolioBadge state={portfolio.state} />,
      })}
      onOpen={({ portfolioId }) => onOpen(portfolioId)}
      selectedId={selected}
      defaultSort={{ id: 'portfolioId', desc: false }}
      hiddenWhy={selected === null ? 'at this width' : 'while details are open'}
      empty={null}
    />
  );
}
