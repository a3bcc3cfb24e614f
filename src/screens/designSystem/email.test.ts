import { expect, it } from 'vitest';
import { judgeEmail, judgeLogin } from './email.ts';

it('[I-26] an address is judged once there is one', () => {
  expect(judgeEmail('')).toEqual({});
  expect(judgeEmail('amina@ukweli')).toEqual({ error: 'Please enter a valid email address' });
  expect(judgeEmail('amina otieno@ukweli.example')).toEqual({ error: 'Please enter a valid email address' });
  expect(judgeEmail('amina@ukweli.example')).toEqual({ success: 'Email is valid!' });
});

it('[I-17] the sample form names what is missing, and lets the rest through', () => {
  expect(judgeLogin('', '')).toEqual({ email: 'Email is required', password: 'Password is required' });
  expect(judgeLogin('amina', 'x')).toEqual({ email: 'Please enter a valid email address' });
  expect(judgeLogin('amina@ukweli.example', 'x')).toEqual({});
});
