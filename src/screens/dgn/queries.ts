import { useMemo } from 'react';
import { useConnection } from '../../bridge/hub/useHubStatus.ts';
import { useOwnCurrency } from '../../bridge/reads/useOwnCurrency.ts';
import { listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useRecordChecks } from '../../bridge/proof/useRecordChecks.ts';
import { useSeries } from '../../bridge/reads/useSeries.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import type { Portfolio } from '../../contracts/portfolio.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import type { SignedRecord } from '../../contracts/verdict.ts';
import { inCurrency } from '../../domain/money/own.ts';
import { readPortfolios } from '../../store/readFinance.ts';
import { dgnMetrics, dgnTrends } from './trends.ts';

const none: readonly Portfolio[] = [];

/** The stored portfolios, the checks of their signatures, and their history over the window. */
export function usePortfolios(window: SeriesWindow) {
  useSubscription(['refinancePortfolios', 'jwks', `series:${window}`]);
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
    /** A portfolio as the platform sent it: the signed form, which is also the one to save and verify elsewhere. */
    sentAs: (id: string): Portfolio | null => sent.find(({ portfolioId }) => portfolioId === id) ?? null,
    checks: useRecordChecks(records),
    trends: dgnTrends(series.of, currency),
    trendsFreshness: series.freshness,
    trendsState: series.state,
    /** Not connected: charts are hatched from their last sample on. */
    lost: connection.state !== 'connected',
    frame,
  };
}
