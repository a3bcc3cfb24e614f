import { expect, it } from 'vitest';
import { totpCodeSchema } from '../../contracts/factors.ts';
import { z } from '../../contracts/zod.ts';
import { codeProblem, inFours } from './totpLabels.ts';

it('a secret key is shown in groups of four', { tags: ['G-25'] }, () => {
  expect([inFours('ABCDEFGHIJ'), inFours('')]).toEqual(['ABCD EFGH IJ', '']);
});

it('what is called a code here is one for the platform too, and nothing else is', { tags: ['G-25'] }, () => {
  for (const typed of ['123456', '123 456', ' 123456 ', '12345', '1234567', '123  456', '12a456', '', '１２３４５６'])
    expect([typed, codeProblem(typed) === null]).toEqual([typed, z.safeParse(totpCodeSchema, typed.trim()).success]);
});
