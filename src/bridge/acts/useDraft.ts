import { useEffect, useState } from 'react';
import { type DraftField, type DraftForm, draftKey, type DraftTexts, draftTexts, toKeep } from '../../domain/screens/drafts.ts';
import { readDraft } from '../../store/readDraft.ts';
import { actsFor, hub } from '../hub/hub.ts';
import { useStored } from '../reads/useStored.ts';
import { createDraftKeeper } from './draftKeeper.ts';

const keeper = createDraftKeeper({
  actor: actsFor,
  send: (key, texts, actor) => void hub.keepDraft(key, texts, actor),
  setTimer: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
});

/** A form's texts, which survive reload, Back and the end of the browser until they are sent. */
export interface DraftOf<F extends DraftForm> {
  readonly texts: DraftTexts<F>;
  readonly set: (field: DraftField<F>, text: string | ((now: string) => string)) => void;
  /** Set if the shown texts were typed before this form was opened: when, server's clock, epoch milliseconds, and how to give them up. */
  readonly kept: { readonly at: number; readonly onDiscard: () => void } | null;
  /** They were sent or given up: the form says what it said at the start, and nothing is kept. */
  readonly forget: () => void;
}

/**
 * The texts of one form about one record. They are kept on this device for this person and tenant, encrypted under a lock, for 7 days,
 * and go with a sign-out. What was kept is shown until the person types. `start`: what the form says without a draft.
 */
export function useDraft<F extends DraftForm>(form: F, record: string, start: DraftTexts<F>): DraftOf<F> {
  const key = draftKey(form, record);
  const stored = useStored(() => readDraft(key), [key]);
  /** What was typed here; from then on the stored draft only follows. */
  const [typed, setTyped] = useState<{ readonly key: string; readonly texts: DraftTexts<F> } | null>(null);
  const kept = stored.state === 'ready' ? stored.value : null;
  const shown = draftTexts(form, start, kept?.texts ?? null);
  const own = typed !== null && typed.key === key ? typed.texts : null;

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what is typed is kept; `start` belongs to the key
  useEffect(() => (typed === null ? undefined : keeper.keep(typed.key, toKeep(form, start, typed.texts))), [typed]);
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
    setTyped({ key, texts: start });
    // The component may be removed with this very act.
    keeper.keep(key, {});
    keeper.flush();
  };
  return {
    texts: own ?? shown,
    set: (field, text) =>
      setTyped((before) => {
        const texts = before !== null && before.key === key ? before.texts : shown;
        return { key, texts: { ...texts, [field]: typeof text === 'function' ? text(texts[field]) : text } };
      }),
    kept: own === null && kept !== null ? { at: kept.at, onDiscard: forget } : null,
    forget,
  };
}
