import { expect, it } from 'vitest';
import { neighboursOf } from './RecordDrawer.tsx';

it('a record leads to the ones above and below it in the list as it is shown, and to none where it is not shown', {
  tags: ['D-28'],
}, () => {
  expect(neighboursOf(['a', 'b', 'c'], 'b')).toEqual({ previousId: 'a', nextId: 'c' });
  expect(neighboursOf(['a', 'b'], 'a')).toEqual({ previousId: null, nextId: 'b' });
  expect(neighboursOf(['a', 'b'], 'b')).toEqual({ previousId: 'a', nextId: null });
  expect(neighboursOf(['a', 'b'], 'z')).toEqual({ previousId: null, nextId: null });
  expect(neighboursOf(['a'], null)).toEqual({ previousId: null, nextId: null });
});
