import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DraftLeft } from '../../contracts/draft.ts';
import {
  type DraftField,
  draftKey,
  type DraftTexts,
  draftTexts,
  isOvertaken,
  toKeep,
  typedOn,
  withoutSent,
} from '../../domain/screens/drafts.ts';
import type { FormId } from '../../domain/screens/forms.ts';
import { readDraft } from '../../store/readDraft.ts';
import { actsFor, hub } from '../hub/hub.ts';
import { hubLeaves } from '../hub/pageState.ts';
import { useStored } from '../reads/useStored.ts';
import { createDraftKeeper } from './draftKeeper.ts';

const keeper = createDraftKeeper({
  actor: actsFor,
  read: async (key) => (await readDraft(key))?.texts ?? null,
  send: (key, texts, actor) => hub.keepDraft(key, texts, actor),
  setTimer: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
});
/** Forms of this page, numbered as they open; and by draft the newest that was typed on. */
let opened = 0;
const typedOnBy = new Map<string, number>();
hubLeaves.listen(() => {
  keeper.drop();
  typedOnBy.clear();
});

/** A form's texts, which survive reload, Back and the end of the browser until they are sent. */
export interface DraftOf<F extends FormId> {
  readonly texts: DraftTexts<F>;
  readonly set: (field: DraftField<F>, text: string) => void;
  /**
   * Set if the shown texts were typed before this form was opened: when, server's clock, epoch milliseconds, how to give them up, and
   * whether the record has been changed since: sent, they would replace what somebody else wrote.
   */
  readonly kept: { readonly at: number; readonly isOvertaken: boolean; readonly onDiscard: () => void } | null;
  /** They were given up: the form says what it said at the start, and nothing is kept but what has not been read yet. */
  readonly forget: () => void;
  /**
   * What `without` was asked about is sent: it goes, and what was typed after it or kept before it stays; without that, as `forget`. Nothing is
   * changed if this form is closed since, and another one about the same record was typed on.
   */
  readonly sent: () => void;
  /** The fields say this now. `from`: what they say without a draft, because the record has changed under the form. */
  readonly replace: (texts: DraftTexts<F>, from: DraftTexts<F>) => void;
  /**
   * What stays of the form if these fields are sent, for `useAct`'s `leaves`. What was typed until now is handed over first. Undefined if it is
   * not known yet what is kept: then none of it is sent, and all of it stays. `sent` refers to it.
   */
  readonly without: (...sent: readonly DraftField<F>[]) => DraftLeft | undefined;
}

interface Typed<F extends FormId> {
  /** Null if they were given up: then it says what the form says at the start, also once that has changed. */
  readonly texts: DraftTexts<F> | null;
  /** Typed before it was known what is kept. */
  readonly isEarly: boolean;
  /** What was kept and is joined to it since. */
  readonly before: DraftLeft['texts'] | null;
}

interface Leaving<F extends FormId> {
  readonly key: string;
  readonly fields: readonly DraftField<F>[];
  readonly texts: DraftTexts<F>;
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
  /** What was typed here, by record; from then on the stored draft only follows. */
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed<F>>>(new Map());
  /** The same, also for an act that ends after the form is closed. */
  const newest = useRef(typed);
  /** What is being sent. */
  const leaving = useRef<Leaving<F> | null>(null);
  const kept = stored.state === 'ready' ? stored.value : null;
  const keptTexts = unconfirmed ?? kept?.texts ?? null;
  const shown = draftTexts(form, start, keptTexts);
  const own = typed.get(key);

  const [place] = useState(() => (opened += 1));
  const show = (next: Typed<F>): void => {
    newest.current = new Map(newest.current).set(key, next);
    setTyped(newest.current);
  };
  const put = (next: Typed<F>, from = start): void => {
    typedOnBy.set(key, place);
    show(next);
    if (!next.isEarly) return keeper.keep(key, toKeep(form, from, next.texts ?? from));
    // This one would replace what is kept.
    keeper.keepEarly(key, toKeep(form, start, next.texts ?? start), (before, early) => {
      const texts = typedOn(form, start, before, draftTexts(form, start, early));
      show({ texts, isEarly: false, before });
      return toKeep(form, start, texts);
    });
  };
  const current = () => {
    const isUnknown = !isRead && unconfirmed === null;
    const now = newest.current.get(key) ?? { texts: shown, isEarly: isUnknown || keeper.isEarly(key), before: null };
    return { ...now, texts: now.texts ?? start };
  };
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
    put({ texts: null, isEarly: current().isEarly, before: null });
    // The component may be removed with this very act.
    keeper.flush();
  };
  return {
    texts: own === undefined ? shown : (own.texts ?? start),
    set: (field, text) => {
      const before = current();
      put({ ...before, texts: { ...before.texts, [field]: text } });
    },
    kept:
      own === undefined && kept !== null && unconfirmed === null
        ? { at: kept.at, isOvertaken: isOvertaken(form, start, kept.texts), onDiscard: forget }
        : null,
    forget,
    sent: () => {
      if ((typedOnBy.get(key) ?? place) > place) return;
      const sent = leaving.current;
      if (sent?.key !== key) return forget();
      const now = current();
      const left = withoutSent(form, start, sent.isEarly ? now.before : null, sent.texts, now.texts, sent.fields);
      put({ ...now, texts: left });
      keeper.flush();
    },
    replace: (texts, from) => put({ texts, isEarly: false, before: null }, from),
    without: (...fields) => {
      const now = current();
      leaving.current = { ...now, key, fields };
      if (now.isEarly) {
        // Also of a form that was closed before: from now on it is this one's.
        put(now);
        return undefined;
      }
      keeper.flush();
      const sent = Object.fromEntries(fields.map((field) => [field, start[field]]));
      return { key, texts: toKeep(form, start, { ...now.texts, ...sent }) };
    },
  };
}
