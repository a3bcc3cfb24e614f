import { listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import { readDeadLetters } from '../../store/read.ts';

/** The stored dead letters. */
export function useDeadLetters() {
  useSubscription(['dlq']);
  const stored = useStored(() => readDeadLetters(), []);
  const { value, ...frame } = usePanel('dlq', stored, listRead);
  return { letters: value?.rows ?? [], ...frame };
}
