import type { Command } from '../../../contracts/outbox.ts';
import type { NewOutboxItem } from '../../../store/types.ts';

/** The commands of a decision as they are first stored. `word`: the newest platform word (D-56); null if there is none. */
export function newItemsOf(
  decision: string,
  commands: readonly Command[],
  decidedAt: number,
  word: string | null,
): readonly NewOutboxItem[] {
  return commands.map((command, part) => ({
    key: `${decision}.${part}`,
    decision,
    command,
    state: 'pending',
    decidedAt,
    ...(word === null ? {} : { word }),
    attempts: 0,
    maybeDone: false,
    notBefore: null,
    problem: null,
    settledAt: null,
  }));
}
