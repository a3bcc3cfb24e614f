import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leftBehind } from './leftBehind.ts';

const due = fc.option(fc.array(fc.record({ name: fc.string(), cleared: fc.boolean() }), { maxLength: 4 }), { nil: null });

it('gone is said only of a device that was looked at, with nothing under way and nothing left to remove; cleared only where no row can be read', {
  tags: ['M-2', 'D-51'],
}, () => {
  fc.assert(
    fc.property(due, fc.nat(2), (left, underWay) => {
      const said = leftBehind({ due: left, underWay });
      expect(said === 'gone').toBe(underWay === 0 && left !== null && left.length === 0);
      if (said === 'cleared') expect(left?.every(({ cleared }) => cleared)).toBe(true);
      if (left === null) expect(['notKnown', 'removing']).toContain(said);
      if (underWay > 0) expect(said).toBe('removing');
    }),
  );
});
