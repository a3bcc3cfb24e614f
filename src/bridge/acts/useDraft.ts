import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DraftLeft } from '../../contracts/draft.ts';
import { type DraftField, draftKey, type DraftTexts, draftTexts, toKeep, typedOn } from '../../domain/screens/drafts.ts';
import type { FormId } from '../../domain/screens/forms.ts';
import { readDraft } from '../../store/readDraft.ts';
import { actsFor, hub } from '../hub/hub.ts';
import { hubLeaves } from '../hub/pageState.ts';
import { useStored } from '../reads/useStored.ts';
import { createDraftKeeper } from './draftKeeper.ts';

const keeper = createDraftKeeper({
  actor: actsFor,
  send: (key, texts, actor) => hub.keepDraft(key, texts, actor),
  setTimer: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
});
hubLeaves.listen(keeper.drop);

/** A form's texts, which survive reload, Back and the end of the browser until they are sent. */
export interface DraftOf<F extends FormId> {
  readonly texts: DraftTexts<F>;
  readonly set: (field: DraftField<F>, text: string | ((now: string) => string)) => void;
  /** Set if the shown texts were typed before this form was opened: when, server's clock, epoch milliseconds, and how to give them up. */
  readonly kept: { readonly at: number; readonly onDiscard: () => void } | null;
  /** They were sent or given up: the form says what it said at the start, and nothing is kept. */
  readonly forget: () => void;
  /** The fields say this now. `from`: what they say without a draft, because the record has changed under the form. */
  readonly replace: (texts: DraftTexts<F>, from: DraftTexts<F>) => void;
  /** What stays of the form if these fields are sent, for `useAct`'s `leaves`. What was typed until now is handed over first. */
  readonly without: (...sent: readonly DraftField<F>[]) => DraftLeft;
}

interface Typed<F extends FormId> {
  readonly key: string;
  readonly texts: DraftTexts<F>;
  /** Typed before it was known what is kept. */
  readonly isEarly: boolean;
}

/**
 * The texts of one form about one record. They are kept on this device for this person and tenant, encrypted under a lock, for 7 days,
 * and go with a sign-out. What was kept is shown until the person types. `start`: what the form says without a draft.
 */
export function useDraft<F extends FormId>(form: F, record: string, start: DraftTexts<F>): DraftOf<F> {
  const key = draftKey(form, record);
  const stored = useStored(() => readDraft(key), [key]);
  const isRead = stored.state !== 'loading';
  /** Of a form of this page that was closed a moment ago. */
  const unconfirmed = useSyncExternalStore(keeper.listen, () => keeper.unconfirmed(key));
  /** What was typed here; from then on the stored draft only follows. */
  const [typed, setTyped] = useState<Typed<F> | null>(null);
  /** The same, also for an act that ends after the form is closed. */
  const newest = useRef<Typed<F> | null>(null);
  const kept = stored.state === 'ready' ? stored.value : null;
  const keptTexts = unconfirmed ?? kept?.texts ?? null;
  const shown = draftTexts(form, start, keptTexts);
  const own = typed !== null && typed.key === key ? typed.texts : null;

  const put = (next: Typed<F>, from = start): void => {
    newest.current = next;
    setTyped(next);
    // Until the kept text has been read, this one would replace it.
    if (!next.isEarly) keeper.keep(next.key, toKeep(form, from, next.texts));
  };
  useEffect(() => {
    const early = newest.current;
    if (!isRead || early === null || early.key !== key || !early.isEarly) return;
    put({ key, texts: typedOn(form, start, keptTexts, early.texts), isEarly: false });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per key, as soon as it is read
  }, [isRead, key]);
  useEffect(() => {
    const gone = (): void => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    document.addEventListener('visibilitychange', gone);
    addEventListener('pagehide', keeper.flush);
    return () => {
      document.removeEventListener('visibilitychange', gone);
      removeEventListener('pagehide', keeper.flush);
      keeper.flush();
    };
  }, []);

  const forget = (): void => {
    put({ key, texts: start, isEarly: false });
    // The component may be removed with this very act.
    keeper.flush();
  };
  return {
    texts: own ?? shown,
    set: (field, text) => {
      const before = newest.current?.key === key ? newest.current : { key, texts: shown, isEarly: !isRead && unconfirmed === null };
      put({ ...before, texts: { ...before.texts, [field]: typeof text === 'function' ? text(before.texts[field]) : text } });
    },
    kept: own === null && kept !== null && unconfirmed === null ? { at: kept.at, onDiscard: forget } : null,
    forget,
    replace: (texts, from) => put({ key, texts, isEarly: false }, from),
    without: (...sent) => {
      keeper.flush();
      const left = toKeep(form, start, newest.current?.key === key ? newest.current.texts : shown);
      return { key, texts: Object.fromEntries(Object.entries(left).filter(([field]) => !sent.some((each) => each === field))) };
    },
  };
}
