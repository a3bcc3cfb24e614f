import type { MetaStore } from '../../store/types.ts';

/**
 * The newest platform word for the signed-in person (D-56, server/commands/platformWord.ts): a time stamp under the platform's MAC, sent
 * with every command so that the platform knows a moment before which it was not decided. Stored at most once a minute, so that commands
 * decided after a start without the platform have one too.
 */
export interface WordKeeper {
  readonly heard: (userId: string, word: string) => void;
  /** Null if there is none for this person. */
  readonly newest: (userId: string) => string | null;
  readonly recall: () => Promise<void>;
}

const keepEveryMs = 60_000;

/** @param now any clock in milliseconds, to space the writes */
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
