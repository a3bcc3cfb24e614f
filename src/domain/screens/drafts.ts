/**
 * The forms whose text is kept while it is not sent, each with its fields. A password, a PIN or a typed confirmation is never a field of a
 * draft: it would stand on the disk.
 */
export const draftFields = {
  'incidents.act': ['text', 'despite'],
  'killSwitch.stop': ['reason'],
  'killSwitch.release': ['reason'],
  'agents.change': ['reason'],
  'overrides.decide': ['note'],
  'overrides.change': ['value', 'justification'],
  'overrides.request': ['value', 'justification'],
} as const;

/** A form by screen and act. */
export type DraftForm = keyof typeof draftFields;
/** A field of a form. */
export type DraftField<F extends DraftForm> = (typeof draftFields)[F][number];
/** The texts of a form, by field. */
export type DraftTexts<F extends DraftForm> = { readonly [N in DraftField<F>]: string };

declare const isDraftKey: unique symbol;
/** Names a draft: form and record. */
export type DraftKey = string & { readonly [isDraftKey]: true };

/** @param record what the act is about; empty if there is only one */
export function draftKey(form: DraftForm, record: string): DraftKey {
  return `${form}:${record}` as DraftKey; // safe: made here only
}

/** A form's texts, from what was kept of an earlier build too: fields that it does not have are left out. */
export function draftTexts<F extends DraftForm>(
  form: F,
  start: DraftTexts<F>,
  kept: Readonly<Record<string, string>> | null,
): DraftTexts<F> {
  if (kept === null) return start;
  const fields: readonly DraftField<F>[] = draftFields[form];
  return Object.fromEntries(fields.map((field) => [field, kept[field] ?? start[field]])) as unknown as DraftTexts<F>; // safe: every field of the form
}

/**
 * What is kept of a form: the fields that do not say what they said at the start. The others follow the record, which somebody may change
 * meanwhile.
 */
export function toKeep<F extends DraftForm>(form: F, start: DraftTexts<F>, texts: DraftTexts<F>): Readonly<Record<string, string>> {
  const fields: readonly DraftField<F>[] = draftFields[form];
  return Object.fromEntries(fields.filter((field) => texts[field] !== start[field]).map((field) => [field, texts[field]]));
}

/** What was typed before the kept texts had been read, behind them. A value is chosen anew and not written on. */
export function typedOn<F extends DraftForm>(
  form: F,
  start: DraftTexts<F>,
  kept: Readonly<Record<string, string>> | null,
  texts: DraftTexts<F>,
): DraftTexts<F> {
  const earlier = draftTexts(form, start, kept);
  const fields: readonly DraftField<F>[] = draftFields[form];
  const joined = fields.map((field) => {
    const [before, now] = [earlier[field], texts[field]];
    if (now === start[field]) return [field, before];
    return [field, before === start[field] || field === 'value' ? now : `${before}\n${now}`];
  });
  return Object.fromEntries(joined) as DraftTexts<F>; // safe: every field of the form
}
