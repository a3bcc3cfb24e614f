import { listRead, usePanel } from '../../bridge/usePanel.ts';
import { useStored } from '../../bridge/useStored.ts';
import { useWanted } from '../../bridge/useWanted.ts';
import { readDeadLetters } from '../../store/read.ts';

/** The dead letters as this device holds them. */
export function useDeadLetters() {
  useWanted(['dlq']);
  const stored = useStored(() => readDeadLetters(), []);
  const { value, ...frame } = usePanel('dlq', stored, listRead);
  return { letters: value?.rows ?? [], ...frame };
}
