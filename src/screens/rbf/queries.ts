import { useMemo } from 'react';
import { useConnection, useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { usePackCheck } from '../../bridge/proof/usePackCheck.ts';
import { listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useRecordChecks } from '../../bridge/proof/useRecordChecks.ts';
import { useSeries } from '../../bridge/reads/useSeries.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import type { RbfPayment } from '../../contracts/rbf.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import type { SignedRecord } from '../../contracts/verdict.ts';
import { readKeys } from '../../store/readEvidence.ts';
import { readPayments } from '../../store/readFinance.ts';
import { readSync } from '../../store/read.ts';
import { readPack } from '../../store/readPacks.ts';
import { readVerification } from '../../store/readVerifications.ts';
import { rbfMetrics, rbfTrends, rbfViewOf } from './model.ts';

const none: readonly RbfPayment[] = [];

/** The stored payments, the checks of their signatures, and their history over the window. */
export function usePayments(window: SeriesWindow) {
  useSubscription(['rbfPayments', 'verifications', 'evidence', 'manifests', 'jwks', `series:${window}`]);
  const stored = useStored(() => readPayments(), []);
  const series = useSeries(rbfMetrics, window, { keepPrevious: true });
  const session = useSessionStatus();
  const connection = useConnection();
  const { value, ...frame } = usePanel('rbfPayments', stored, listRead);
  const totals = useStored(() => readSync('rbfPayments'), []).value?.totals ?? null;
  const payments = value?.rows ?? none;
  const records = useMemo(() => payments.map((row): SignedRecord => ({ kind: 'payment', value: row })), [payments]);
  const currency = session.phase === 'signedIn' ? session.tenant.currency : '';
  return {
    payments,
    /** The platform's summary (C-31), compared with the rows if all are stored. */
    view: useMemo(
      () => rbfViewOf(payments, totals, currency, frame.whole && frame.unread === 0),
      [payments, totals, currency, frame.whole, frame.unread],
    ),
    checks: useRecordChecks(records),
    trends: rbfTrends(series.of, currency),
    trendsFreshness: series.freshness,
    trendsState: series.state,
    /** Not connected: charts are hatched from their last sample on. */
    lost: connection.state !== 'connected',
    frame,
  };
}

/** The stored basis of a payment's claim: the verification, its pack, the pack's signature and the keys. */
export function useClaim(verificationId: string) {
  const record = useStored(() => readVerification(verificationId), [verificationId]);
  const verification = record.value ?? null;
  const packId = verification?.evidencePackId ?? null;
  const pack = useStored(async () => (packId === null ? null : readPack(packId)), [packId]);
  const keys = useStored(() => readKeys(), []);
  return {
    loading: record.state === 'loading',
    verification,
    pack: pack.value ?? null,
    packCheck: usePackCheck(packId, verification === null ? null : { vrfId: verification.vrfId, siteCode: verification.siteCode }),
    keys: keys.value?.rows ?? null,
  };
}
