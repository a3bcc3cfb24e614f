import { expect, it } from 'vitest';
import { mistakeLabels } from '../../domain/screens/formLabels.ts';
import { readForm } from '../../domain/screens/readForm.ts';
import { profileSchema } from './profileSchema.ts';

const right = { name: 'Wa', email: 'w@ukweli.example', password: '' };
/** The texts beside the fields. */
const wrongIn = (changed: Partial<typeof right>, isMoving = false) => {
  const texts = { ...right, ...changed };
  const read = readForm(profileSchema(isMoving), texts, texts);
  return read.ok ? {} : mistakeLabels('profile.edit', read.mistakes);
};

it('asks for a name of two characters, in one line', { tags: ['I-21', 'I-7'] }, () => {
  expect(wrongIn({})).toEqual({});
  expect(wrongIn({ name: '' })).toEqual({ name: 'Name is required' });
  expect(wrongIn({ name: ' W ' })).toEqual({ name: 'Name must be at least 2 characters' });
  expect(Object.keys(wrongIn({ name: 'Wanjiru\nKamau' }))).toEqual(['name']);
});

it('asks for an address, and for the password with a new one alone', { tags: ['I-21', 'I-7'] }, () => {
  expect(wrongIn({ email: 'not an address' })).toEqual({ email: 'Please enter a valid email address' });
  expect(Object.keys(wrongIn({}, true))).toEqual(['password']);
});
