import { useMemo, useState } from 'react';
import { useAct } from '../../bridge/acts/useAct.ts';
import { useOutbox, useOutboxConditions } from '../../bridge/acts/useOutbox.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { plural } from '../../domain/format.ts';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { commandsOf, isPromotable, promotionsIn, refsOf, underWay } from './promotion.ts';

const none: ReadonlySet<string> = new Set();

/** Selects dead letters, previews the exact items, and queues their promotion (D-24). */
export function usePromotion(letters: readonly DeadLetter[]) {
  const decided = useOutbox();
  const outbox = useMemo(() => promotionsIn(decided), [decided]);
  const conditions = useOutboxConditions();
  const busy = useMemo(() => underWay(outbox), [outbox]);
  const [ticked, setTicked] = useState(none);
  const [preview, setPreview] = useState<readonly DeadLetter[] | null>(null);
  const {
    busy: keeping,
    problem,
    run,
    reset,
  } = useAct({
    route: 'outbox',
    commands: (chosen: readonly DeadLetter[]) => commandsOf(refsOf(chosen)),
    done: ({ waits }, { value }) => {
      const sent = new Set(value.map(({ itemId }) => itemId));
      setTicked((now) => new Set([...now].filter((id) => !sent.has(id))));
      setPreview(null);
      const what = plural(value.length, 'item');
      if (waits === null) announce(`Promoting ${what}`);
      else toast({ tone: 'info', title: `${what} kept on this device`, text: waits });
    },
  });

  // Items that left the queue or are under way are deselected, whoever promoted them.
  const selected = useMemo(
    () => letters.filter((letter) => ticked.has(letter.itemId) && isPromotable(letter, busy)),
    [letters, ticked, busy],
  );
  const checked = useMemo(() => new Set(selected.map(({ itemId }) => itemId)), [selected]);

  const look = (chosen: readonly DeadLetter[] | null) => {
    reset();
    setPreview(chosen);
  };
  const promote = async (): Promise<void> => {
    if (preview !== null) await run(preview);
  };

  return {
    outbox,
    conditions,
    busy,
    selected,
    checked,
    setChecked: setTicked,
    preview,
    look,
    promote,
    keeping,
    failure: problem?.message ?? null,
  };
}

export type Promotion = ReturnType<typeof usePromotion>;
