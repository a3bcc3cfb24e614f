import { useLayoutEffect, useRef } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { type DraftField, draftFieldsOf } from '../../domain/screens/drafts.ts';
import { mistakeLabels } from '../../domain/screens/formLabels.ts';
import type { FieldOf, FormId, FormTexts } from '../../domain/screens/forms.ts';
import { type FormReading, type FormSchema, readForm } from '../../domain/screens/readForm.ts';
import type { DraftOf } from './useDraft.ts';

/** The draft of a form's row; none if the row has no field that is kept. */
export type DraftFor<F extends FormId> = [DraftField<F>] extends [never] ? null : DraftOf<F>;

/** What a form consists of, without what it is for. */
export interface FieldsOf<F extends FormId, C> {
  readonly form: F;
  /** What its fields say at first. */
  readonly start: FormTexts<F>;
  /** Reads what is typed, by the schema of the call; it may depend on what stands in another field. */
  readonly schema: FormSchema<C> | ((texts: FormTexts<F>) => FormSchema<C>);
  /** The texts in the shape of the call, where that differs. */
  readonly input?: (texts: FormTexts<F>) => Readonly<Record<string, unknown>>;
  readonly draft: DraftFor<F>;
}

/** The properties of a field's control. */
export interface FieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Gets the focus if it is the first wrong field. */
  readonly ref: (element: HTMLElement | null) => void;
  readonly error?: string;
}

/** A form's fields, and what is wrong with them. */
export interface FormFields<F extends FormId, C> {
  readonly texts: FormTexts<F>;
  /** The same as it is now, also between two renders: a password manager fills two fields before the next one. */
  readonly now: () => FormTexts<F>;
  readonly set: (field: FieldOf<F>, text: string) => void;
  /** True if it could be sent as it is. */
  readonly complete: boolean;
  /** Texts of the mistakes: from the first try on, until each is corrected. */
  readonly mistakes: Readonly<Partial<Record<FieldOf<F>, string>>>;
  readonly ref: (field: FieldOf<F>) => (element: HTMLElement | null) => void;
  /** True if the field is drawn, so that a text beside it is seen. */
  readonly isShown: (field: string) => boolean;
  /** Gives the focus to the first of these fields that is shown. */
  readonly focusFirst: (wrong: readonly string[]) => void;
  /** Gives what is typed as what is sent, or shows its mistakes. */
  readonly submit: (send: (value: C) => void) => void;
  /** It was sent: the fields say what they said at first, nothing has been tried, and nothing is kept. */
  readonly clear: () => void;
  /** The fields say this now, as if nothing had been tried. `start`: what they say without a draft, if the record has changed. */
  readonly rebase: (texts: FormTexts<F>, start: FormTexts<F>) => void;
}

type Typed = Record<string, string>;

/** A form's fields in react-hook-form; those that are kept follow their draft. */
export function useFormFields<F extends FormId, C>({ form, start, schema, input, draft }: FieldsOf<F, C>): FormFields<F, C> {
  const elements = useRef(new Map<string, HTMLElement>());
  const readTexts = (typed: FormTexts<F>): FormReading<C> =>
    readForm(typeof schema === 'function' ? schema(typed) : schema, typed, input?.(typed));
  const { control, setValue, getValues, reset, handleSubmit, formState } = useForm<Typed, unknown, { readonly value: C }>({
    defaultValues: { ...start },
    resolver: (texts) => resolved(form, readTexts(texts as FormTexts<F>)), // every field has a text from the start
    shouldFocusError: false, // our controls are not registered by an element of theirs
  });
  const { errors, isSubmitted } = formState;
  const write = (field: string, text: string): void => setValue(field, text, { shouldValidate: isSubmitted });
  // Safe: the row decides both types.
  const kept = draft as DraftOf<F> | null;
  // Before the frame is drawn: what the draft says when it is read, discarded or follows another record.
  useLayoutEffect(() => {
    if (kept === null) return;
    for (const field of draftFieldsOf(form)) if (getValues(field) !== kept.texts[field]) write(field, kept.texts[field]);
  });
  const texts = useWatch({ control }) as FormTexts<F>;
  const read = readTexts(texts);

  const focusFirst = (wrong: readonly string[]): void => {
    // By place in the document: one form may stand in another order in each presentation.
    const shown = wrong.flatMap((field) => elements.current.get(field) ?? []);
    const isBefore = (one: Node, other: Node): boolean => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    shown.find((element) => shown.every((other) => other === element || isBefore(element, other)))?.focus();
  };
  return {
    texts,
    now: () => getValues() as FormTexts<F>,
    set: (field, text) => {
      write(field, text);
      if (kept !== null && isDraftField(form, field)) kept.set(field, text);
    },
    complete: read.ok,
    mistakes: Object.fromEntries(
      Object.entries(errors).flatMap(([field, error]) => (error?.message === undefined ? [] : [[field, error.message]])),
    ) as FormFields<F, C>['mistakes'],
    ref: (field) => (element) => {
      if (element === null) elements.current.delete(field);
      else elements.current.set(field, element);
    },
    isShown: (field) => elements.current.has(field),
    focusFirst,
    submit: (send) =>
      void handleSubmit(
        ({ value }) => send(value),
        (wrong) => focusFirst(Object.keys(wrong)),
      )(),
    clear: () => {
      kept?.sent();
      reset({ ...start });
    },
    rebase: (next, from) => {
      reset({ ...next });
      kept?.replace(next, from);
    },
  };
}

function isDraftField<F extends FormId>(form: F, field: string): field is DraftField<F> {
  return draftFieldsOf(form).some((each) => each === field);
}

/** What react-hook-form is told of a form: the value, or an error by field, whose type is our code. */
function resolved<C>(form: FormId, read: FormReading<C>): ReturnType<Resolver<Typed, unknown, { readonly value: C }>> {
  if (read.ok) return { values: { value: read.value }, errors: {} };
  const texts: Readonly<Record<string, string>> = mistakeLabels(form, read.mistakes);
  const errors = Object.entries(read.mistakes).map(([field, code]) => [field, { type: code, message: texts[field] }]);
  return { values: {}, errors: Object.fromEntries(errors) };
}
