import type { HubStatus } from '../contracts/rpc.ts';
import type { SealedInPart } from '../contracts/verdict.ts';
import { historyLabels } from '../domain/records/chainLabels.ts';
import { standsFrom } from '../domain/history.ts';

/** Problems that this device found in the platform's history; null: none. */
export type FoundPast = Pick<HubStatus, 'historyFound' | 'twoHistories'>;

/**
 * Downgrades *sealed in* if the chain has a problem. An entry can have a correct seal and fit its neighbours and still belong to a
 * rewritten history, because whoever controls the platform's database can compute seals too. If the entry is at or above a rewritten
 * link, or the platform signed two histories of the chain, it does not prove whose evidence the pack is.
 */
export function besideHistory(part: SealedInPart, { historyFound, twoHistories }: FoundPast): SealedInPart {
  if (part.state !== 'passed') return part;
  if (twoHistories?.chain === 'verifications')
    return {
      state: 'notCheckable',
      reason: `For place ${twoHistories.index} of the chain the platform has signed two seals: which of its histories is true is not known`,
    };
  const place = part.evidence.entry?.chainIndex ?? 0;
  if (historyFound === null || place < standsFrom(historyFound)) return part;
  return {
    state: 'notCheckable',
    reason: `${historyLabels(historyFound, null).text} The entry that seals the pack may be of that history`,
  };
}
