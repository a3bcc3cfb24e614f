import type { HubStatus } from '../contracts/rpc.ts';
import type { SealedInPart } from '../contracts/verdict.ts';
import { historyWords } from '../domain/chainWords.ts';
import { standsFrom } from '../domain/history.ts';

/** What this device has found wrong with the past that the platform shows; null each where nothing. */
export type FoundPast = Pick<HubStatus, 'historyFound' | 'twoHistories'>;

/**
 * *Sealed in* beside what is wrong with the chain. An entry may give its own seal and be tied to its neighbours, and be one of a history that was written anew: whoever holds the
 * platform's database seals as well as we can. By an entry that stands on a link which is another now than this device saw, or of a chain of which the platform has signed two, nobody can tell whose
 * evidence a pack is.
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
  return { state: 'notCheckable', reason: `${historyWords(historyFound, null).text} The entry that seals the pack may be of that history` };
}
