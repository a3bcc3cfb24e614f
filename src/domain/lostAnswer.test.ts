import { expect, it } from 'vitest';
import { type ProblemCode, problemCodes } from '../contracts/problem.ts';
import { failedTitle, lostLabels, mayBeDone } from './lostAnswer.ts';

it('only the platform’s own answer says that nothing was done: where none came, or none that can be read, it may have been', {
  tags: ['D-51', 'T-9'],
}, () => {
  const lost: readonly ProblemCode[] = ['network', 'timeout', 'not_ours', 'bad_shape'];
  for (const code of problemCodes) {
    expect([code, mayBeDone({ code })]).toEqual([code, lost.includes(code)]);
    expect(failedTitle('Session not ended', { code }) === 'Session not ended').toBe(!lost.includes(code));
    expect(lostLabels({ code }) === '').toBe(!lost.includes(code));
  }
  expect(failedTitle('Session not ended', { code: 'timeout' })).toBe('Session not ended, or its answer was lost');
});
