import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type DraftField,
  draftFieldsOf,
  type DraftForm,
  draftKey,
  draftTexts,
  isOvertaken,
  toKeep,
  typedOn,
  withoutSent,
} from './drafts.ts';
import { type FormId, type FormRow, forms as rows } from './forms.ts';

const every = Object.keys(rows) as FormId[];
const forms = every.filter((form): form is DraftForm => draftFieldsOf(form).length > 0);

it('two forms or two records never share a draft', { tags: ['D-61'] }, () => {
  const name = fc.tuple(fc.constantFrom(...forms), fc.string());
  fc.assert(
    fc.property(name, name, ([form, record], [otherForm, other]) => {
      expect(draftKey(form, record) === draftKey(otherForm, other)).toBe(form === otherForm && record === other);
    }),
  );
});

it('what is kept of a form gives the form back; at its start nothing is kept', { tags: ['D-61'] }, () => {
  const texts = fc.record({ value: fc.string(), justification: fc.string() });
  fc.assert(
    fc.property(texts, texts, (start, typed) => {
      const kept = toKeep('overrides.change', start, typed);
      const isSame = start.value === typed.value && start.justification === typed.justification;
      expect(Object.keys(kept).length === 0).toBe(isSame);
      expect(draftTexts('overrides.change', start, isSame ? null : kept)).toEqual(typed);
    }),
  );
});

it('a draft is overtaken once its record says in one of its fields what neither was there nor was typed', {
  tags: ['D-61', 'D-24'],
}, () => {
  const texts = fc.record({ value: fc.constantFrom('', 'a', 'b', 'c'), justification: fc.constantFrom('', 'a', 'b', 'c') });
  fc.assert(
    fc.property(texts, texts, texts, (start, typed, now) => {
      const replaces = (field: keyof typeof start): boolean =>
        typed[field] !== start[field] && start[field] !== '' && now[field] !== start[field] && now[field] !== typed[field];
      expect(isOvertaken('overrides.change', now, toKeep('overrides.change', start, typed))).toBe(
        replaces('value') || replaces('justification'),
      );
    }),
  );
  // As an earlier build kept it.
  expect(isOvertaken('overrides.change', { value: 'b', justification: '' }, { value: 'a' })).toBe(false);
});

it('a field that the form does not have any more is left out, and one that it has since got says what it says at the start', {
  tags: ['D-61'],
}, () => {
  expect(draftTexts('incidents.act', { text: '', despite: '' }, { text: 'Pump', gone: 'x' })).toEqual({ text: 'Pump', despite: '' });
});

it('no field of a draft is a password, a PIN or a typed confirmation', { tags: ['D-61'] }, () => {
  for (const field of forms.flatMap((form): readonly string[] => draftFieldsOf(form)))
    expect(field).not.toMatch(/pass|pin|secret|code|confirm|typed|word/i);
});

it('a secret field cannot be declared as a draft, and is none', { tags: ['D-61'] }, () => {
  const row: FormRow = { name: 'line', currentPassword: 'secret', newPin: 'secret', confirmation: 'secret' };
  expect(row['name']).toBe('line');
  // @ts-expect-error -- a password can only be secret
  const password: FormRow = { currentPassword: 'line' };
  // @ts-expect-error -- a PIN too
  const pin: FormRow = { newPin: 'text' };
  // @ts-expect-error -- and a typed confirmation
  const confirmation: FormRow = { confirmation: 'passing' };
  // @ts-expect-error -- the profile's password is no field of its draft
  const field: DraftField<'profile.edit'> = 'password';
  // @ts-expect-error -- a form of secrets has no draft
  const form: DraftForm = 'profile.password';
  expect([password, pin, confirmation]).toHaveLength(3);
  expect(draftFieldsOf('profile.edit')).not.toContain(field);
  expect(draftFieldsOf<FormId>(form)).toEqual([]);
});

it('what was typed before the draft had been read stands behind it, and no field loses either', { tags: ['D-61'] }, () => {
  const start = { value: 'a', justification: '' };
  expect(typedOn('overrides.change', start, { value: 'b', justification: 'One' }, { value: 'a', justification: 'two' })).toEqual({
    value: 'b',
    justification: 'One\ntwo',
  });
  expect(typedOn('overrides.change', start, { value: 'b' }, { value: 'c', justification: 'two' })).toEqual({
    value: 'c',
    justification: 'two',
  });
  expect(typedOn('overrides.change', start, null, { value: 'c', justification: '' })).toEqual({ value: 'c', justification: '' });
});

it('of a form whose fields are sent stays what was kept before them and what was typed after them', { tags: ['D-61', 'C-37'] }, () => {
  const start = { text: '', despite: '' };
  const left = (kept: string | null, sent: string, now: string) => {
    const texts = { text: sent, despite: 'Why.' };
    const before = kept === null ? null : { text: kept };
    return withoutSent('incidents.act', start, before, texts, { ...texts, text: now }, ['text']);
  };
  expect(left(null, 'Sent.', 'Sent.')).toEqual({ text: '', despite: 'Why.' });
  expect(left(null, 'Sent.', 'Sent. Next')).toMatchObject({ text: 'Next' });
  expect(left('It was.', 'It', 'It was.\nIt')).toMatchObject({ text: 'It was.' });
  expect(left('It was.', 'It', 'It was.\nIt Next')).toMatchObject({ text: 'It was.\nNext' });
  expect(left('It was.', 'It', 'It was changed.\nIt')).toMatchObject({ text: 'It was changed.\nIt' });
  const asked = { value: 'b', justification: 'Two' };
  expect(withoutSent('overrides.change', { value: 'a', justification: 'One' }, null, asked, asked, ['value', 'justification'])).toEqual({
    value: 'a',
    justification: 'One',
  });
});
