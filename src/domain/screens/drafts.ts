import { type FieldKind, type FormId, forms } from './forms.ts';

type KindOf<F extends FormId, N extends keyof (typeof forms)[F]> = (typeof forms)[F][N];

/** A field of a form whose text is kept while it is not sent; a secret is none. */
export type DraftField<F extends FormId> = {
  [N in keyof (typeof forms)[F] & string]: KindOf<F, N> extends 'text' | 'line' ? N : never;
}[keyof (typeof forms)[F] & string];
/** A form with at least one such field. */
export type DraftForm = { [F in FormId]: [DraftField<F>] extends [never] ? never : F }[FormId];
/** The kept texts of a form, by field. */
export type DraftTexts<F extends FormId> = { readonly [N in DraftField<F>]: string };

/** The fields of a form whose text is kept. */
export function draftFieldsOf<F extends FormId>(form: F): readonly DraftField<F>[] {
  const kinds: Readonly<Record<string, FieldKind>> = forms[form];
  return Object.keys(kinds).filter((field) => kinds[field] === 'text' || kinds[field] === 'line') as DraftField<F>[]; // of this form
}

declare const isDraftKey: unique symbol;
/** Names a draft: form and record. */
export type DraftKey = string & { readonly [isDraftKey]: true };

/** @param record what the act is about; empty if there is only one */
export function draftKey(form: FormId, record: string): DraftKey {
  return `${form}:${record}` as DraftKey; // safe: made here only
}

/** A form's texts, from what was kept of an earlier build too: fields that it does not have are left out. */
export function draftTexts<F extends FormId>(form: F, start: DraftTexts<F>, kept: Readonly<Record<string, string>> | null): DraftTexts<F> {
  if (kept === null) return start;
  const fields = draftFieldsOf(form);
  return Object.fromEntries(fields.map((field) => [field, kept[field] ?? start[field]])) as unknown as DraftTexts<F>; // safe: every field of the form
}

/** Beside a kept field: what its record said when it was typed. No field is named so, and builds that do not know it leave it out. */
const saidOf = (field: string): string => `${field} said`;

/**
 * What is kept of a form: the fields that do not say what they said at the start, and what that was, if anything. The others follow the
 * record, which somebody may change meanwhile.
 */
export function toKeep<F extends FormId>(form: F, start: DraftTexts<F>, texts: DraftTexts<F>): Readonly<Record<string, string>> {
  const fields = draftFieldsOf(form).filter((field) => texts[field] !== start[field]);
  return Object.fromEntries(
    fields.flatMap((field) => [[field, texts[field]], ...(start[field] === '' ? [] : [[saidOf(field), start[field]]])]),
  );
}

/** Whether the record of kept texts has been changed since they were typed, in a field that they would replace. */
export function isOvertaken<F extends FormId>(form: F, start: DraftTexts<F>, kept: Readonly<Record<string, string>>): boolean {
  return draftFieldsOf(form).some((field) => {
    const said = kept[saidOf(field)];
    return said !== undefined && said !== start[field] && kept[field] !== start[field];
  });
}

/** What was typed before the kept texts had been read, behind them. A line is chosen anew and not written on. */
export function typedOn<F extends FormId>(
  form: F,
  start: DraftTexts<F>,
  kept: Readonly<Record<string, string>> | null,
  texts: DraftTexts<F>,
): DraftTexts<F> {
  const earlier = draftTexts(form, start, kept);
  const fields = draftFieldsOf(form);
  const kinds: Readonly<Record<string, FieldKind>> = forms[form];
  const joined = fields.map((field) => {
    const [before, now] = [earlier[field], texts[field]];
    if (now === start[field]) return [field, before];
    return [field, before === start[field] || kinds[field] === 'line' ? now : `${before}\n${now}`];
  });
  return Object.fromEntries(joined) as DraftTexts<F>; // safe: every field of the form
}

/**
 * What is left of a form once these fields of it are sent: what they said without that (`kept`), and what was typed to a text behind it. A
 * text that was changed otherwise stays. `sent` was typed before `kept` had been read, if that is not null.
 */
export function withoutSent<F extends FormId>(
  form: F,
  start: DraftTexts<F>,
  kept: Readonly<Record<string, string>> | null,
  sent: DraftTexts<F>,
  now: DraftTexts<F>,
  fields: readonly DraftField<F>[],
): DraftTexts<F> {
  const [before, whole] = [draftTexts(form, start, kept), typedOn(form, start, kept, sent)];
  const kinds: Readonly<Record<string, FieldKind>> = forms[form];
  const left = fields.map((field) => {
    if (kinds[field] === 'line') return [field, before[field]];
    if (!now[field].startsWith(whole[field])) return [field, now[field]];
    const after = now[field].slice(whole[field].length).trimStart();
    return [field, before[field] === '' || after === '' ? before[field] + after : `${before[field]}\n${after}`];
  });
  return { ...now, ...Object.fromEntries(left) };
}
