import { expect, it } from 'vitest';
import { judgeEmail, judgeLogin } from './email.ts';

it('an address is judged once there is one', { tags: ['I-26'] }, () => {
  expect(judgeEmail('')).toEqual({});
  expect(judgeEmail('amina@ukweli')).toEqual({ error: 'Please enter a valid email address' });
  expect(judgeEmail('amina otieno@ukweli.example')).toEqual({ error: 'Please enter a valid email address' });
  expect(judgeEmail('amina@ukweli.example')).toEqual({ success: 'Email is valid!' });
});

it('the sample form names what is missing, and lets the rest through', { tags: ['I-17'] }, () => {
  expect(judgeLogin('', '')).toEqual({ email: 'Email is required', password: 'Password is required' });
  expect(judgeLogin('amina', 'x')).toEqual({ email: 'Please enter a valid email address' });
  expect(judgeLogin('amina@ukweli.example', 'x')).toEqual({});
});
