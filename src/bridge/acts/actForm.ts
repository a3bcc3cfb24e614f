import { useEffect } from 'react';
import type { Drift, Problem, ProblemCode, Result } from '../../contracts/problem.ts';
import { draftFieldsOf } from '../../domain/screens/drafts.ts';
import { refusedFieldLabels } from '../../domain/screens/formLabels.ts';
import { type FieldOf, type FormId, forms, type FormTexts } from '../../domain/screens/forms.ts';
import { type FieldProps, type FieldsOf, type FormFields, useFormFields } from './formFields.ts';
import { type ActLater, type ActNow, type ActOf, type FieldProblems, type Kept, useAct } from './useAct.ts';
import type { DraftOf } from './useDraft.ts';

interface FormSpec<F extends FormId, C, V> extends FieldsOf<F, C> {
  /** What is asked by a form that says this. */
  readonly asked: (value: C) => V;
  /** The field that a refusal is about, by its code, where the platform names none; its text is the platform's. */
  readonly about?: Readonly<Partial<Record<ProblemCode, FieldOf<F>>>>;
}

/** A form whose act needs the platform now. */
export interface FormNow<F extends FormId, C, V, A> extends FormSpec<F, C, V> {
  readonly act: Omit<ActNow<V, A>, 'fieldsOf'>;
  /**
   * Finds out what has changed since, and returns what shows it, so that the next try decides over both; its own problem is the act's. Else
   * a conflict is a refusal. It is shown only to the person who asked, and only while the form is open: it writes what was typed anew.
   */
  readonly compare?: (drifted: readonly Drift[]) => Promise<Result<() => void>>;
}

/** A form whose act is sent by the outbox. */
export interface FormLater<F extends FormId, C, V> extends FormSpec<F, C, V> {
  readonly act: Omit<ActLater<V>, 'fieldsOf' | 'leaves'>;
}

/** What a component draws of its fields, and what it can do with them. */
export interface ActForm<F extends FormId> {
  readonly texts: FormTexts<F>;
  readonly now: FormFields<F, unknown>['now'];
  readonly set: FormFields<F, unknown>['set'];
  readonly rebase: FormFields<F, unknown>['rebase'];
  readonly complete: boolean;
  readonly field: (name: FieldOf<F>) => FieldProps;
  /** Texts beside the fields: mistakes, and what the platform refused. */
  readonly errors: Readonly<Partial<Record<FieldOf<F>, string>>>;
  /** Sends it, or shows what is wrong and goes to the first wrong field. */
  readonly submit: () => void;
  readonly busy: boolean;
  /** Why it is not done, unless fields say it; null otherwise. */
  readonly problem: Problem | null;
  /** Forgets a refusal. */
  readonly reset: () => void;
}

/** Stands for an answer where a conflict is shown instead. */
class Compared {
  readonly show: () => void;
  constructor(show: () => void) {
    this.show = show;
  }
}

/**
 * A form of several fields: what is typed, by react-hook-form and the schema of the call, and the act that sends it (README, *Forms*). Its
 * draft goes when it is done. Only in chunks that load with their screen or dialog: the first page is without react-hook-form.
 */
export function useActForm<F extends FormId, C, V>(spec: FormLater<F, C, V>): ActForm<F>;
export function useActForm<F extends FormId, C, V, A>(spec: FormNow<F, C, V, A>): ActForm<F>;
export function useActForm<F extends FormId, C, V, A>(spec: FormNow<F, C, V, A> | FormLater<F, C, V>): ActForm<F> {
  const { form, asked, about = {} } = spec;
  const fields = useFormFields(spec);
  const act = useFormAct(spec, fields.clear, (problem) => problemsOf(form, about, problem, fields.isShown));
  const refusedAt = Object.keys(act.fields);
  const refusal = act.state.at === 'refused' ? act.state.problem : null;
  useEffect(() => {
    if (refusedAt.length > 0) fields.focusFirst(refusedAt);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per refusal
  }, [refusal]);

  const set = (name: FieldOf<F>, text: string): void => {
    // What belongs to a field stays until that field is changed.
    if (refusedAt.length === 0 || refusedAt.includes(name)) act.reset();
    fields.set(name, text);
  };
  const errors = { ...act.fields, ...fields.mistakes } as ActForm<F>['errors'];
  return {
    texts: fields.texts,
    now: fields.now,
    set,
    rebase: (texts, start) => {
      act.reset();
      fields.rebase(texts, start);
    },
    complete: fields.complete,
    field: (name) => {
      const error = errors[name];
      return {
        value: fields.texts[name],
        onChange: (text) => set(name, text),
        ref: fields.ref(name),
        ...(error !== undefined && { error }),
      };
    },
    errors,
    submit: () => {
      act.reset();
      fields.submit((value) => void act.run(asked(value)));
    },
    busy: act.busy,
    problem: act.problem,
    reset: act.reset,
  };
}

function useFormAct<F extends FormId, C, V, A>(
  spec: FormNow<F, C, V, A> | FormLater<F, C, V>,
  clear: () => void,
  fieldsOf: (problem: Problem) => FieldProblems,
): ActOf<V, A | Kept> {
  const { act } = spec;
  const draft: DraftOf<F> | null = spec.draft;
  const compare = 'compare' in spec ? spec.compare : undefined;
  const later: ActLater<V> | null =
    act.route === 'now'
      ? null
      : {
          ...act,
          fieldsOf,
          leaves: () => draft?.without(...draftFieldsOf(spec.form)),
          done: (answer, told) => {
            clear();
            return act.done?.(answer, told);
          },
        };
  const now: ActNow<V, A | Compared> | null =
    act.route === 'outbox'
      ? null
      : {
          ...act,
          fieldsOf,
          send: async (value, send) => {
            const answer = await act.send(value, send);
            if (answer.ok || compare === undefined) return answer;
            const { code, drifted } = answer.problem;
            if (code !== 'conflict' || drifted === undefined) return answer;
            const found = await compare(drifted);
            return found.ok ? { ok: true, value: new Compared(found.value) } : found;
          },
          done: (answer, told) => {
            if (answer instanceof Compared) return told.shown && answer.show();
            clear();
            return act.done?.(answer, told);
          },
        };
  return useAct((later ?? now) as ActNow<V, A>); // safe: one of the two is set, and nobody reads the answer of the state
}

/** The shown fields that a refusal is about, with their texts: what the platform names, else what its code is about. */
function problemsOf<F extends FormId>(
  form: F,
  about: Readonly<Partial<Record<ProblemCode, FieldOf<F>>>>,
  { code, message, fields = [] }: Problem,
  isShown: (field: string) => boolean,
): FieldProblems {
  const named = fields.filter(({ field }) => Object.hasOwn(forms[form], field) && isShown(field));
  if (named.length > 0)
    return Object.fromEntries(named.map((wrong) => [wrong.field, refusedFieldLabels(form, wrong.field, wrong.code) ?? message]));
  const field = about[code];
  return field === undefined || !isShown(field) ? {} : { [field]: message };
}
