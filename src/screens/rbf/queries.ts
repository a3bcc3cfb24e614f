import { usePanel } from '../../bridge/usePanel.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { readPayments } from '../../store/read.ts';

/** The payments as this device holds them. */
export function usePayments() {
  useWanted(['rbfPayments']);
  const stored = useStored(() => readPayments(), []);
  const payments = stored.value?.rows ?? [];
  return {
    payments,
    corrupt: stored.value?.corrupt ?? 0,
    ...usePanel('rbfPayments', stored, payments.length),
  };
}
