import { useMemo, useState } from 'react';
import type { Command, OutboxItem } from '../contracts/outbox.ts';
import { screenOf } from '../domain/outbox/command.ts';
import { isUnsent } from '../domain/outbox/item.ts';
import { beforeSendingWords, detailOf, doneWords, refusalWords, stuckWords, titleOf, waitWords } from '../domain/outbox/words.ts';
import type { ScreenId } from '../domain/screens.ts';
import { hub } from './hub.ts';
import { useOutbox, useOutboxWorld } from './useOutbox.ts';

/** A decision of the person's as a screen shows it. */
export interface DecisionView {
  readonly key: string;
  readonly command: Command;
  readonly state: OutboxItem['state'];
  readonly title: string;
  /** What was written with it. */
  readonly detail: string | null;
  /** Why it waits, what came of it, or why it was refused. */
  readonly words: string;
  readonly decidedAt: number;
  readonly unsent: boolean;
  /** Why it cannot be taken back; null where it can, or where it is settled. */
  readonly stuck: string | null;
}

/** What the person has decided on a screen, the newest first: what waits, is on its way, was sent or refused and has not been put away. */
export function useDecisions(screen: ScreenId): readonly DecisionView[] {
  const outbox = useOutbox();
  const world = useOutboxWorld();
  return useMemo(
    () =>
      outbox
        .filter(({ command }) => screenOf(command) === screen)
        .map((item) => ({
          key: item.key,
          command: item.command,
          state: item.state,
          title: titleOf(item.command),
          detail: detailOf(item.command),
          words:
            item.state === 'refused' ? refusalWords(item) : item.state === 'sent' ? doneWords(item.command).text : waitWords(item, world),
          decidedAt: item.decidedAt,
          unsent: isUnsent(item),
          stuck: isUnsent(item) ? stuckWords(item) : null,
        }))
        .reverse(),
    [outbox, world, screen],
  );
}

/** What came of deciding: kept on the device, with what it waits for (null: nothing), or not kept and why. */
export type Decided = { readonly kept: true; readonly waits: string | null } | { readonly kept: false; readonly message: string };

/** Keeps a decision on the device and has it sent; `keeping` until the disk has it. */
export function useDecide(): { readonly keeping: boolean; readonly decide: (command: Command) => Promise<Decided> } {
  const world = useOutboxWorld();
  const [keeping, setKeeping] = useState(false);
  const decide = async (command: Command): Promise<Decided> => {
    setKeeping(true);
    const kept = await hub.enqueue([command]);
    setKeeping(false);
    return kept.ok ? { kept: true, waits: beforeSendingWords(world) } : { kept: false, message: kept.problem.message };
  };
  return { keeping, decide };
}
