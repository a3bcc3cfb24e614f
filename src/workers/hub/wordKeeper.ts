import type { MetaStore } from '../../store/types.ts';

/**
 * The platform's newest word to whoever is in (D-56, server/commands/platformWord.ts): laid beside every decision, so that the platform can tell before which
 * moment it was not made. Kept on the device once a minute at most, so that what is decided after a start without the platform has one too.
 */
export interface WordKeeper {
  readonly heard: (userId: string, word: string) => void;
  /** Null where none is held for this person. */
  readonly newest: (userId: string) => string | null;
  readonly recall: () => Promise<void>;
}

const keepEveryMs = 60_000;

export function createWordKeeper(meta: Pick<MetaStore, 'readWord' | 'writeWord'>, now: () => number): WordKeeper {
  let held: { readonly userId: string; readonly word: string } | null = null;
  let keptAt: number | null = null;
  return {
    heard: (userId, word) => {
      const another = held?.userId !== userId;
      held = { userId, word };
      if (!another && keptAt !== null && Math.abs(now() - keptAt) < keepEveryMs) return;
      keptAt = now();
      void meta.writeWord(held);
    },
    newest: (userId) => (held?.userId === userId ? held.word : null),
    recall: async () => {
      const kept = await meta.readWord();
      if (kept.ok) held ??= kept.value;
    },
  };
}
