import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DraftForm, draftFields, draftKey, draftTexts, toKeep, typedOn } from './drafts.ts';

const forms = Object.keys(draftFields) as DraftForm[];

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
  for (const field of Object.values(draftFields).flat()) expect(field).not.toMatch(/pass|pin|secret|code|confirm|typed|word/i);
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
