import { useMemo } from 'react';
import { useFreshness } from '../../bridge/useFreshness.ts';
import { useConnection, useSessionStatus } from '../../bridge/useHubStatus.ts';
import { usePackCheck } from '../../bridge/usePackCheck.ts';
import { usePanel } from '../../bridge/usePanel.ts';
import { useRecordChecks } from '../../bridge/useRecordChecks.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import type { RbfPayment } from '../../contracts/rbf.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import type { SignedRecord } from '../../contracts/verdict.ts';
import { readKeys, readPayments, readSeries } from '../../store/read.ts';
import { readPack } from '../../store/readPacks.ts';
import { readVerification } from '../../store/readVerifications.ts';
import { rbfMetrics, rbfTrends } from './model.ts';

const none: readonly RbfPayment[] = [];

/** The payments as this device holds them, what their signatures came to here, and their history over the window. */
export function usePayments(window: SeriesWindow) {
  useWanted(['rbfPayments', 'verifications', 'evidence', 'manifests', 'jwks', `series:${window}`]);
  const stored = useStored(() => readPayments(), []);
  const series = useStored(() => readSeries(rbfMetrics, window), [window], { keepPrevious: true });
  const session = useSessionStatus();
  const connection = useConnection();
  const payments = stored.value?.rows ?? none;
  const records = useMemo(() => payments.map((value): SignedRecord => ({ kind: 'payment', value })), [payments]);
  const currency = session.phase === 'signedIn' ? session.tenant.currency : '';
  return {
    payments,
    corrupt: stored.value?.corrupt ?? 0,
    checks: useRecordChecks(records),
    trends: rbfTrends((metric) => series.value?.get(metric) ?? [], currency),
    trendsFreshness: useFreshness(`series:${window}`),
    /** The link is gone: charts are hatched from their last sample. */
    lost: connection.state !== 'connected',
    frame: usePanel('rbfPayments', stored, payments.length),
  };
}

/** What a payment's claim stands on, all of it from this device: the verification, its pack, the pack's signature and the keys. */
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
    packCheck: usePackCheck(packId),
    keys: keys.value?.rows ?? null,
  };
}
