import { expect, it } from 'vitest';
import { emptyQueue, tellQueue } from './telemetryQueue.ts';

it('an event keeps its numbers, its yes and no, and what is not there; a number that JSON cannot write is told as none', {
  tags: ['M-13', 'C-67', 'C-87'],
}, () => {
  const values = {
    line: 3,
    delay: -0.5,
    online: true,
    visible: false,
    cause: undefined,
    ratio: Number.NaN,
    left: Number.POSITIVE_INFINITY,
  };
  const { waiting } = tellQueue(emptyQueue, { name: 'page.error', values }, '2026-11-21T08:00:00Z');
  expect(waiting).toEqual([
    {
      name: 'page.error',
      at: '2026-11-21T08:00:00Z',
      values: { line: 3, delay: -0.5, online: true, visible: false, cause: null, ratio: null, left: null },
    },
  ]);
});
