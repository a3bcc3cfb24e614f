import { expect, it } from 'vitest';
import { creditsOf } from './carbonCredits.ts';

it('counts whole credits after a buffer of ten percent, none below zero', { tags: ['C-45'] }, () => {
  expect([30, 100, 11.1, 0.5, 0, -40].map(creditsOf)).toEqual([27, 90, 9, 0, 0, 0]);
});
