import { useMemo, useState } from 'react';
import { hub } from '../../bridge/hub.ts';
import { useOutbox, useOutboxWorld } from '../../bridge/useOutbox.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { beforeSendingWords } from '../../domain/outbox/words.ts';
import { plural } from '../../domain/format.ts';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { commandsOf, isPromotable, promotionsIn, refsOf, underWay } from './promotion.ts';

const none: ReadonlySet<string> = new Set();

/** Choosing dead letters, looking at what exactly would be sent, and sending it (D-24). */
export function usePromotion(letters: readonly DeadLetter[]) {
  const decided = useOutbox();
  const outbox = useMemo(() => promotionsIn(decided), [decided]);
  const world = useOutboxWorld();
  const busy = useMemo(() => underWay(outbox), [outbox]);
  const [ticked, setTicked] = useState(none);
  const [preview, setPreview] = useState<readonly DeadLetter[] | null>(null);
  const [keeping, setKeeping] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  // What left the queue or is on its way is not selected any more, whoever sent it.
  const selected = useMemo(
    () => letters.filter((letter) => ticked.has(letter.itemId) && isPromotable(letter, busy)),
    [letters, ticked, busy],
  );
  const checked = useMemo(() => new Set(selected.map(({ itemId }) => itemId)), [selected]);

  const look = (chosen: readonly DeadLetter[] | null) => {
    setFailure(null);
    setPreview(chosen);
  };
  const promote = async (): Promise<void> => {
    if (preview === null) return;
    setKeeping(true);
    setFailure(null);
    const kept = await hub.enqueue(commandsOf(refsOf(preview)));
    setKeeping(false);
    if (!kept.ok) {
      setFailure(kept.problem.message);
      return;
    }
    const sent = new Set(preview.map(({ itemId }) => itemId));
    setTicked((now) => new Set([...now].filter((id) => !sent.has(id))));
    setPreview(null);
    const waits = beforeSendingWords(world);
    const what = plural(preview.length, 'item');
    if (waits === null) announce(`Promoting ${what}`);
    else toast({ tone: 'info', title: `${what} kept on this device`, text: waits });
  };

  return { outbox, world, busy, selected, checked, setChecked: setTicked, preview, look, promote, keeping, failure };
}

export type Promotion = ReturnType<typeof usePromotion>;
