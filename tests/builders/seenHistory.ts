import { type Anchor, type HistoryFinding, thinned } from '../../src/domain/history.ts';
import type { MetaStore } from '../../src/store/types.ts';

/** What a device saw of a chain, in memory; behaves like `ukweli-meta`. */
export function seenHistory(seen: readonly Anchor[] = []) {
  let anchors = seen;
  let finding: HistoryFinding | null = null;
  const meta: Pick<MetaStore, 'readSeen' | 'addAnchors' | 'writeFinding'> = {
    readSeen: async () => ({ ok: true, value: { anchors, finding } }),
    addAnchors: async (_, added) => {
      const top = anchors.at(-1)?.chainIndex ?? -1;
      anchors = thinned([...anchors, ...added.filter(({ chainIndex }) => chainIndex > top)]);
      return { ok: true, value: null };
    },
    writeFinding: async (_, found) => {
      finding = found;
      return { ok: true, value: null };
    },
  };
  return { meta, anchors: () => anchors, finding: () => finding };
}
