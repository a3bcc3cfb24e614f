import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DraftField, draftFieldsOf, type DraftForm, draftKey, draftTexts, toKeep, typedOn } from './drafts.ts';
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
