import { useMemo } from 'react';
import { useConnection } from '../../bridge/useHubStatus.ts';
import { useOwnCurrency } from '../../bridge/useOwnCurrency.ts';
import { listRead, usePanel } from '../../bridge/usePanel.ts';
import { useRecordChecks } from '../../bridge/useRecordChecks.ts';
import { useSeries } from '../../bridge/useSeries.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import type { SignedRecord } from '../../contracts/verdict.ts';
import { inCurrency } from '../../domain/money/own.ts';
import { readPortfolios } from '../../store/read.ts';
import { dgnMetrics, dgnTrends } from './trends.ts';

const none: readonly Portfolio[] = [];

/** The portfolios as this device holds them, what their signatures came to here, and their history over the window. */
export function usePortfolios(window: SeriesWindow) {
  useWanted(['refinancePortfolios', 'jwks', `series:${window}`]);
  const stored = useStored(() => readPortfolios(), []);
  const series = useSeries(dgnMetrics, window, { keepPrevious: true });
  const connection = useConnection();
  const { value, ...frame } = usePanel('refinancePortfolios', stored, listRead);
  const sent = value?.rows ?? none;
  const currency = useOwnCurrency();
  const portfolios = useMemo(() => sent.map((row) => inCurrency(row, currency)), [sent, currency]);
  const records = useMemo(() => sent.map((row): SignedRecord => ({ kind: 'portfolio', value: row })), [sent]);
  return {
    portfolios,
    /** One as the platform sent it: what was signed, and what is saved to be checked elsewhere. */
    sentAs: (id: string): Portfolio | null => sent.find(({ portfolioId }) => portfolioId === id) ?? null,
    checks: useRecordChecks(records),
    trends: dgnTrends(series.of, currency),
    trendsFreshness: series.freshness,
    trendsState: series.state,
    /** The link is gone: charts are hatched from their last sample. */
    lost: connection.state !== 'connected',
    frame,
  };
}
