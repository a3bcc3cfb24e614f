import { dwellLimitsS } from '../../contracts/display.ts';
import { stopWord } from '../../contracts/killSwitch.ts';
import type { FieldCode } from '../../contracts/problem.ts';
import { notOneLineLabels } from '../../contracts/texts.ts';
import type { FieldOf, FormId } from './forms.ts';

/** What is wrong with a form, by field. */
export type Mistakes = Readonly<Partial<Record<string, FieldCode>>>;

/** The texts of a field by code. `invalid` stands for every code without a text of its own. */
type FieldLabels = { readonly invalid: string } & { readonly [C in FieldCode]?: string };

const personName = {
  required: 'Name is required',
  tooShort: 'Name must be at least 2 characters',
  notOneLine: notOneLineLabels,
  invalid: 'Name must be at most 200 characters',
} as const;
const password = { invalid: 'Enter your current password' };
const address = { required: 'Email is required', invalid: 'Please enter a valid email address' };
const user = {
  email: { required: 'Email is required', invalid: 'Invalid email format', taken: 'This email is already in use' },
  name: personName,
  role: { invalid: 'Role is required' },
};
const display = {
  name: {
    required: 'Enter a name, such as its location.',
    notOneLine: `${notOneLineLabels}.`,
    invalid: 'At most 60 characters.',
  },
  playlist: { invalid: 'Choose at least one dashboard.' },
  dwellS: { invalid: `A whole number from ${dwellLimitsS.least} to ${dwellLimitsS.most}.` },
};
const overrideValue = { invalid: 'Enter the value to use instead.' };
const oneSentence = { invalid: 'Give a reason in one sentence.' };
const killSwitch = {
  confirmation: { invalid: `Type the word ${stopWord}, in capitals.` },
  reason: { invalid: 'Say why, in a few words.' },
};

/** The texts of every mistake in a form, by form, field and code. Fields without a row tell by themselves what is missing. */
const formLabels: { readonly [F in FormId]?: { readonly [N in FieldOf<F>]?: FieldLabels } } = {
  'users.add': user,
  'users.edit': user,
  'profile.edit': { name: personName, email: address, password },
  'profile.passkey': {
    name: { required: 'Give the passkey a name', notOneLine: notOneLineLabels, invalid: 'At most 60 characters' },
    password,
  },
  'displays.pair': display,
  'displays.edit': display,
  'killSwitch.stop': killSwitch,
  'killSwitch.release': killSwitch,
  'agents.change': { reason: oneSentence },
  'overrides.change': { value: overrideValue, justification: oneSentence },
  'overrides.request': {
    value: overrideValue,
    justification: { invalid: 'Give a reason in one sentence: another person decides.' },
  },
};

/** The texts of a form's mistakes, by field. */
export function mistakeLabels(form: FormId, mistakes: Mistakes): Readonly<Record<string, string>> {
  const fields: Readonly<Record<string, FieldLabels | undefined>> = formLabels[form] ?? {};
  return Object.fromEntries(
    Object.entries(mistakes).flatMap(([field, code]) => {
      const labels = fields[field];
      return labels === undefined || code === undefined ? [] : [[field, labels[code] ?? labels.invalid]];
    }),
  );
}

/** The text of what the platform has against a field; null if it has no text of its own for it. */
export function refusedFieldLabels(form: FormId, field: string, code: string): string | null {
  const fields: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = formLabels[form] ?? {};
  const labels = Object.hasOwn(fields, field) ? fields[field] : undefined;
  // Both names come from the platform: every object has a `constructor`.
  return labels !== undefined && Object.hasOwn(labels, code) ? (labels[code] ?? null) : null;
}
