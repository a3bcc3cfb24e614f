import { useMemo } from 'react';
import type { Command, OutboxItem } from '../../contracts/outbox.ts';
import { detailOf, rowOf, titleOf } from '../../domain/commands/commands.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { refusalLabels, stuckLabels, waitLabels } from '../../domain/outbox/labels.ts';
import type { ScreenId } from '../../domain/screens/screens.ts';
import { useOutbox, useOutboxConditions } from './useOutbox.ts';

/** One of the user's commands as a screen shows it. */
export interface DecisionView {
  readonly key: string;
  readonly command: Command;
  readonly state: OutboxItem['state'];
  readonly title: string;
  /** The text entered with it. */
  readonly detail: string | null;
  /** Why it waits, its result, or why it was refused. */
  readonly words: string;
  readonly decidedAt: number;
  readonly unsent: boolean;
  /** Why it cannot be withdrawn; null if it can, or if it is settled. */
  readonly stuck: string | null;
}

/** The user's commands on a screen, newest first: waiting, in flight, or settled and not dismissed. */
export function useDecisions(screen: ScreenId): readonly DecisionView[] {
  const outbox = useOutbox();
  const conditions = useOutboxConditions();
  return useMemo(
    () =>
      outbox
        .filter(({ command }) => rowOf(command).screen === screen)
        .map((item) => ({
          key: item.key,
          command: item.command,
          state: item.state,
          title: titleOf(item.command),
          detail: detailOf(item.command),
          words:
            item.state === 'refused'
              ? refusalLabels(item)
              : item.state === 'sent'
                ? (rowOf(item.command).done(item.command)?.text ?? '')
                : waitLabels(item, conditions),
          decidedAt: item.decidedAt,
          unsent: isUnsent(item),
          stuck: isUnsent(item) ? stuckLabels(item) : null,
        }))
        .reverse(),
    [outbox, conditions, screen],
  );
}
