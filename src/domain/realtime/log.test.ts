import { expect, it } from 'vitest';
import { nameOf } from './log.ts';

it('an event is named by its place in the log, and as one that has none', () => {
  const frame = { type: 'pipeline.stage' } as never; // nameOf() reads only these fields
  expect(nameOf({ ...(frame as object), seq: 7 } as never)).toBe('pipeline.stage seq 7');
  expect(nameOf(frame)).toBe('pipeline.stage without a seq');
});
