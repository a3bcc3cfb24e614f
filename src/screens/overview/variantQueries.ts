import { hub } from '../../bridge/hub/hub.ts';
import { listRead, usePanel } from '../../bridge/reads/usePanel.ts';
import { useStored } from '../../bridge/reads/useStored.ts';
import { useSubscription } from '../../bridge/reads/useSubscription.ts';
import type { Verification } from '../../contracts/verification.ts';
import { readVerifications } from '../../store/readVerifications.ts';
import type { Resource } from './queries.ts';

const keys = ['verifications'] as const;

/** The newest verifications, for slots of some skins only; a separate module keeps them out of the standard overview's code. */
export function useRecentVerifications(count: number): Resource<readonly Verification[]> {
  useSubscription(keys);
  const stored = useStored(() => readVerifications({ sort: 'newest', offset: 0, limit: count }), [count]);
  const { value, state, problem, freshness, unread, cameDamaged } = usePanel('verifications', stored, listRead);
  return { value: value?.rows ?? null, unread, cameDamaged, state, problem, freshness, retry: () => void hub.refresh(keys) };
}
