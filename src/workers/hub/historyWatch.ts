import type { Result } from '../../contracts/problem.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { type ChainHead, judgeHistory } from '../../domain/chain.ts';
import type { MetaStore } from '../../store/types.ts';

/**
 * Holds what the platform shows of the past against the newest link this device saw (D-9). The attacker is whoever runs
 * the platform's database: the anchor outlives log-out, and only moves when the anchored link itself was shown again.
 */
export interface HistoryWatch {
  /** Judges entries that the platform has just shown. `unseen` asks for more of them. */
  readonly show: (head: ChainHead | null, shown: readonly ChainEntry[]) => Promise<Result<'kept' | 'unseen' | 'rewritten'>>;
  /** True once: reading the whole list again to find the anchored link is worth it one time in a hub's life. */
  readonly mayReadAll: () => boolean;
}

export function createHistoryWatch(
  meta: Pick<MetaStore, 'readAnchor' | 'writeAnchor'>,
  tenantId: string,
  raise: (found: HubStatus['historyRewritten']) => void,
): HistoryWatch {
  let mayReadAll = true;
  return {
    mayReadAll: () => {
      const may = mayReadAll;
      mayReadAll = false;
      return may;
    },
    show: async (head, shown) => {
      const held = await meta.readAnchor(tenantId);
      if (!held.ok) return held;
      const verdict = judgeHistory(held.value, head, shown);
      switch (verdict.state) {
        case 'rewritten':
          raise({ chainIndex: verdict.chainIndex, expectedSeal: verdict.expectedSeal, foundSeal: verdict.foundSeal });
          return { ok: true, value: 'rewritten' };
        case 'unseen':
          return { ok: true, value: 'unseen' };
        case 'kept': {
          if (verdict.anchor !== null && verdict.anchor.chainIndex !== held.value?.chainIndex) {
            const written = await meta.writeAnchor({ tenantId, ...verdict.anchor });
            if (!written.ok) return written;
          }
          return { ok: true, value: 'kept' };
        }
        default:
          return verdict satisfies never;
      }
    },
  };
}
