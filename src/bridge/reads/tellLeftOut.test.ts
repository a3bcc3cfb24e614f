import { expect, it } from 'vitest';
import { blankSync } from '../../store/owed.ts';
import { tellLeftOut } from './tellLeftOut.ts';

it('what a device could not use of its answers is counted once for each change, without a word of what stood there', {
  tags: ['G-14', 'C-87'],
}, () => {
  const told = new Map<string, string>();
  const news: unknown[] = [];
  const look = (over: object) => tellLeftOut([blankSync('kpis'), { ...blankSync('incidents'), ...over }], told, (each) => news.push(each));
  look({});
  expect(news).toEqual([]);
  const cameDamaged = ['INC-0001', { row: 'INC-0002', unknown: [{ member: 'severity', raw: 'somebody@example.org' }] }];
  for (const _ of [1, 2, 3]) look({ cameDamaged, strayLinks: 2 });
  expect(news).toEqual([{ name: 'rows.left_out', values: { resource: 'incidents', damaged: 1, unknown: 1, strayLinks: 2 } }]);
  look({ strayLinks: 2 });
  look({});
  look({ strayLinks: 2 });
  expect(news).toHaveLength(3);
  expect(JSON.stringify(news)).not.toMatch(/INC-|somebody/);
});
